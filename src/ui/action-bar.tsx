import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

/** The foot of a screen on a phone: its one or two wide buttons, held at the thumb. On wide screens they follow the content. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
