import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgotPassword, login, resetPassword } from '../../../contract/auth.ts';
import { MIN_PASSWORD } from '../../../contract/limits.ts';
import { knownDevices } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './auth.module.css';
import { EmailField } from './email-field.tsx';
import { useEntry } from './entry.ts';
import { Failure } from './failure.tsx';
import { useMailLanguage } from './mail-language.ts';
import { codeError, fieldErrors, type Said, whyOf } from './rules.ts';

/** Forgot the password: a code to the e-mail, and with it a new one (R156). */
export function NewPassword({ email, onEmail }: { email: string; onEmail: (email: string) => void }) {
  const { t } = useTranslation();
  const { api, enter } = useEntry();
  const language = useMailLanguage();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [otp, setOtp] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ otp?: Said[number]; password?: Said[number] }>({});
  const [failure, setFailure] = useState<Said>();

  async function send(): Promise<void> {
    try {
      await api.call(forgotPassword, { email, language, ...knownDevices() });
      if (sent) showToast(t('auth.resent'));
      setSent(true);
    } catch (error) {
      setFailure(whyOf(error, 'auth.error.send'));
    }
  }

  async function save(): Promise<void> {
    const missing = {
      ...(otp ? {} : { otp: 'auth.error.codeNeeded' as const }),
      ...(password.length < MIN_PASSWORD ? { password: 'auth.error.short' as const } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    try {
      await api.call(resetPassword, { email, otp, password, ...knownDevices() });
      showToast(t('auth.passwordSaved'), 'found');
      await enter(await api.call(login, { primaryEmail: email, password, ...knownDevices() }), email);
    } catch (error) {
      const wrong = fieldErrors(error).password;
      const wrongCode = codeError(error);
      if (wrong) setErrors({ password: wrong });
      else if (wrongCode) setErrors({ otp: wrongCode });
      else setFailure(whyOf(error, 'auth.error.reset'));
    }
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    if (!email.trim()) return setFailure(['auth.error.emailNeeded']);
    setBusy(true);
    await (sent ? save() : send());
    setBusy(false);
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)}>
      {sent ? (
        <>
          <p role="status">{t('auth.codeSent', { email })}</p>
          <CodeField
            label={t('auth.code')}
            value={otp}
            onChange={setOtp}
            error={errors.otp && t(errors.otp)}
            onResend={send}
          />
          <PasswordField
            label={t('auth.newPassword')}
            hint={t('auth.passwordHint')}
            value={password}
            onChange={setPassword}
            error={errors.password && t(errors.password)}
            autoComplete="new-password"
          />
        </>
      ) : (
        <EmailField value={email} onChange={onEmail} />
      )}
      <Failure said={failure} />
      <div className={styles.submit}>
        <Button type="submit" wide busy={busy}>
          {t(sent ? 'auth.savePassword' : 'auth.sendCode')}
        </Button>
      </div>
    </form>
  );
}
