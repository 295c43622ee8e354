import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { auditExport } from '../../../contract/moderation.ts';
import type { Api } from '../../api/client.ts';
import { formatNumber } from '../../i18n/bytes.ts';
import { saveFile } from '../../platform/share-file.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './moderation.module.css';

/** The whole log as a file, by which anybody can tell whether something in it was changed (`npm run audit`). */
export function TakeLog() {
  const { t } = useTranslation();
  const { api } = useServices();
  /** So many entries have come; absent while nothing is taken. */
  const [taken, setTaken] = useState<number>();

  async function take(): Promise<void> {
    setTaken(0);
    try {
      const parts = await readParts(api, setTaken);
      const day = new Date().toISOString().slice(0, 10);
      saveFile(new Blob(parts, { type: 'application/x-ndjson' }), `wapsi-log-${day}.ndjson`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      showToast(t('moderation.logNotTaken'), 'lost');
    } finally {
      setTaken(undefined);
    }
  }

  return (
    <div className={styles.take}>
      <p className={styles.quiet}>{t('moderation.takeLogText')}</p>
      <Button kind="outlined" icon="download" busy={taken !== undefined} onClick={() => void take()}>
        {taken ? t('moderation.takingLog', { count: formatNumber(taken) }) : t('moderation.takeLog')}
      </Button>
    </div>
  );
}

/** Part by part, each with where the chain ends first, until one has no more entries. */
async function readParts(api: Api, onTaken: (count: number) => void): Promise<string[]> {
  const parts: string[] = [];
  for (let after = 0; ; ) {
    const text = await (await api.bytes(auditExport, { after })).text();
    parts.push(text);
    const last: { seq?: unknown } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '{}');
    if (typeof last.seq !== 'number') return parts;
    after = last.seq;
    onTaken(after);
  }
}
