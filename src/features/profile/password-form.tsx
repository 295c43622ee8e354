import type { ParseKeys } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateUser } from '../../../contract/auth.ts';
import { AppError } from '../../../contract/errors.ts';
import { MIN_PASSWORD } from '../../../contract/limits.ts';
import type { SessionUser } from '../../api/session-user.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { type Failed, reasonOr } from './failed.ts';
import styles from './profile.module.css';

/** Change the password; every other phone is then signed out. Folded away: it is wanted once a year. */
export function PasswordForm({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<{ current?: ParseKeys; chosen?: ParseKeys }>({});
  const [failure, setFailure] = useState<Failed>();

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setErrors(chosen.length < MIN_PASSWORD ? { chosen: 'auth.error.short' } : {});
    setFailure(undefined);
    if (chosen.length < MIN_PASSWORD) return;
    setBusy(true);
    try {
      await api.call(updateUser, { id: user.id, password, newPassword: chosen });
      showToast(t('profile.passwordChanged'), 'found');
      setPassword('');
      setChosen('');
      setOpen(false);
    } catch (error) {
      if (error instanceof AppError && error.code === 'wrong-password') setErrors({ current: 'profile.currentWrong' });
      else if (error instanceof AppError && error.fields.newPassword) setErrors({ chosen: 'auth.error.common' });
      else setFailure({ cause: error });
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.section}>
      <h2>{t('auth.password')}</h2>
      {!open && (
        <Button kind="outlined" onClick={() => setOpen(true)}>
          {t('profile.passwordTitle')}
        </Button>
      )}
      {open && (
        <form noValidate onSubmit={(event) => void save(event)}>
          {/* For password keepers: whose password it is. */}
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            label={t('profile.current')}
            hint={t('profile.currentHint')}
            value={password}
            onChange={setPassword}
            error={errors.current && t(errors.current)}
            autoComplete="current-password"
          />
          <PasswordField
            label={t('auth.newPassword')}
            hint={t('auth.passwordHint')}
            value={chosen}
            onChange={setChosen}
            error={errors.chosen && t(errors.chosen)}
            autoComplete="new-password"
          />
          <FormFailure>{reasonOr('auth.error.reset', failure, t)}</FormFailure>
          <div className={styles.buttons}>
            <Button type="submit" busy={busy}>
              {t('auth.savePassword')}
            </Button>
            <Button kind="outlined" onClick={() => setOpen(false)}>
              {t('common.cancel')}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
