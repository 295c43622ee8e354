import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginSignIn, signInByPasskey } from '../../../contract/passkey.ts';
import { knownDevices } from '../../api/session.ts';
import { hasPasskeys, showPasskey } from '../../platform/passkey.ts';
import { Button } from '../../ui/button.tsx';
import styles from './auth.module.css';
import { NoToken, useEntry } from './entry.ts';
import { Failure } from './failure.tsx';
import { type Said, whyOf } from './rules.ts';

/** One tap, where this browser has passkeys: the device asks which, and whose. */
export function ByPasskey() {
  const { t } = useTranslation();
  const { api, enter } = useEntry();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Said>();
  if (!hasPasskeys()) return null;

  async function signIn(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const done = await showPasskey(await api.call(beginSignIn, {}));
      if (done.kind !== 'done') return setFailure([`passkey.error.${done.kind}`]);
      const session = await api.call(signInByPasskey, { shown: done.answer, ...knownDevices() });
      await enter(session, session.user.email);
    } catch (error) {
      setFailure(error instanceof NoToken ? ['auth.error.noToken'] : whyOf(error, 'auth.error.login'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.form}>
      <Button kind="outlined" icon="lock" wide busy={busy} onClick={() => void signIn()}>
        {t('passkey.signIn')}
      </Button>
      <Failure said={failure} />
    </div>
  );
}
