import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refuseAdmin } from '../../../contract/admins.ts';
import { type Account, changeRole, changeStanding, endSessionsOf } from '../../../contract/auth.ts';
import { ADMIN_PROPOSAL_HOURS } from '../../../contract/limits.ts';
import { isMember, MEMBER_DISTRICTS, Role } from '../../../contract/user.ts';
import { useSession } from '../../api/session.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { showToast } from '../../ui/toasts.ts';
import { DistrictPicker } from './district-picker.tsx';
import styles from './profile.module.css';

interface PersonDialogProps {
  user: Account;
  /** Roles are given by admins alone. */
  canGive: boolean;
  onClose: () => void;
  onChanged: () => void;
}

/** What may be done to an account, each with a reason that is written down. */
export function PersonDialog({ user, canGive, onClose, onChanged }: PersonDialogProps) {
  const { t } = useTranslation();
  const { api } = useServices();
  const own = useSession((session) => session.user?.id);
  const proposal = canGive ? user.adminProposal : undefined;
  const confirms = proposal && proposal.by.id !== own ? proposal : undefined;
  const [role, setRole] = useState<Role>(confirms ? 'admin' : user.role);
  const [organisation, setOrganisation] = useState(user.organisation ?? '');
  const [districts, setDistricts] = useState(user.districts ?? []);
  const [reason, setReason] = useState('');
  const [isUnexplained, setUnexplained] = useState(false);
  /** To give the role: what that lacks is said then. */
  const [tried, setTried] = useState(false);
  const [failed, setFailed] = useState(false);
  const isNewAdmin = role === 'admin' && user.role !== 'admin';
  const adminHint = confirms
    ? t('people.confirmAdmin', { name: confirms.by.name })
    : isNewAdmin
      ? t('people.adminNeedsTwo', { hours: ADMIN_PROPOSAL_HOURS })
      : undefined;
  const isConfirmed = confirms !== undefined && role === 'admin';
  const isSuspended = user.standing === 'suspended';

  async function apply<T>(change: () => Promise<T>, doneOf: (answer: T) => string): Promise<void> {
    setFailed(false);
    setUnexplained(!reason.trim());
    if (!reason.trim()) return;
    try {
      showToast(doneOf(await change()), 'found');
      onChanged();
    } catch (cause) {
      console.warn('An account could not be changed', cause);
      setFailed(true);
    }
  }

  const lacksStation = role === 'officer' && organisation.trim() === '';
  const lacksDistrict = isMember(role) && districts.length === 0;
  const give = () => {
    setTried(true);
    if (lacksStation || lacksDistrict) return setUnexplained(!reason.trim());
    return apply(
      () => api.call(changeRole, { id: user.id, role, organisation, districts, reason }),
      ({ waits }) => t(waits ? 'people.adminWaits' : 'people.given', { name: user.name }),
    );
  };
  const refuse = () =>
    apply(
      () => api.call(refuseAdmin, { id: user.id, reason }),
      () => t('people.refusedNow', { name: user.name }),
    );
  const suspend = () =>
    apply(
      () => api.call(changeStanding, { id: user.id, suspended: !isSuspended, reason }),
      () => t(isSuspended ? 'people.liftedNow' : 'people.suspendedNow', { name: user.name }),
    );

  const signOut = () =>
    apply(
      () => api.call(endSessionsOf, { id: user.id, reason }),
      () => t('people.signedOutNow', { name: user.name }),
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
          {canGive && (
            <Button kind="outlined" onClick={() => void signOut()}>
              {t('people.signOut')}
            </Button>
          )}
          {canGive && <Button onClick={() => void give()}>{t(isConfirmed ? 'people.confirm' : 'people.give')}</Button>}
          {proposal && (
            <Button kind="outlined" onClick={() => void refuse()}>
              {t(confirms ? 'people.refuse' : 'people.takeBack')}
            </Button>
          )}
          <Button kind="outlined" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {user.bio && <p className={styles.bio}>{user.bio}</p>}
      {canGive && (
        <Field label={t('people.role')} hint={adminHint}>
          {(control) => (
            <select
              {...control}
              value={role}
              onChange={(event) => {
                const next = Role.parse(event.target.value);
                setRole(next);
                setDistricts((before) => before.slice(0, MEMBER_DISTRICTS[next]));
              }}
            >
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
        <>
          <Field
            label={t(role === 'officer' ? 'people.station' : 'people.organisation')}
            error={tried && lacksStation ? t('people.stationNeeded') : undefined}
          >
            {(control) => (
              <input {...control} value={organisation} onChange={(event) => setOrganisation(event.target.value)} />
            )}
          </Field>
          <DistrictPicker
            chosen={districts}
            most={MEMBER_DISTRICTS[role] ?? 1}
            error={tried && lacksDistrict ? t('people.districtNeeded') : undefined}
            onChange={setDistricts}
          />
        </>
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
