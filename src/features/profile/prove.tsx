import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendOtp } from '../../../contract/auth.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { beginSignIn, proveOneself } from '../../../contract/passkey.ts';
import { keepUser, knownDevices, useSession } from '../../api/session.ts';
import { DEFAULT_LANGUAGE, isLanguage } from '../../i18n/language.ts';
import { hasPasskeys, showPasskey } from '../../platform/passkey.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { passkeyFailure, type Said } from './passkey-words.ts';
import styles from './profile.module.css';

/**
 * To show once more that it is its owner who holds the phone; a passkey opens the powers of an office, too. `isDialog`: it
 * is the whole of a dialog, which has said what it is.
 */
export function Prove({ onDone, isDialog = false }: { onDone: () => void; isDialog?: boolean }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const email = useSession((session) => session.user?.email) ?? '';
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Said>();

  async function attempt(work: () => Promise<Said | undefined>): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      setFailure(await work());
    } catch (error) {
      setFailure(passkeyFailure(error));
    } finally {
      setBusy(false);
    }
  }

  const prove = (proofOf: () => Promise<InputOf<typeof proveOneself> | Said>): Promise<void> =>
    attempt(async () => {
      const proof = await proofOf();
      if (typeof proof === 'string') return proof;
      const { user } = await api.call(proveOneself, proof);
      keepUser(user);
      showToast(t('passkey.proved'), 'found');
      onDone();
      return undefined;
    });
  const sendCode = () =>
    attempt(async () => {
      const language = isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
      await api.call(resendOtp, { email, purpose: 'login', language, ...knownDevices() });
      setCode('');
      return undefined;
    });

  const bySecret = (event: FormEvent) => {
    event.preventDefault();
    void prove(async () => (code === undefined ? { password } : { otp: code, ...knownDevices() }));
  };
  const byPasskey = () =>
    prove(async () => {
      const done = await showPasskey(await api.call(beginSignIn, {}));
      return done.kind === 'done' ? { shown: done.answer } : `passkey.error.${done.kind}`;
    });

  return (
    <form className={styles.form} noValidate onSubmit={bySecret} aria-label={t('passkey.proof')}>
      {!isDialog && <h3>{t('passkey.proof')}</h3>}
      <p>{t(isDialog ? 'passkey.proofWhy' : 'passkey.proofText')}</p>
      {code === undefined ? (
        <PasswordField
          label={t('auth.password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
        />
      ) : (
        <CodeField label={t('auth.code')} value={code} onChange={setCode} onResend={sendCode} />
      )}
      <FormFailure>{failure && t(failure)}</FormFailure>
      <div className={styles.buttons}>
        {hasPasskeys() && (
          <Button kind={isDialog ? 'filled' : 'outlined'} icon="lock" busy={busy} onClick={() => void byPasskey()}>
            {t('passkey.usePasskey')}
          </Button>
        )}
        <Button type="submit" kind={isDialog && hasPasskeys() ? 'outlined' : 'filled'} busy={busy}>
          {t(code === undefined ? 'passkey.usePassword' : 'auth.confirmCode')}
        </Button>
        {code === undefined && (
          <Button kind="quiet" icon="mail" busy={busy} onClick={() => void sendCode()}>
            {t('passkey.useCode')}
          </Button>
        )}
      </div>
    </form>
  );
}
