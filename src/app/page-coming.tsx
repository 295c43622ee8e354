import { Skeleton } from '../ui/skeleton.tsx';
import styles from './page-area.module.css';

/** What stands where a page will be. A screen high, so that the footer does not jump from it when the page comes. */
export function PageComing() {
  return (
    <div className={styles.coming}>
      <Skeleton rows={4} />
    </div>
  );
}
