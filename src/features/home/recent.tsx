import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../../contract/report.ts';
import { useServices } from '../../services.ts';
import { recentRecords } from '../../store/others/records.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Photo } from '../../ui/photo.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { ageOf } from './age.ts';
import styles from './recent.module.css';

const LISTS = {
  person: { limit: 5, of: { type: 'lost', kind: 'person' }, empty: 'home.recentEmpty' },
  item: { limit: 3, of: { type: 'found', kind: 'item' }, empty: 'home.recentItemsEmpty' },
} as const;

type Answer = { kind: 'read'; rows: Awaited<ReturnType<typeof recentRecords>> } | { kind: 'unreadable' };

/** Who is missing, or what was found, lately, as far as this phone knows; it grows by itself when reports arrive. */
export function Recent({ kind }: { kind: keyof typeof LISTS }) {
  const { t } = useTranslation();
  const { db } = useServices();
  const { limit, of, empty } = LISTS[kind];
  const answer = useLiveQuery<Answer>(async () => {
    try {
      return { kind: 'read', rows: await recentRecords(db, limit, of) };
    } catch (error) {
      console.error('The reports on this device cannot be read', error);
      return { kind: 'unreadable' };
    }
  }, [db, limit, of]);
  if (answer === undefined) return <Skeleton rows={3} />;
  if (answer.kind === 'unreadable') return <Banner tone="lost">{t('home.recentFailed')}</Banner>;
  if (answer.rows.length === 0) {
    return (
      <EmptyState title={t(empty)} tone="wait">
        {t('home.recentEmptyDetail')}
      </EmptyState>
    );
  }
  return (
    <List>
      {answer.rows.map(({ view, thumb }) => (
        <RecentRow key={view.id} view={view} thumb={thumb} />
      ))}
    </List>
  );
}

function RecentRow({ view, thumb }: { view: ReportView; thumb: Blob | undefined }) {
  const { t } = useTranslation();
  const { subject } = view;
  const person = subject.kind === 'person' ? subject : undefined;
  const name = person?.name ?? view.title ?? t('home.nameUnknown');
  const age = person && ageOf(t, person);
  const colour = subject.kind === 'person' ? subject.clothColor : subject.colour;
  const where = [colour, view.region].filter(Boolean).join(' · ');
  return (
    <ListRow
      lead={<Photo blob={thumb} alt={t('home.photoOf', { name })} kind={subject.kind} />}
      title={age ? `${name}, ${age}` : name}
      detail={
        <>
          {where && <span className={styles.where}>{where}</span>}
          <Badge tone={view.type}>{t(view.type === 'lost' ? 'home.lostBadge' : 'home.foundBadge')}</Badge>{' '}
          <TimeAgo at={view.createdAt} />
        </>
      }
      to={`/items/${view.id}`}
    />
  );
}
