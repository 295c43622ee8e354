import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_DIGITS } from '../../contract/limits.ts';
import { Button } from './button.tsx';
import styles from './code-field.module.css';
import { Field } from './field.tsx';

/** A mail takes some seconds; who asks again at once gets two codes, of which the first no longer works. */
const PAUSE_S = 30;

interface CodeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** Ask for another code. The pause before it may be asked again starts when the field appears, and after each. */
  onResend: () => Promise<void>;
}

/** The six digits of a one-time code, which the phone may fill in by itself. */
export function CodeField({ label, value, onChange, error, onResend }: CodeFieldProps) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(PAUSE_S);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  async function resend(): Promise<void> {
    setBusy(true);
    try {
      await onResend();
      setLeft(PAUSE_S);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Field label={label} hint={t('auth.codeHint')} error={error}>
        {({ className, ...control }) => (
          <input
            {...control}
            className={`${className} ${styles.code}`}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_DIGITS}
            value={value}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
          />
        )}
      </Field>
      <div className={styles.again}>
        <Button kind="quiet" icon="refresh" disabled={left > 0} busy={busy} onClick={() => void resend()}>
          {left > 0 ? t('auth.resendIn', { seconds: left }) : t('auth.resend')}
        </Button>
      </div>
    </>
  );
}
