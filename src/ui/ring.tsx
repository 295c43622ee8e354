/** The mark of the product: an open ring is someone not yet home, a closed ring is someone found. */

import styles from './ring.module.css';

export type RingTone = 'lost' | 'found' | 'wait' | 'brand';

interface RingProps {
  /** `arc` is as long as `share`; `dashed` is something that has not set out yet. */
  shape: 'open' | 'closed' | 'dashed' | 'arc';
  tone: RingTone;
  /** 0 to 1, of an `arc`. */
  share?: number;
  /** A closed ring with a tick was looked at; with "!" it needs the user. */
  mark?: 'tick' | 'alert';
  size?: 'small' | 'large';
  /** Said to screen readers; without it the ring is an ornament beside words that say the same. */
  label?: string;
}

/** The path is 100 units long whatever its radius, so a dash is a percentage and one shape can flow into the next. */
const DASHES = { open: '86 14', closed: '100 0', dashed: '5.5 4.5' } as const;
const MARKS = { tick: 'm15 22.5 5.2 5L29.5 17', alert: 'M22 12v12.5M22 31v.2' } as const;

export function Ring({ shape, tone, share = 0, mark, size = 'large', label }: RingProps) {
  const filled = Math.round(Math.min(Math.max(share, 0), 1) * 100);
  const dash = shape === 'arc' ? `${filled} ${100 - filled}` : DASHES[shape];
  const hidden = label === undefined;
  return (
    <svg
      className={`${styles.ring} ${styles[size]} ${styles[tone]}`}
      viewBox="0 0 44 44"
      role={hidden ? undefined : 'img'}
      aria-hidden={hidden}
      aria-label={label}
    >
      {shape === 'arc' && <circle className={styles.track} cx="22" cy="22" r="18" />}
      <circle
        className={shape === 'arc' ? styles.fromTop : undefined}
        cx="22"
        cy="22"
        r="18"
        pathLength={100}
        strokeDasharray={dash}
        // A round cap would draw a dot for an arc of nothing and close the gaps between dashes.
        strokeLinecap={shape === 'open' || (shape === 'arc' && filled > 0) ? 'round' : 'butt'}
      />
      {mark && <path d={MARKS[mark]} />}
    </svg>
  );
}
