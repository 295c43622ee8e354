import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './menu.module.css';

/** A place one can go to from a menu. */
export function MenuRow({ to, icon, label, count }: { to: string; icon: IconName; label: string; count?: ReactNode }) {
  return (
    <li>
      <NavLink className={`${styles.link}`} to={to} end>
        <Icon name={icon} />
        {label}
        {count}
      </NavLink>
    </li>
  );
}
