import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './menu.module.css';

/** A place one can go to from a menu. */
export function MenuRow({ to, icon, label, count }: { to: string; icon: IconName; label: string; count?: ReactNode }) {
  const current = useCurrent();
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

/** What a link to the page one is on says of itself: who fills in the form of a person, on the page of the scan, does not scan. */
export function useCurrent(): 'page' | 'false' {
  const { pathname, search } = useLocation();
  return /^\/face-recognition\?.*(add|draft)=/.test(pathname + search) ? 'false' : 'page';
}
