import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '../../../contract/endpoint.ts';
import { beginSignIn, proveOneself } from '../../../contract/passkey.ts';
import { keepUser } from '../../api/session.ts';
import { hasPasskeys, showPasskey } from '../../platform/passkey.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { passkeyFailure, type Said } from './passkey-words.ts';
import styles from './profile.module.css';

/** To show once more that it is its owner who holds the phone; a passkey opens the powers of an office, too. */
export function Prove({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Said>();

  async function prove(proofOf: () => Promise<InputOf<typeof proveOneself> | Said>): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const proof = await proofOf();
      if (typeof proof === 'string') return setFailure(proof);
      const { user } = await api.call(proveOneself, proof);
      keepUser(user);
      showToast(t('passkey.proved'), 'found');
      onDone();
    } catch (error) {
      setFailure(passkeyFailure(error));
    } finally {
      setBusy(false);
    }
  }

  const byPassword = (event: FormEvent) => {
    event.preventDefault();
    void prove(async () => ({ password }));
  };
  const byPasskey = () =>
    prove(async () => {
      const done = await showPasskey(await api.call(beginSignIn, {}));
      return done.kind === 'done' ? { shown: done.answer } : `passkey.error.${done.kind}`;
    });

  return (
    <form className={styles.form} noValidate onSubmit={byPassword} aria-label={t('passkey.proof')}>
      <h3>{t('passkey.proof')}</h3>
      <p>{t('passkey.proofText')}</p>
      <PasswordField
        label={t('auth.password')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
      <FormFailure>{failure && t(failure)}</FormFailure>
      <div className={styles.buttons}>
        <Button type="submit" busy={busy}>
          {t('passkey.usePassword')}
        </Button>
        {hasPasskeys() && (
          <Button kind="outlined" icon="lock" busy={busy} onClick={() => void byPasskey()}>
            {t('passkey.usePasskey')}
          </Button>
        )}
      </div>
    </form>
  );
}
