import type { ReactNode } from 'react';
import styles from './badge.module.css';
import tones from './tone.module.css';

/** A state in a word. The word carries it; the colour only helps the eye. */
export function Badge({
  tone,
  large = false,
  children,
}: {
  tone: 'lost' | 'found' | 'wait' | 'plain';
  large?: boolean;
  children: ReactNode;
}) {
  return <span className={`${styles.badge} ${tones[tone]}${large ? ` ${styles.large}` : ''}`}>{children}</span>;
}
