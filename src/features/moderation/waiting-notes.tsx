import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { nameOf } from '../../ui/report-words.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './moderation.module.css';
import { typeOf } from './words.ts';

/** Notes that no owner is told of, the oldest first. What they say is read on the record, opened with a reason. */
export function WaitingNotes() {
  const { t } = useTranslation();
  const read = useRead('waitingNotes', {});
  const notes = read.data?.data;
  return (
    <section className={styles.list} aria-label={t('moderation.tab.notes')}>
      {!notes &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('moderation.notRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={3} />
        ))}
      {notes?.length === 0 && <EmptyState title={t('moderation.noNotes')}>{t('moderation.noNotesText')}</EmptyState>}
      <ul>
        {notes?.map(({ id, kind, createdAt, report }) => (
          <li key={id} className={styles.row}>
            <p className={styles.marks}>
              <Badge tone={kind === 'self' ? 'lost' : 'wait'}>{t(`note.${kind}`)}</Badge>
              <Badge tone={report.type}>{typeOf(t, report)}</Badge> <TimeAgo at={createdAt} />
            </p>
            <Link className={styles.link} to={`/items/${report.id}`}>
              {t('moderation.readNote', { name: nameOf(t, report) })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
