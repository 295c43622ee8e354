import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendOtp, verifyOtp } from '../../../contract/auth.ts';
import { MIN_PASSWORD } from '../../../contract/limits.ts';
import { knownDevices } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './auth.module.css';
import { NoToken, useEntry } from './entry.ts';
import { Failure } from './failure.tsx';
import { useMailLanguage } from './mail-language.ts';
import { codeError, type ErrorKey, fieldErrors, type Said, whyOf } from './rules.ts';

interface CodeStepProps {
  email: string;
  purpose: 'login' | 'register';
  /** Chosen at registration: it goes along, so that the account is of who has both. Asked again when the page forgot it. */
  password?: string;
  /** Back to where the e-mail is typed. */
  onOther?: () => void;
}

/** The code from the e-mail, which opens the session. */
export function CodeStep({ email, purpose, password: chosen, onOther }: CodeStepProps) {
  const { t } = useTranslation();
  const { api, enter } = useEntry();
  const language = useMailLanguage();
  const [otp, setOtp] = useState('');
  const [typed, setTyped] = useState('');
  const [passwordError, setPasswordError] = useState<ErrorKey>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Said[number]>();
  const [failure, setFailure] = useState<Said>();

  const asksPassword = purpose === 'register' && !chosen;
  const password = asksPassword ? typed : chosen;

  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    setError(otp ? undefined : 'auth.error.codeNeeded');
    const isShort = asksPassword && typed.length < MIN_PASSWORD;
    setPasswordError(isShort ? 'auth.error.short' : undefined);
    if (!otp || isShort) return;
    setBusy(true);
    try {
      const { session } = await api.call(verifyOtp, {
        email,
        otp,
        purpose,
        ...knownDevices(),
        ...(password ? { password } : {}),
      });
      showToast(t('auth.verified'), 'found');
      await enter(session, email, purpose === 'register' ? t('auth.registered') : undefined);
    } catch (cause) {
      setBusy(false);
      const wrongCode = codeError(cause);
      const wrong = asksPassword ? fieldErrors(cause).password : undefined;
      if (wrong) setPasswordError(wrong);
      else if (wrongCode) setError(wrongCode);
      else setFailure(cause instanceof NoToken ? ['auth.error.noToken'] : whyOf(cause, 'auth.error.verify'));
    }
  }

  async function resend(): Promise<void> {
    try {
      await api.call(resendOtp, { email, purpose, language, ...knownDevices() });
      showToast(t('auth.resent'));
    } catch (cause) {
      setFailure(whyOf(cause, 'auth.error.send'));
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void verify(event)}>
      <p role="status">{t(purpose === 'login' ? 'auth.codeSent' : 'auth.registerSent', { email })}</p>
      <CodeField label={t('auth.code')} value={otp} onChange={setOtp} error={error && t(error)} onResend={resend} />
      {asksPassword && (
        <PasswordField
          label={t('auth.password')}
          hint={t('auth.passwordHint')}
          value={typed}
          onChange={setTyped}
          error={passwordError && t(passwordError)}
          autoComplete="new-password"
        />
      )}
      <Failure said={failure} />
      <div className={styles.submit}>
        <Button type="submit" wide busy={busy}>
          {t(purpose === 'login' ? 'auth.login' : 'auth.confirmCode')}
        </Button>
      </div>
      {onOther && (
        <div className={styles.flush}>
          <Button kind="quiet" icon="back" onClick={onOther}>
            {t('auth.otherEmail')}
          </Button>
        </div>
      )}
    </form>
  );
}
