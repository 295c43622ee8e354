import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ReportView } from '../../../../contract/report.ts';
import { formatTime } from '../../../i18n/relative-time.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { List } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InSteps } from '../../../ui/in-steps.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Segment } from '../../../ui/segment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { countFilters, type Filters, type ListName } from './filters.ts';
import styles from './list-page.module.css';
import { ReportRow } from './report-row.tsx';
import { Sides } from './sides.tsx';
import { useFilters } from './use-filters.ts';
import { countIn, searchIn, useFound } from './use-found.ts';
import { type Reports, useReports } from './use-reports.ts';
import { useScroll } from './use-scroll.ts';
import { useWide } from './use-wide.ts';

const ListMap = lazy(async () => ({ default: (await import('./list-map.tsx')).ListMap }));

const NO_ROWS: readonly ReportView[] = [];
const WAITING = <Skeleton rows={6} />;

/** /lost-peoples (R36) and /found-items (R37): one page, two lists. */
export const LostPeoples = () => <ListPage list="lost-peoples" />;
export const FoundItems = () => <ListPage list="found-items" />;

function ListPage({ list }: { list: ListName }) {
  const { t } = useTranslation();
  const people = list === 'lost-peoples';
  const isWide = useWide();
  const { shown, settled, change } = useFilters(list);
  const { reports, refused, more, again } = useReports(list, settled);
  const found = useFound(settled.q);
  const navigate = useNavigate();
  const other: ListName = people ? 'found-items' : 'lost-peoples';
  const search = (side: ListName) => void navigate(searchIn(side, settled.q, found ?? []));
  const rows = reports.kind === 'read' || reports.kind === 'phone' ? reports.rows : undefined;
  return (
    <>
      <PageTitle title={t(people ? 'browse.peopleTitle' : 'browse.itemsTitle')}>
        {t(people ? 'browse.peopleSub' : 'browse.itemsSub')}
      </PageTitle>
      <div className={styles.page}>
        <search className={styles.conditions}>
          <SearchField value={shown.q} onChange={(q) => change({ q }, true)} />
          {settled.q !== '' && <Sides list={list} found={found} onChange={search} />}
          <Segment
            legend={t('browse.which')}
            value={shown.type}
            onChange={(type) => change({ type })}
            options={[
              { value: 'lost', label: t(people ? 'browse.lostPeople' : 'browse.lostItems'), tone: 'lost' },
              { value: 'found', label: t(people ? 'browse.foundPeople' : 'browse.foundItems'), tone: 'found' },
            ]}
          />
          <Conditions list={list} filters={shown} rows={rows ?? NO_ROWS} onChange={change} />
        </search>
        {isWide && (
          <div className={styles.map}>
            <MapOf rows={rows ?? NO_ROWS} height="fill" />
          </div>
        )}
        <section className={styles.results} aria-label={t('browse.results')} aria-busy={reports.kind === 'loading'}>
          {refused && (
            <Banner tone="wait" icon="clock">
              {t('browse.tooMany', { time: formatTime(t, refused) })}
            </Banner>
          )}
          <Results list={list} reports={reports} onMore={more} onAgain={again} />
          {rows?.length === 0 && (
            <Nothing list={list} type={shown.type} onOther={(type) => change({ type })}>
              {found && countIn(found, other) > 0 && (
                <Button onClick={() => search(other)}>
                  {t(people ? 'browse.toThings' : 'browse.toPeople', { count: countIn(found, other) })}
                </Button>
              )}
            </Nothing>
          )}
        </section>
      </div>
    </>
  );
}

interface ConditionsProps {
  list: ListName;
  filters: Filters;
  rows: readonly ReportView[];
  onChange: (change: Partial<Filters>, typed?: boolean) => void;
}

