import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { login } from '../../../contract/auth.ts';
import { knownDevices } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './auth.module.css';
import { CodeStep } from './code-step.tsx';
import { EmailField } from './email-field.tsx';
import { NoToken, useEntry } from './entry.ts';
import { Failure } from './failure.tsx';
import { isNeeded, type Said, whyOf } from './rules.ts';

interface ByPasswordProps {
  email: string;
  onEmail: (email: string) => void;
  onForgot: () => void;
}

export function ByPassword({ email, onEmail, onForgot }: ByPasswordProps) {
  const { t } = useTranslation();
  const { api, enter } = useEntry();
  const [password, setPassword] = useState('');
  const [phase, setPhase] = useState<'open' | 'busy' | 'code'>('open');
  const [failure, setFailure] = useState<Said>();

  async function signIn(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (phase === 'busy') return;
    if (!email.trim() || !password) return setFailure(['auth.error.bothNeeded']);
    setPhase('busy');
    setFailure(undefined);
    try {
      await enter(await api.call(login, { primaryEmail: email, password, ...knownDevices() }), email);
    } catch (error) {
      // The e-mail was never proved: a code is on its way, and goes together with the password.
      if (isNeeded(error)) return setPhase('code');
      setPhase('open');
      setFailure(error instanceof NoToken ? ['auth.error.noToken'] : whyOf(error, 'auth.error.login'));
    }
  }

  if (phase === 'code') return <CodeStep email={email} purpose="register" password={password} />;
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void signIn(event)}>
      <EmailField value={email} onChange={onEmail} autoComplete="username" />
      <PasswordField
        label={t('auth.password')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
      <div className={styles.flush}>
        <Button kind="quiet" onClick={onForgot}>
          {t('auth.forgot')}
        </Button>
      </div>
      <Failure said={failure} />
      <div className={styles.submit}>
        <Button type="submit" wide busy={phase === 'busy'}>
          {t('auth.login')}
        </Button>
      </div>
    </form>
  );
}
