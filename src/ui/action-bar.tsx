import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

interface ActionBarProps {
  children: ReactNode;
  /** There is nothing yet to press it for: it stands below the content and covers none of it. */
  rests?: boolean;
}

/** The foot of a screen on a phone: its one or two wide buttons, held at the thumb. On wide screens they follow the content. */
export function ActionBar({ children, rests = false }: ActionBarProps) {
  return <div className={rests ? `${styles.bar} ${styles.rests}` : styles.bar}>{children}</div>;
}
