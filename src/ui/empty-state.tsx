import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Ring, type RingTone } from './ring.tsx';

interface EmptyStateProps {
  title: string;
  /** Why it is empty, and what will fill it; the heading of the page may say so instead. */
  children?: ReactNode;
  tone?: RingTone;
  /** Closed once it is not empty any more: what was sent has arrived. */
  shape?: 'dashed' | 'closed';
  /** The way on. */
  action?: ReactNode;
}

/** Nothing is here, which is a state with words of its own and a way on. */
export function EmptyState({ title, children, tone = 'brand', shape = 'dashed', action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Ring shape={shape} tone={tone} />
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.words}>{children}</p>}
      {action}
    </div>
  );
}
