import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendOtp } from '../../../contract/auth.ts';
import { knownDevices } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import styles from './auth.module.css';
import { CodeStep } from './code-step.tsx';
import { EmailField } from './email-field.tsx';
import { useEntry } from './entry.ts';
import { Failure } from './failure.tsx';
import { useMailLanguage } from './mail-language.ts';
import { type Said, whyOf } from './rules.ts';

/** An e-mail, then the code that comes to it. */
export function ByCode({ email, onEmail }: { email: string; onEmail: (email: string) => void }) {
  const { t } = useTranslation();
  const { api } = useEntry();
  const language = useMailLanguage();
  const [phase, setPhase] = useState<'email' | 'busy' | 'code'>('email');
  const [failure, setFailure] = useState<Said>();

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (phase === 'busy') return;
    if (!email.trim()) return setFailure(['auth.error.emailNeeded']);
    setPhase('busy');
    setFailure(undefined);
    try {
      await api.call(resendOtp, { email, purpose: 'login', language, ...knownDevices() });
      setPhase('code');
    } catch (error) {
      setPhase('email');
      setFailure(whyOf(error, 'auth.error.send'));
    }
  }

  if (phase === 'code') return <CodeStep email={email} purpose="login" onOther={() => setPhase('email')} />;
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <EmailField value={email} onChange={onEmail} />
      <Failure said={failure} />
      <div className={styles.submit}>
        <Button type="submit" wide busy={phase === 'busy'}>
          {t('auth.sendCode')}
        </Button>
      </div>
    </form>
  );
}
