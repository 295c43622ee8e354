import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { PostingRole } from '../../../contract/report.ts';
import type { OwnReport } from '../../store/rows.ts';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Segment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Correct } from './correct.tsx';
import { EditReport } from './edit-report.tsx';
import { emptyItem, roleOf, typeOf } from './item.ts';
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
 * that was posted; `&mend=<write>` takes a change of it that was refused up again. `?correct=<id>` is a report that waits.
 */
export function Page() {
  const [query] = useSearchParams();
  const [edited, corrected] = [query.get('edit'), query.get('correct')];
  if (corrected !== null) return <Correct id={corrected} />;
  return edited === null ? <Post /> : <EditReport id={edited} mend={query.get('mend') ?? undefined} />;
}

function Post() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const isArrival = useNavigationType() !== 'POP';
  const [arrival] = useState(key);
  const [query] = useSearchParams();
  const [saved, setSaved] = useState<OwnReport>();
  const [round, setRound] = useState(0);
  const kind = KINDS.find((one) => one === query.get('kind')) ?? 'item';
  const chosen = PostingRole.safeParse((state as { role?: unknown } | null)?.role);
  const role = chosen.success ? chosen.data : kind === 'found' ? 'founder' : 'victim';

  // Neither after a reload nor when another kind was looked at in between: the form may say something else since.
  const isChosenNow = chosen.success && isArrival && key === arrival;

  function choose(next: Kind): void {
    void navigate({ search: `?kind=${next}` }, { replace: true, state });
  }

  function again(): void {
    setSaved(undefined);
    setRound(round + 1);
  }

  if (saved) return <Posted report={saved} another={t('post.another')} onAnother={again} />;
  return (
    <>
      <PageTitle title={t('post.title')} back="/">
        {t('post.lead')}
      </PageTitle>
      {/* Who comes from the choice of a role has said that it is a thing. */}
      {!(chosen.success && kind === 'item') && (
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
      )}
      {kind === 'item' ? (
        <Item key={`item ${round}`} role={role} isChosenNow={isChosenNow} onSaved={setSaved} />
      ) : (
        <Person key={`person ${round}`} type={kind} onSaved={setSaved} />
      )}
    </>
  );
}

interface ItemProps {
  role: PostingRole;
  isChosenNow: boolean;
  onSaved: (report: OwnReport) => void;
}

function Item({ role, isChosenNow, onSaved }: ItemProps) {
  const [fresh, setFresh] = useState(0);
  const chosen = isChosenNow ? { role, type: typeOf(role) } : undefined;
  const made = useStart('item', { values: { ...emptyItem(role) }, chosen, fresh });
  if (!made) return <Skeleton rows={3} />;
  return (
    <>
      {made.isOld && <Kept onNew={() => setFresh(fresh + 1)} />}
      <ItemForm key={made.start.id} start={made.start} onSaved={onSaved} />
    </>
  );
}

/** One form for both, so that what was typed stays when the other is chosen. */
function Person({ type, onSaved }: { type: 'lost' | 'found'; onSaved: (report: OwnReport) => void }) {
  const [fresh, setFresh] = useState(0);
  const made = useStart(undefined, { values: { type }, fresh });
  const posting = useMemo(() => ({ type, role: roleOf(type) }), [type]);
  if (!made) return <Skeleton rows={3} />;
  return (
    <>
      {made.isOld && <Kept onNew={() => setFresh(fresh + 1)} />}
      <PersonForm key={made.start.id} start={made.start} onSaved={onSaved} posting={posting} />
    </>
  );
}

function Kept({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.note}>
      {t('form.draftKept')}{' '}
      <Button kind="quiet" onClick={onNew}>
        {t('form.startNew')}
      </Button>
    </p>
  );
}
