import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import styles from './header.module.css';
import { Menu } from './menu.tsx';
import { PAGES } from './pages.ts';
import { UnsentSlot } from './slots.tsx';
import { LanguageToggle, ThemeToggle } from './toggles.tsx';

/** Sticky (R56): the name, the way to help, the language; the rest in the menu on phones, as links on wide screens. */
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
              {path === '/outbox' && <UnsentSlot />}
            </NavLink>
          ))}
        </nav>
        <a className={styles.sos} href="tel:112" aria-label={t('nav.emergencyCall')}>
          <span className={styles.sosPill}>
            <Icon name="phone" size="small" />
            112
          </span>
        </a>
        <LanguageToggle />
        <div className={styles.theme}>
          <ThemeToggle />
        </div>
        <Menu />
      </div>
    </header>
  );
}
