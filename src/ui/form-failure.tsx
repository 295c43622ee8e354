import { type ReactNode, useEffect, useRef } from 'react';
import styles from './form-failure.module.css';

/** What went wrong with a whole form: read out, and brought into sight, when it appears. Nothing for no words. */
export function FormFailure({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const failed = Boolean(children);
  useEffect(() => {
    if (failed) region.current?.scrollIntoView({ block: 'center' });
  }, [failed]);
  return (
    <div ref={region} role="alert">
      {failed && <p className={styles.failure}>{children}</p>}
    </div>
  );
}
