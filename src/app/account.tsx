/** The account in the header and in the phone's menu: who is signed in, where that leads, and the way out. */

import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../api/session.ts';
import { pictureOf, type SessionUser } from '../api/session-user.ts';
import { useUnread } from '../api/unread.ts';
import { isOutpost } from '../platform/outpost.ts';
import { useServices } from '../services.ts';
import { leave } from '../sync/leave.ts';
import { Icon } from '../ui/icon.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './account.module.css';
import menu from './menu.module.css';
import { MenuButton } from './menu-button.tsx';
import { MenuRow } from './menu-row.tsx';
import { ACCOUNT_PAGES } from './pages.ts';
import { SignedOutLinks, SignedOutRows } from './signed-out.tsx';
import { useDisclosure } from './use-disclosure.ts';

/** Who looks at what is protected; theirs may be shared devices, and on one that is, its settings are there for everyone. */
const OFFICES = ['officer', 'moderator', 'admin'];

/** R63, R64 on wide screens. */
export function AccountLinks() {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  if (!user) return <SignedOutLinks />;
  return (
    <>
      <Link className={`${styles.link} ${styles.second}`} to="/post-item">
        <Icon name="plus" size="small" />
        {t('nav.post')}
      </Link>
      <UserMenu user={user} />
    </>
  );
}

/** The same in the menu of a phone, which closes after signing out (R61). */
export function AccountRows({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  if (!user) return <SignedOutRows />;
  return (
    <>
      <MenuRow to="/post-item" icon="plus" label={t('nav.post')} />
      <Places user={user} />
      <li>
        <SignOut className={`${menu.link} ${menu.out}`} onSignOut={onSignOut} />
      </li>
    </>
  );
}

/** R65, R285. */
function UserMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const id = useId();
  const disclosure = useDisclosure();
  const { open, root, close } = disclosure;
  return (
    <div ref={root} className={styles.menu}>
      <MenuButton menu={disclosure} controls={id} label={t('nav.account')}>
        <img className={styles.face} src={pictureOf(user)} crossOrigin="anonymous" alt="" />
        <span className={styles.count}>
          <Unread />
        </span>
      </MenuButton>
      <nav id={id} className={styles.panel} aria-label={t('nav.account')} hidden={!open}>
        <p className={styles.who}>
          <span className={styles.name}>{user.name}</span>
          <br />
          <span className={styles.mail}>{user.email}</span>
        </p>
        <ul>
          <Places user={user} />
          <li>
            <SignOut className={`${styles.row}`} onSignOut={close} />
          </li>
        </ul>
      </nav>
    </div>
  );
}

function Places({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  return (
    <>
      {ACCOUNT_PAGES.map(({ path, label, icon }) => (
        <MenuRow key={path} to={path} icon={icon} label={t(label)} count={path === '/inbox' && <Unread />} />
      ))}
      {OFFICES.includes(user.role) && <MenuRow to="/duty" icon="clock" label={t('duty.title')} />}
      {OFFICES.includes(user.role) && (
        <MenuRow
          to="/moderation"
          icon="shield"
          label={t(user.role === 'officer' ? 'moderation.tab.notes' : 'nav.moderation')}
        />
      )}
      {(isOutpost() || OFFICES.includes(user.role)) && <MenuRow to="/outpost" icon="lock" label={t('outpost.title')} />}
    </>
  );
}

/** How many notices wait; nothing when there is none. */
export function Unread() {
  const { t } = useTranslation();
  const count = useUnread();
  if (count === 0) return null;
  return (
    <span className={styles.unread}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="unseen">, {t('nav.unread', { count })}</span>
    </span>
  );
}

function SignOut({ className, onSignOut }: { className: string; onSignOut: () => void }) {
  const { t } = useTranslation();
  const { db, api, sync } = useServices();
  async function signOut(): Promise<void> {
    onSignOut();
    const done = await leave({ db, api, now: Date.now });
    if (done.kind === 'failed') showToast(t('leave.failed'), 'wait');
    if (done.kind !== 'left') return;
    showToast(done.sealed > 0 ? t('leave.sealed', { count: done.sealed }) : t('nav.signedOut'));
    sync.wake();
  }
  return (
    <button type="button" className={className} onClick={() => void signOut()}>
      <Icon name="signOut" />
      {t('nav.signOut')}
    </button>
  );
}
