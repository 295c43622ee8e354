import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { isOutpost } from '../platform/outpost.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import styles from './header.module.css';
import { Menu } from './menu.tsx';
import { PAGES } from './pages.ts';
import { AccountSlot, LockSlot, UnsentSlot } from './slots.tsx';
import { LanguageToggle, ThemeToggle } from './toggles.tsx';

/** Sticky (R56): the name, the way to help, the language, the account; the pages as links where there is room (R62). */
export function Header() {
  const { t } = useTranslation();
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link className={styles.name} to="/">
          <Mark />
          {t('app.name')}
        </Link>
        <nav className={styles.links} aria-label={t('nav.main')}>
          {PAGES.map(({ path, label }) => (
            <NavLink key={path} className={`${styles.link}`} to={path} end>
              {t(label)}
            </NavLink>
          ))}
        </nav>
        <a className={styles.sos} href="tel:112" aria-label={t('nav.emergencyCall')}>
          <span className={styles.sosPill}>
            <Icon name="phone" size="small" />
            112
          </span>
        </a>
        <Link className={styles.outbox} to="/outbox" aria-label={t('nav.outbox')}>
          <Icon name="outbox" />
          <span className={styles.count}>
            <UnsentSlot />
          </span>
        </Link>
        <LanguageToggle />
        <div className={styles.theme}>
          <ThemeToggle />
        </div>
        {isOutpost() && (
          <span data-lock>
            <LockSlot />
          </span>
        )}
        <AccountSlot />
        <Menu />
      </div>
    </header>
  );
}
