import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Claim } from '../../../contract/claim.ts';
import { seenAt, useRead } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { pendingWrites } from '../../store/own/writes.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { NotRead, SeenEarlier } from '../../ui/reading-note.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Segment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './claim.module.css';
import { partOf, TONES } from './claim.ts';
import { thingOf } from './words.ts';

type Scope = 'made' | 'received';

/** /claims: those one made, and those on what one found; of one report when the address names it. */
export function Page() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const scope: Scope = search.get('scope') === 'received' ? 'received' : 'made';
  const reportId = search.get('report');
  const read = useRead('listClaims', { scope, ...(reportId ? { reportId } : {}) });
  const seen = seenAt(read);
  const claims = read.data?.data;
  const again = () => void read.refetch();
  return (
    <>
      <PageTitle title={t('claim.listTitle')}>{t('claim.listLead')}</PageTitle>
      <Segment
        legend={t('claim.which')}
        value={scope}
        onChange={(next) => setSearch({ scope: next }, { replace: true })}
        options={[
          { value: 'made', label: t('claim.made') },
          { value: 'received', label: t('claim.received') },
        ]}
      />
      <div className={styles.list}>
        {seen !== undefined && <SeenEarlier at={seen} onAgain={again} />}
        {scope === 'made' && <Unsent />}
        {!claims &&
          (read.isError || read.fetchStatus === 'paused' ? (
            <NotRead what={t('claim.listNotRead')} onAgain={again} />
          ) : (
            <Skeleton rows={3} />
          ))}
        {claims?.length === 0 && (
          <EmptyState
            title={t(`claim.none.${scope}`)}
            action={
              scope === 'made' && (
                <LinkButton kind="outlined" to="/found-items">
                  {t('nav.foundItems')}
                </LinkButton>
              )
            }
          >
            {t(`claim.noneText.${scope}`)}
          </EmptyState>
        )}
        {claims && claims.length > 0 && (
          <List>
            {claims.map((claim) => (
              <ClaimRow key={claim.id} claim={claim} />
            ))}
          </List>
        )}
      </div>
    </>
  );
}

function ClaimRow({ claim }: { claim: Claim }) {
  const { t } = useTranslation();
  const { id, report, status, by, mine, updatedAt } = claim;
  const part = partOf(claim);
  return (
    <ListRow
      to={`/claims/${id}`}
      lead={<ClaimRing status={status} />}
      title={thingOf(t, report)}
      detail={
        <>
          <Badge tone={TONES[status]}>{t(`claim.status.${part}.${status}`)}</Badge> {!mine && `${by} · `}
          <TimeAgo at={updatedAt} />
        </>
      }
    />
  );
}

function ClaimRing({ status }: Pick<Claim, 'status'>) {
  const tone = TONES[status];
  if (status === 'handed_over') return <Ring shape="closed" tone="found" mark="tick" size="small" />;
  if (tone === 'found') return <Ring shape="arc" share={0.75} tone="found" size="small" />;
  if (tone === 'wait') return <Ring shape="arc" share={0.35} tone="wait" size="small" />;
  return <Ring shape="open" tone={tone === 'lost' ? 'lost' : 'brand'} size="small" />;
}

/** Claims that are still on this phone. */
function Unsent() {
  const { t } = useTranslation();
  const { db } = useServices();
  const waiting = useLiveQuery(() => pendingWrites(db, 'createClaim'), [db]);
  if (!waiting?.length) return null;
  return (
    <List>
      {waiting.map(({ opId, label, createdAt }) => (
        <ListRow
          key={opId}
          to="/outbox"
          lead={<Ring shape="dashed" tone="wait" size="small" />}
          title={label}
          detail={
            <>
              {t('outbox.saved')} · <TimeAgo at={createdAt} />
            </>
          }
        />
      ))}
    </List>
  );
}