/** The conditions and the map: beside the list on wide screens, folded away on phones until one is asked for. */
function Conditions({ list, filters, rows, onChange }: ConditionsProps) {
  const { t } = useTranslation();
  const id = useId();
  const isWide = useWide();
  const [open, setOpen] = useState<'filters' | 'map'>();
  const count = countFilters(list, filters);
  const panel = <FilterPanel list={list} filters={filters} onChange={onChange} />;
  if (isWide) return panel;
  const toggle = (what: 'filters' | 'map') => ({
    'aria-expanded': open === what,
    'aria-controls': id,
    onClick: () => setOpen(open === what ? undefined : what),
  });
  return (
    <>
      <div className={styles.toggles}>
        <Button kind="outlined" {...toggle('filters')}>
          {count > 0 ? t('browse.filtersOn', { count }) : t('browse.filters')}
        </Button>
        <Button kind="outlined" icon="pin" {...toggle('map')}>
          {t('browse.map')}
        </Button>
      </div>
      <div id={id} hidden={open === undefined}>
        {open === 'filters' && panel}
        {open === 'map' && <MapOf rows={rows} />}
      </div>
    </>
  );
}

function MapOf({ rows, height }: { rows: readonly ReportView[]; height?: 'fill' }) {
  return (
    <Suspense fallback={null}>
      <ListMap rows={rows} height={height} />
    </Suspense>
  );
}

interface ResultsProps {
  list: ListName;
  reports: Reports;
  onMore: () => void;
  onAgain: () => void;
}

function Results({ list, reports, onMore, onAgain }: ResultsProps) {
  const { t } = useTranslation();
  const again = (
    <Button kind="quiet" icon="refresh" onClick={onAgain}>
      {t('common.again')}
    </Button>
  );
  switch (reports.kind) {
    case 'loading':
      return WAITING;
    case 'failed':
      return (
        <Banner tone="lost" icon="alert" action={again}>
          <b>{t('browse.loadFailed')}</b>
        </Banner>
      );
    case 'phone':
      return (
        <>
          <Banner tone="wait" icon="offline" action={again}>
            <b>{t('browse.loadFailed')}</b> {t('browse.fromPhone')}{' '}
            {reports.pulledAt !== undefined && (
              <>
                {t('browse.broughtUp')} <TimeAgo at={reports.pulledAt} />
              </>
            )}
          </Banner>
          <Rows rows={reports.rows} />
        </>
      );
    case 'read':
      return (
        <>
          {reports.seenAt !== undefined && (
            <Banner tone="wait" icon="offline" action={again}>
              <b>{t('browse.seenFrom')}</b> <TimeAgo at={reports.seenAt} />
            </Banner>
          )}
          <Rows rows={reports.rows} />
          {list === 'lost-peoples' && reports.rows.length > 0 && (
            <p className={styles.guarded}>{t('browse.guardedNote')}</p>
          )}
          {reports.more === 'failed' && <Banner tone="lost">{t('browse.moreFailed')}</Banner>}
          {reports.more !== 'none' && (
            <Button kind="outlined" wide busy={reports.more === 'coming'} onClick={onMore}>
              {t(reports.more === 'failed' ? 'common.again' : 'browse.more')}
            </Button>
          )}
        </>
      );
  }
}

const Rows = ({ rows }: { rows: readonly ReportView[] }) => (
  <InSteps waiting={WAITING}>
    <DrawnRows rows={rows} />
  </InSteps>
);

function DrawnRows({ rows }: { rows: readonly ReportView[] }) {
  useScroll();
  return (
    <List>
      {rows.map((view) => (
        <ReportRow key={view.id} view={view} />
      ))}
    </List>
  );
}

/** Nothing fits: change the search, or look at the other kind (R149, A1). */
function Nothing({
  list,
  type,
  onOther,
  children,
}: {
  list: ListName;
  type: Filters['type'];
  onOther: (type: Filters['type']) => void;
  /** Another way on, before that one. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const other = type === 'lost' ? 'found' : 'lost';
  return (
    <EmptyState
      title={t('browse.emptyTitle')}
      action={
        <>
          {children}
          <Button kind="outlined" onClick={() => onOther(other)}>
            {t(other === 'lost' ? 'browse.seeLost' : 'browse.seeFound')}
          </Button>
        </>
      }
    >
      {t('browse.emptyText')} {list === 'lost-peoples' && type === 'found' && t('browse.guardedNote')}
    </EmptyState>
  );
}
