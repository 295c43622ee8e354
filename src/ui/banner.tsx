import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { Icon, type IconName } from './icon.tsx';
import tones from './tone.module.css';

interface BannerProps {
  tone: 'wait' | 'lost' | 'found' | 'brand';
  icon?: IconName;
  /** One sentence; put its first words in `<b>`. */
  children: ReactNode;
  /** A link or a quiet button at the end of the line. */
  action?: ReactNode;
  /** Across the whole width, under the header; otherwise a rounded note within the page. */
  line?: boolean;
}

/** Something the user should know now. Nothing is shown when all is well. */
export function Banner({ tone, icon, children, action, line = false }: BannerProps) {
  return (
    <div className={`${styles.banner} ${tones[tone]} ${styles[line ? 'line' : 'note']}`} role="status">
      {icon && <Icon name={icon} size="small" />}
      <div className={styles.words}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
