import type { ReactNode } from 'react';
import styles from './auth.module.css';

/** What went wrong with the whole form; read out when it appears. */
export const Failure = ({ children }: { children: ReactNode }) => (
  <p className={styles.failure} role="alert">
    {children}
  </p>
);
