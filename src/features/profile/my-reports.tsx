import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../../contract/report.ts';
import { seenAt, useReadPages } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './profile.module.css';

/** At first; the page is about more than these. */
const SHOWN = 5;

/** What the account has posted, with its status, also what others do not see yet. */
export function MyReports() {
  const { t } = useTranslation();
  const read = useReadPages('listReports', { scope: 'mine', limit: SHOWN });
  const reports = read.data?.pages.flatMap(({ data }) => data);
  return (
    <section className={styles.section}>
      <h2>{t('profile.reports')}</h2>
      {!reports && !read.isError && <Skeleton rows={2} />}
      {!reports && read.isError && <NotRead what={t('profile.reportsFailed')} onAgain={() => void read.refetch()} />}
      {seenAt(read) !== undefined && (
        <Banner tone="wait" icon="offline">
          {t('profile.reportsSeen')}
        </Banner>
      )}
      {reports?.length === 0 && (
        <EmptyState
          title={t('profile.noReports')}
          action={
            <LinkButton kind="outlined" icon="plus" to="/post-item">
              {t('profile.post')}
            </LinkButton>
          }
        >
          {t('profile.noReportsText')}
        </EmptyState>
      )}
      {reports && reports.length > 0 && (
        <List>
          {reports.map((view) => (
            <MyReport key={view.id} view={view} />
          ))}
        </List>
      )}
      {read.hasNextPage && (
        <Button kind="outlined" busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          {t('browse.more')}
        </Button>
      )}
    </section>
  );
}

function MyReport({ view }: { view: ReportView }) {
  const { t } = useTranslation();
  const name = view.subject.kind === 'person' ? view.subject.name : undefined;
  return (
    <ListRow
      to={`/items/${view.id}`}
      lead={<Ring shape={view.type === 'lost' ? 'open' : 'closed'} tone={view.type} />}
      title={name ?? view.title ?? t('profile.untitled')}
      detail={
        <>
          <Badge tone={view.status === 'published' ? 'found' : view.status === 'rejected' ? 'lost' : 'plain'}>
            {t(`profile.reportStatus.${view.status}`)}
          </Badge>{' '}
          <span className={styles.number}>{view.number}</span> · <TimeAgo at={view.createdAt} />
        </>
      }
    />
  );
}
