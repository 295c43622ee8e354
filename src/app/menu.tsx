import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { Icon } from '../ui/icon.tsx';
import styles from './menu.module.css';
import { PAGES } from './pages.ts';
import { ThemeToggle } from './toggles.tsx';

/** The collapsible menu of phones (R59, R286). It closes after navigation (R60), on Escape, and on a press elsewhere. */
export function Menu() {
  const { t } = useTranslation();
  const id = useId();
  const { key } = useLocation();
  // Open for one entry of the history only, so that going anywhere closes it.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpenAt(undefined);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div ref={menu} className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={id}
        aria-label={t(open ? 'nav.closeMenu' : 'nav.menu')}
        onClick={() => setOpenAt(open ? undefined : key)}
      >
        <Icon name={open ? 'close' : 'menu'} />
      </button>
      <nav id={id} className={styles.panel} aria-label={t('nav.menu')} hidden={!open}>
        <ul>
          {PAGES.map(({ path, label, icon }) => (
            <li key={path}>
              <NavLink className={`${styles.link}`} to={path} end>
                <Icon name={icon} />
                {t(label)}
              </NavLink>
            </li>
          ))}
          <li className={styles.theme}>
            <ThemeToggle words />
          </li>
        </ul>
      </nav>
    </div>
  );
}
