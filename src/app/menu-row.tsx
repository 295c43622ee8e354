import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './menu.module.css';
import { isReporting } from './pages.ts';

/** A place one can go to from a menu. */
export function MenuRow({ to, icon, label, count }: { to: string; icon: IconName; label: string; count?: ReactNode }) {
  const current = isReporting(useLocation()) ? 'false' : 'page';
  return (
    <li>
      <NavLink className={`${styles.link}`} to={to} end aria-current={current}>
        <Icon name={icon} />
        {label}
        {count}
      </NavLink>
    </li>
  );
}
