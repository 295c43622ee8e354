import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeRole, changeStanding, type User } from '../../../contract/auth.ts';
import { Role } from '../../../contract/user.ts';
import { useServices } from '../../app/services.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './profile.module.css';

interface PersonDialogProps {
  user: User;
  /** Roles are given by admins alone. */
  canGive: boolean;
  onClose: () => void;
  onChanged: () => void;
}

const isMember = (role: Role): boolean => role === 'volunteer' || role === 'officer';

/** What may be done to an account, each with a reason that is written down. */
export function PersonDialog({ user, canGive, onClose, onChanged }: PersonDialogProps) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [role, setRole] = useState(user.role);
  const [organisation, setOrganisation] = useState(user.organisation ?? '');
  const [reason, setReason] = useState('');
  const [isUnexplained, setUnexplained] = useState(false);
  const [failed, setFailed] = useState(false);
  const isSuspended = user.standing === 'suspended';

  async function apply(change: () => Promise<unknown>, done: string): Promise<void> {
    setFailed(false);
    setUnexplained(!reason.trim());
    if (!reason.trim()) return;
    try {
      await change();
      showToast(done, 'found');
      onChanged();
    } catch (cause) {
      console.warn('An account could not be changed', cause);
      setFailed(true);
    }
  }

  const give = () =>
    apply(
      () => api.call(changeRole, { id: user.id, role, organisation, reason }),
      t('people.given', { name: user.name }),
    );
  const suspend = () =>
    apply(
      () => api.call(changeStanding, { id: user.id, suspended: !isSuspended, reason }),
      t(isSuspended ? 'people.liftedNow' : 'people.suspendedNow', { name: user.name }),
    );

  return (
    <Dialog
      open
      title={t('people.changeOf', { name: user.name })}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={() => void suspend()}>
            {t(isSuspended ? 'people.lift' : 'people.suspend')}
          </Button>
          {canGive && <Button onClick={() => void give()}>{t('people.give')}</Button>}
          <Button kind="outlined" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {user.bio && <p className={styles.bio}>{user.bio}</p>}
      {canGive && (
        <Field label={t('people.role')}>
          {(control) => (
            <select {...control} value={role} onChange={(event) => setRole(Role.parse(event.target.value))}>
              {Role.options.map((option) => (
                <option key={option} value={option}>
                  {t(`profile.roles.${option}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {canGive && isMember(role) && (
        <Field label={t('people.organisation')}>
          {(control) => (
            <input {...control} value={organisation} onChange={(event) => setOrganisation(event.target.value)} />
          )}
        </Field>
      )}
      <Field
        label={t('people.reason')}
        hint={t('people.reasonHint')}
        error={isUnexplained ? t('people.reasonNeeded') : undefined}
      >
        {(control) => (
          <textarea {...control} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      <FormFailure>{failed && t('people.changeFailed')}</FormFailure>
    </Dialog>
  );
}
