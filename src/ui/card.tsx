import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './card.module.css';
import { Icon } from './icon.tsx';

/** Rows of the same kind, told apart by hairlines; as `cards` each row is a card to press. */
export function List({ cards = false, children }: { cards?: boolean; children: ReactNode }) {
  return <ul className={cards ? styles.cards : styles.rows}>{children}</ul>;
}

interface ListRowProps {
  /** A ring, or a `Photo`. */
  lead: ReactNode;
  title: ReactNode;
  /** One or two quiet lines under the title. */
  detail?: ReactNode;
  /** At the far end when the row itself is not a link, such as a small button. */
  action?: ReactNode;
  /** Where the whole row leads. */
  to?: string;
}

export function ListRow({ lead, title, detail, action, to }: ListRowProps) {
  const content = (
    <>
      {lead}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {to === undefined ? action : <Icon name="forward" size="small" />}
    </>
  );
  return (
    <li className={styles.item}>
      {to === undefined ? (
        <div className={`${styles.row} ${styles.acts}`}>{content}</div>
      ) : (
        <Link className={`${styles.row} ${styles.link}`} to={to}>
          {content}
        </Link>
      )}
    </li>
  );
}
