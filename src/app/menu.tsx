import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import styles from './menu.module.css';
import { MenuButton } from './menu-button.tsx';
import { MenuRow } from './menu-row.tsx';
import { MENU } from './pages.ts';
import { AccountRowsSlot, LookSlot, UnreadSlot } from './slots.tsx';
import { ThemeToggle } from './toggles.tsx';
import { useDisclosure } from './use-disclosure.ts';

/** The collapsible menu of phones (R59, R286): all pages, the account, the theme, the languages. */
export function Menu() {
  const { t } = useTranslation();
  const id = useId();
  const disclosure = useDisclosure();
  const { open, root, close } = disclosure;
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
          <Group name="search" />
          <div>
            <h2 className={styles.group}>{t('nav.groups.you')}</h2>
            <ul>
              <AccountRowsSlot onSignOut={close} />
              <li>
                <ThemeToggle words />
              </li>
            </ul>
          </div>
          <Group name="help" />
        </div>
        <LookSlot />
      </nav>
    </div>
  );
}

function Group({ name }: { name: keyof typeof MENU }) {
  const { t } = useTranslation();
  return (
    <div>
      <h2 className={styles.group}>{t(`nav.groups.${name}`)}</h2>
      <ul>
        {MENU[name].map(({ path, label, icon }) => (
          <MenuRow key={path} to={path} icon={icon} label={t(label)} />
        ))}
      </ul>
    </div>
  );
}
