import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { handOver } from '../../../contract/claim.ts';
import { AppError } from '../../../contract/errors.ts';
import { CODE_DIGITS } from '../../../contract/limits.ts';
import { useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './claim.module.css';
import { isCode, readCode } from './claim.ts';

/** The camera and what reads a QR come when they are asked for. */
const ScanCode = lazy(async () => ({ default: (await import('./scan-code.tsx')).ScanCode }));

type Wrong = 'digits' | 'wrong-code' | 'too-many' | 'other-claim' | 'not-ours' | 'failed';

/** For the finder: type or scan the code that the claimant shows, and the thing is returned. It needs the network. */
export function EnterCode({ claimId, onDone }: { claimId: string; onDone: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const [search] = useSearchParams();
  const [code, setCode] = useState(() => (search.get('code') ?? '').replace(/\D/g, '').slice(0, CODE_DIGITS));
  const [scanning, setScanning] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>();
  /** The same code again is the same hand-over: after a lost answer it is told as done, not refused as a second one. */
  const tried = useRef<{ digits: string; opId: string }>(undefined);

  async function giveBack(digits: string): Promise<void> {
    if (!isCode(digits)) return setWrong('digits');
    setBusy(true);
    setWrong(undefined);
    if (tried.current?.digits !== digits) tried.current = { digits, opId: crypto.randomUUID() };
    const { opId } = tried.current;
    try {
      await api.call(handOver, { id: claimId, code: digits, opId }, { opId });
      showToast(t('claim.enter.done'), 'found');
      await Promise.all([refresh('listClaims'), refresh('getReport')]);
      onDone();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setWrong(error.code === 'wrong-code' || error.code === 'too-many' ? error.code : 'failed');
    } finally {
      setBusy(false);
    }
  }

  function take(text: string): void {
    setScanning(false);
    const scanned = readCode(text, claimId);
    if (scanned.kind === 'code') {
      setCode(scanned.code);
      void giveBack(scanned.code);
    } else setWrong(scanned.kind);
  }

  return (
    <section className={styles.handOver} aria-labelledby="hand-over">
      <h2 id="hand-over">{t('claim.enter.title')}</h2>
      <p>{t('claim.enter.lead')}</p>
      {scanning ? (
        <Suspense fallback={<Spinner label={t('claim.enter.camera')} />}>
          <ScanCode onRead={take} onClose={() => setScanning(false)} />
        </Suspense>
      ) : (
        <form
          className={styles.enter}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void giveBack(code);
          }}
        >
          <Field label={t('claim.enter.code')} error={wrong && t(`claim.enter.wrong.${wrong}`)}>
            {({ className, ...control }) => (
              <input
                {...control}
                className={`${className} ${styles.codeField}`}
                inputMode="numeric"
                autoComplete="off"
                maxLength={CODE_DIGITS}
                value={code}
                onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
              />
            )}
          </Field>
          <Button type="submit" busy={busy}>
            {t('claim.enter.give')}
          </Button>
          <Button kind="outlined" icon="camera" onClick={() => setScanning(true)}>
            {t('claim.enter.scan')}
          </Button>
        </form>
      )}
    </section>
  );
}
