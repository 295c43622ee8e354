import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../../contract/endpoint.ts';
import { AppError, type ErrorCode } from '../../../../contract/errors.ts';
import { MAX_TITLE } from '../../../../contract/limits.ts';
import { OpenReason, openRecord } from '../../../../contract/moderation.ts';
import { useRefresh } from '../../../api/use-read.ts';
import { useServices } from '../../../services.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import styles from './tools.module.css';

export type Opened = OutputOf<typeof openRecord>;

interface OpenWholeProps {
  id: string;
  /** It is of another district: words of why are needed, and the officers there are told. */
  elsewhere: boolean;
  onOpened: (opened: Opened) => void;
}

/** For officers and moderators: the whole of this one record, once they have said why. It is never kept on the device. */
export function OpenWhole({ id, elsewhere, onOpened }: OpenWholeProps) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const [reason, setReason] = useState<OpenReason>();
  const [detail, setDetail] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const lacksWords = elsewhere && detail.trim() === '';
  const [failure, setFailure] = useState<ErrorCode>();

  async function open(): Promise<void> {
    setMissing(true);
    if (reason === undefined || lacksWords) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const opened = await api.call(openRecord, { id, reason, ...(detail.trim() ? { detail: detail.trim() } : {}) });
      await refresh('listNotes', { reportId: id });
      onOpened(opened);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setFailure(error.code);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.panel} aria-labelledby="whole">
      <h2 id="whole">{t('whole.title')}</h2>
      <p className={styles.words}>{t('whole.text')}</p>
      {elsewhere && (
        <Banner tone="wait" icon="info">
          {t('whole.elsewhere')}
        </Banner>
      )}
      {failure && (
        <Banner tone="lost" icon="alert">
          {t(`errors.${failure}.what`)}
        </Banner>
      )}
      <Field label={t('whole.reason')} error={missing && reason === undefined ? t('whole.reasonNeeded') : undefined}>
        {(control) => (
          <select
            {...control}
            value={reason ?? ''}
            onChange={(event) => setReason(OpenReason.safeParse(event.target.value).data)}
          >
            <option value="">{t('whole.choose')}</option>
            {OpenReason.options.map((one) => (
              <option key={one} value={one}>
                {t(`whole.reasons.${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={t('whole.detail')}
        optional={!elsewhere}
        error={missing && lacksWords ? t('whole.detailNeeded') : undefined}
      >
        {(control) => (
          <input
            {...control}
            maxLength={MAX_TITLE}
            value={detail}
            onChange={(event) => setDetail(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.tools}>
        <Button kind="outlined" busy={busy} onClick={() => void open()}>
          {t('whole.open')}
        </Button>
      </div>
    </section>
  );
}
