import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SITE } from '../../../contract/site.ts';
import { refreshUser } from '../../api/account.ts';
import { useSession } from '../../api/session.ts';
import { useServices } from '../../services.ts';
import { useSyncStatus } from '../../sync/status.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PasskeyNeeded } from '../../ui/passkey-needed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Ending } from './ending.tsx';
import { Facts } from './facts.tsx';
import { Guardian } from './guardian.tsx';
import { MyData } from './my-data.tsx';
import { MyReports } from './my-reports.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import styles from './profile.module.css';
import { ProfileForm } from './profile-form.tsx';
import { Sessions } from './sessions.tsx';
import { Strikes } from './strikes.tsx';
import { Ways } from './ways.tsx';

/** The own account (R17, R49, R161 to R164): what it is, what belongs to it, and its end. */
export function Page() {
  const { t } = useTranslation();
  const { api } = useServices();
  const user = useSession((session) => session.user);
  const link = useSyncStatus((status) => status.link);
  const [editing, setEditing] = useState(false);
  useEffect(() => void refreshUser(api), [api]);
  if (!user) {
    return (
      <>
        <PageTitle title={t('profile.title')} />
        <Skeleton rows={3} />
      </>
    );
  }
  const onServer = user.local === undefined;
  return (
    <>
      <PageTitle title={editing ? t('profile.editTitle') : user.name} />
      <div className={styles.notes}>
        {!onServer && (
          <Banner
            tone="wait"
            icon="clock"
            action={
              <LinkButton kind="outlined" to="/register">
                {t('profile.finishAction')}
              </LinkButton>
            }
          >
            <b>{t('common.sentence', { text: t('profile.finishTitle') })}</b> {t('profile.finishText')}
          </Banner>
        )}
        {onServer && link === 'offline' && (
          <Banner tone="wait" icon="offline">
            {t('profile.offline')}
          </Banner>
        )}
        {user.needsPasskey && <PasskeyNeeded />}
        {user.standing === 'suspended' && (
          <Banner tone="lost" icon="alert">
            {t('profile.suspended', { email: SITE.supportEmail })}
          </Banner>
        )}
      </div>
      {editing ? (
        <ProfileForm user={user} onDone={() => setEditing(false)} />
      ) : (
        <div className={styles.columns}>
          <div>
            <Facts user={user} />
            {onServer && (
              <Button kind="outlined" icon="pencil" onClick={() => setEditing(true)}>
                {t('profile.edit')}
              </Button>
            )}
          </div>
          <div>
            {onServer && user.standing === 'young' && <Guardian />}
            {onServer && <Strikes />}
            {onServer && <MyReports />}
            <Ways user={user} />
            {onServer && <PasswordForm user={user} />}
            {onServer && <Passkeys needed={user.needsPasskey === true} />}
            {onServer && <Sessions />}
            {onServer && <MyData />}
            <Ending user={user} />
          </div>
        </div>
      )}
    </>
  );
}
