/** The logo: the ring, and the arrow that turns back along it. */

import styles from './mark.module.css';

export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <path className={styles.ring} d="M25.4 9.2A12 12 0 1 0 28 16" />
      <path className={styles.arrow} d="M28.6 4.6 25.8 10.4 19.6 8.8" />
    </svg>
  );
}
