import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import styles from './menu.module.css';
import { MenuButton } from './menu-button.tsx';
import { MenuRow } from './menu-row.tsx';
import { ABOUT_US, SEARCHING } from './pages.ts';
import { AccountRowsSlot, LookSlot, UnreadSlot } from './slots.tsx';
import { ThemeToggle } from './toggles.tsx';
import { useDisclosure } from './use-disclosure.ts';

/** The collapsible menu of phones (R59, R286): where to look and report, what is one's own, what there is to read, each in a group; the languages. */
export function Menu() {
  const { t } = useTranslation();
  const id = useId();
  const disclosure = useDisclosure();
  const { open, root, close } = disclosure;
  const rowsOf = (pages: readonly (typeof SEARCHING | typeof ABOUT_US)[number][]) =>
    pages.map(({ path, label, icon }) => <MenuRow key={path} to={path} icon={icon} label={t(label)} />);
  return (
    <div ref={root} className={styles.menu}>
      <MenuButton menu={disclosure} controls={id} label={t(open ? 'nav.closeMenu' : 'nav.menu')}>
        <Icon name={open ? 'close' : 'menu'} />
        {!open && (
          <span className={styles.count}>
            <UnreadSlot />
          </span>
        )}
      </MenuButton>
      <nav id={id} className={styles.panel} aria-label={t('nav.menu')} hidden={!open}>
        <div className={styles.columns}>
          <ul>{rowsOf(SEARCHING)}</ul>
          <ul>
            <AccountRowsSlot onSignOut={close} />
            <li>
              <ThemeToggle words />
            </li>
          </ul>
          <ul>{rowsOf(ABOUT_US)}</ul>
        </div>
        <LookSlot />
      </nav>
    </div>
  );
}
