import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { myData } from '../../../contract/my-data.ts';
import { endpoints } from '../../../contract/protocol.ts';
import { saveFile } from '../../platform/share-file.ts';
import { useServices } from '../../services.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './profile.module.css';

/** All that is kept of the account, in one file: its words as JSON, its photos beside them. */
export function MyData() {
  const { t } = useTranslation();
  const { api } = useServices();
  const [done, setDone] = useState<{ files: number; of: number }>();
  const [failure, setFailure] = useState<ErrorCode>();

  async function take(): Promise<void> {
    setFailure(undefined);
    setDone({ files: 0, of: 0 });
    try {
      const data = await api.call(myData, {});
      const { zipSync } = await import('fflate');
      const packed: Record<string, Uint8Array> = {
        'my-data.json': new TextEncoder().encode(JSON.stringify(data, undefined, 2)),
      };
      for (const [i, sha256] of data.files.entries()) {
        setDone({ files: i, of: data.files.length });
        const blob = await api.bytes(endpoints.getFile, { sha256 }).catch(leaveOut);
        if (blob) packed[`files/${sha256}.${endingOf(blob)}`] = new Uint8Array(await blob.arrayBuffer());
      }
      const bytes = zipSync(packed, { level: 0 }); // photos are packed already
      saveFile(new Blob([bytes], { type: 'application/zip' }), `wapsi-${data.madeAt.slice(0, 10)}.zip`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setFailure(error.code);
    } finally {
      setDone(undefined);
    }
  }

  return (
    <section className={styles.section}>
      <h2>{t('myData.title')}</h2>
      <p>{t('myData.lead')}</p>
      {failure && (
        <Banner tone="lost" icon="alert">
          <b>{t(`errors.${failure}.what`)}</b> {t(`errors.${failure}.todo`)}
        </Banner>
      )}
      {done && <Spinner size="small" label={t('myData.taking', { done: done.files, of: done.of })} />}
      {done && <p aria-hidden="true">{t('myData.taking', { done: done.files, of: done.of })}</p>}
      <Button kind="outlined" icon="download" busy={done !== undefined} onClick={() => void take()}>
        {t('myData.take')}
      </Button>
    </section>
  );
}

/** A photo that has not arrived yet: its name stands in the JSON all the same. */
function leaveOut(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
}

const endingOf = ({ type }: Blob): string => type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin';
