import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { myData } from '../../../contract/my-data.ts';
import { formatBytes } from '../../i18n/bytes.ts';
import { saveFile } from '../../platform/share-file.ts';
import { useServices } from '../../services.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type Progress, packMyData } from './my-data-zip.ts';
import styles from './profile.module.css';

/** All that is kept of the account, by one tap. */
export function MyData() {
  const { t } = useTranslation();
  const { api } = useServices();
  const [progress, setProgress] = useState<Progress>();
  const [missing, setMissing] = useState(0);
  const [failure, setFailure] = useState<ErrorCode>();

  async function take(): Promise<void> {
    setFailure(undefined);
    setMissing(0);
    setProgress({ file: 0, of: 0 });
    try {
      const data = await api.call(myData, {});
      const packed = await packMyData(api, data, setProgress);
      saveFile(packed.zip, `wapsi-${data.madeAt.slice(0, 10)}.zip`);
      setMissing(packed.missing);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setFailure(error.code);
    } finally {
      setProgress(undefined);
    }
  }

  const taking = progress && t('myData.taking', { done: progress.file, of: progress.of });
  const bytes = progress?.bytes ? formatBytes(progress.bytes) : undefined;
  return (
    <section className={styles.section}>
      <h2>{t('myData.title')}</h2>
      <p>{t('myData.lead')}</p>
      {failure && (
        <Banner tone="lost" icon="alert">
          <b>{t(`errors.${failure}.what`)}</b> {t(`errors.${failure}.todo`)}
        </Banner>
      )}
      {missing > 0 && (
        <Banner tone="lost" icon="alert">
          {t('myData.missing', { count: missing })}
        </Banner>
      )}
      {taking && <Spinner size="small" label={taking} />}
      {taking && <p aria-hidden="true">{[taking, bytes].filter(Boolean).join(' · ')}</p>}
      <Button kind="outlined" icon="download" busy={progress !== undefined} onClick={() => void take()}>
        {t('myData.take')}
      </Button>
    </section>
  );
}
