import { useTranslation } from 'react-i18next';
import type { SessionUser } from '../../api/session-user.ts';
import { useUnread } from '../../api/unread.ts';
import { Badge } from '../../ui/badge.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './profile.module.css';

const WAYS = [
  { to: '/claims', icon: 'check', title: 'profile.claims', detail: 'profile.claimsDetail' },
  { to: '/inbox', icon: 'bell', title: 'profile.inbox', detail: 'profile.inboxDetail' },
] as const satisfies readonly { to: string; icon: IconName; title: string; detail: string }[];

/** What belongs to the account, and where it is. */
export function Ways({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const unread = useUnread();
  const gives = user.role === 'admin' || user.role === 'moderator';
  return (
    <section className={styles.section}>
      <h2>{t('profile.yours')}</h2>
      <List>
        {WAYS.map(({ to, icon, title, detail }) => (
          <ListRow
            key={to}
            lead={<Icon name={icon} />}
            title={t(title)}
            detail={
              <>
                {t(detail)}{' '}
                {to === '/inbox' && unread > 0 && <Badge tone="wait">{t('nav.unread', { count: unread })}</Badge>}
              </>
            }
            to={to}
          />
        ))}
        {gives && (
          <ListRow
            lead={<Icon name="shield" />}
            title={t('profile.people')}
            detail={t('profile.peopleDetail')}
            to="/moderation/people"
          />
        )}
      </List>
    </section>
  );
}
