import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { PostingRole } from '../../../contract/report.ts';
import type { OwnReport } from '../../store/db.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Segment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EditReport } from './edit-report.tsx';
import { emptyItem, roleOf } from './item.ts';
import { ItemForm } from './item-form.tsx';
import { PersonForm } from './person-form.tsx';
import styles from './post-page.module.css';
import { Posted } from './posted.tsx';
import { useStart } from './use-start.ts';

const KINDS = ['item', 'lost', 'found'] as const;
type Kind = (typeof KINDS)[number];

/**
 * /post-item: a thing, a lost person, or a found person (A41).
 *
 * `?kind=` chooses; the navigation state may bring the role that was chosen before (R79). `?edit=<id>` changes a report
 * that was posted; `&mend=<write>` takes a change of it that was refused up again.
 */
export function Page() {
  const [query] = useSearchParams();
  const edited = query.get('edit');
  return edited === null ? <Post /> : <EditReport id={edited} mend={query.get('mend') ?? undefined} />;
}

function Post() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const [saved, setSaved] = useState<OwnReport>();
  const [round, setRound] = useState(0);
  const kind = KINDS.find((one) => one === query.get('kind')) ?? 'item';
  const chosen = PostingRole.safeParse((state as { role?: unknown } | null)?.role);
  const role = chosen.success ? chosen.data : kind === 'found' ? 'founder' : 'victim';

  function choose(next: Kind): void {
    void navigate({ search: `?kind=${next}` }, { replace: true, state });
  }

  return (
    <>
      <PageTitle title={t('post.title')} back="/">
        {saved ? undefined : t('post.lead')}
      </PageTitle>
      {saved ? (
        <Posted
          report={saved}
          onAnother={() => {
            setSaved(undefined);
            setRound(round + 1);
          }}
        />
      ) : (
        <>
          <div className={styles.kinds}>
            <Segment
              legend={t('post.kind')}
              value={kind}
              onChange={choose}
              options={[
                { value: 'item', label: t('post.kindItem') },
                { value: 'lost', label: t('post.kindLost'), tone: 'lost' },
                { value: 'found', label: t('post.kindFound'), tone: 'found' },
              ]}
            />
          </div>
          {kind === 'item' ? (
            <Item key={`item ${round}`} role={role} onSaved={setSaved} />
          ) : (
            <Person key={`person ${round}`} type={kind} onSaved={setSaved} />
          )}
        </>
      )}
    </>
  );
}

function Item({ role, onSaved }: { role: PostingRole; onSaved: (report: OwnReport) => void }) {
  const made = useStart('item', { ...emptyItem(role) });
  if (!made) return <Skeleton rows={3} />;
  return (
    <>
      <Kept isOld={made.isOld} />
      <ItemForm start={made.start} onSaved={onSaved} />
    </>
  );
}

/** One form for both, so that what was typed stays when the other is chosen. */
function Person({ type, onSaved }: { type: 'lost' | 'found'; onSaved: (report: OwnReport) => void }) {
  const made = useStart(undefined, { type });
  const posting = useMemo(() => ({ type, role: roleOf(type) }), [type]);
  if (!made) return <Skeleton rows={3} />;
  return (
    <>
      <Kept isOld={made.isOld} />
      <PersonForm start={made.start} onSaved={onSaved} posting={posting} />
    </>
  );
}

function Kept({ isOld }: { isOld: boolean }) {
  const { t } = useTranslation();
  return isOld ? <p className={styles.note}>{t('form.draftKept')}</p> : null;
}
