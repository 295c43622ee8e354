import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { Icon } from '../ui/icon.tsx';
import styles from './bottom-bar.module.css';
import { UnsentSlot } from './slots.tsx';

/** The five places a thumb must always reach, on phones. Scanning is the reason the app is on this phone: it stands out. */
export function BottomBar() {
  const { t } = useTranslation();
  return (
    <nav className={styles.bar} aria-label={t('nav.bar')}>
      <NavLink className={`${styles.link}`} to="/" end>
        <Icon name="home" />
        {t('nav.home')}
      </NavLink>
      <NavLink className={`${styles.link}`} to="/lost-peoples">
        <Icon name="search" />
        {t('nav.search')}
      </NavLink>
      <NavLink className={`${styles.link} ${styles.scan}`} to="/face-recognition">
        <span className={styles.round}>
          <Icon name="scan" size="large" />
        </span>
        {t('nav.scan')}
      </NavLink>
      <NavLink className={`${styles.link}`} to="/outbox">
        <span className={styles.icon}>
          <Icon name="outbox" />
        </span>
        {t('nav.outbox')}
        <span className={styles.count}>
          <UnsentSlot />
        </span>
      </NavLink>
      <NavLink className={`${styles.link}`} to="/profile">
        <Icon name="person" />
        {t('nav.profile')}
      </NavLink>
    </nav>
  );
}
