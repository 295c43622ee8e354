import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../services.ts';
import { recentRecords } from '../../store/others/records.ts';
import { Banner } from '../../ui/banner.tsx';
import { List } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RecordRow } from '../../ui/record-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

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
        <RecordRow key={view.id} view={view} thumb={thumb} />
      ))}
    </List>
  );
}
