import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './account.module.css';
import { MenuRow } from './menu-row.tsx';
import { SIGNED_OUT_PAGES } from './pages.ts';

/**
 * What the header offers who is not signed in (R63). The build draws it for everyone; index.html hides it from who is
 * signed in until their own menu takes its place.
 */
export function SignedOutLinks() {
  const { t } = useTranslation();
  return SIGNED_OUT_PAGES.map(({ path, label }) => (
    <Link key={path} className={`${styles.link} ${styles[label === 'nav.register' ? 'second' : 'first']}`} to={path}>
      {t(label)}
    </Link>
  ));
}

/** The same in the menu of a phone. */
export function SignedOutRows() {
  const { t } = useTranslation();
  return SIGNED_OUT_PAGES.map(({ path, label, icon }) => <MenuRow key={path} to={path} icon={icon} label={t(label)} />);
}
