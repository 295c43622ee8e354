import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawHandoverCode } from '../../../contract/claim.ts';
import { AppError } from '../../../contract/errors.ts';
import { formatDayAndTime } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './claim.module.css';
import { codeLink } from './claim.ts';
import { type KeptCode, keepCode, readKeptCode } from './kept-code.ts';

/** For the claimant: the code to show once the thing is in their hands, as large digits and as a QR. */
export function ShowCode({ claimId }: { claimId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [code, setCode] = useState<KeptCode | undefined>(() => readKeptCode(claimId, Date.now()));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError>();

  async function draw(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const drawn = await api.call(drawHandoverCode, { id: claimId });
      keepCode(claimId, drawn);
      setCode(drawn);
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      setError(cause);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.handOver} aria-labelledby="hand-over">
      <h2 id="hand-over">{t('claim.code.title')}</h2>
      <p>{t('claim.code.lead')}</p>
      {code && (
        <>
          <p className={styles.digits} data-code={code.code}>
            {code.code.slice(0, 3)} {code.code.slice(3)}
          </p>
          <QrCode
            className={styles.qr}
            text={codeLink(location.origin, claimId, code.code)}
            label={t('claim.code.qr')}
          />
          <p className={styles.quiet}>
            {t('claim.code.until', { at: formatDayAndTime(t, new Date(code.expiresAt), new Date()) })}
          </p>
        </>
      )}
      {error && (
        <Banner tone="lost" icon="alert">
          <b>{t('common.sentence', { text: t(`errors.${error.code}.what`) })}</b> {t('claim.code.failed')}
        </Banner>
      )}
      <Button kind={code ? 'quiet' : 'filled'} busy={busy} onClick={() => void draw()}>
        {t(code ? 'claim.code.another' : 'claim.code.draw')}
      </Button>
    </section>
  );
}
