import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isMember } from '../../../contract/user.ts';
import { pictureOf, type SessionUser } from '../../api/session-user.ts';
import { formatDate } from '../../i18n/relative-time.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './profile.module.css';

/** The names of districts are for few, and come behind. */
const Duty = lazy(async () => ({ default: (await import('./duty.tsx')).Duty }));

/** What the account is, in words (R163, R164, R174). */
export function Facts({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const day = (instant: string) => formatDate(t, new Date(instant));
  return (
    <>
      <div className={styles.who}>
        <img
          className={styles.face}
          src={pictureOf(user)}
          crossOrigin="anonymous"
          alt={t('profile.pictureOf', { name: user.name })}
        />
        <div>
          <p>{user.email}</p>
          <p>{user.phone || t('profile.noPhone')}</p>
        </div>
      </div>
      {user.bio && <p className={styles.bio}>{user.bio}</p>}
      <dl className={styles.facts}>
        <Fact label={t('profile.status')}>
          <Badge tone={user.status === 'active' ? 'found' : 'lost'}>{t(`profile.${user.status}`)}</Badge>
        </Fact>
        <Fact label={t('profile.verification')}>
          <Badge tone={user.verification === 'verified' ? 'found' : 'wait'}>{t(`profile.${user.verification}`)}</Badge>
        </Fact>
        <Fact label={t('profile.role')}>{t(`profile.roles.${user.role}`)}</Fact>
        {user.organisation && <Fact label={t('profile.organisation')}>{user.organisation}</Fact>}
        {isMember(user.role) && (
          <Fact label={t('profile.duty')}>
            <Suspense>{user.districts ? <Duty districts={user.districts} /> : t('profile.noDuty')}</Suspense>
          </Fact>
        )}
        <Fact label={t('profile.joined')}>{day(user.joinedAt)}</Fact>
        <Fact label={t('profile.updated')}>{day(user.updatedAt)}</Fact>
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
