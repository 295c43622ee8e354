import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { DEFAULT_EXPIRY_DAYS } from '../../../contract/limits.ts';
import { type Endpoints, endpoints } from '../../../contract/protocol.ts';
import { mayStandLonger, type ReportView, type readMine } from '../../../contract/report.ts';
import { ownPhoto } from '../../face/own-photo.ts';
import { useServices } from '../../services.ts';
import { findOwnReport } from '../../store/own/made.ts';
import { newsSeen } from '../../store/own/reports.ts';
import { countPending, dropWrite, queueWrite, unheard } from '../../store/own/writes.ts';
import { whenOnline } from '../../sync/status.ts';
import { AskNews } from '../../ui/ask-news.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FaceMissing } from '../../ui/face-missing.tsx';
import { type ReunionChange, ReunionRefused, ReunionSteps, Together, whatWasSeen } from '../../ui/reunion.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Appeal, refusalOf } from './appeal.tsx';
import { useKeep } from './use-keep.ts';

type Read = OutputOf<typeof readMine>;
type Change = Omit<InputOf<Endpoints['updateReport']>, 'id' | 'secret'>;

interface MineProps {
  id: string;
  secret: string;
  /** What the lists call it; its number where nobody has told. */
  label?: string;
  /** What stands behind the # of the address, where the secret came by it: it is handed on so. */
  hash?: string;
  /** Said where the secret opens nothing any more. */
  gone?: string;
  /** Its level where it stands. */
  level: 2 | 3;
  onDone?: () => void;
  onRead?: (view: ReportView) => void;
}

/** What became of a report that was made without an account, and what its maker may change: by the secret made with it. */
export function Mine({ id, secret, label, hash = '', gone, level, onDone, onRead }: MineProps) {
  const { t } = useTranslation();
  const services = useServices();
  const { db, api } = services;
  const [read, setRead] = useState<Read | 'failed' | 'gone'>();
  const waiting = useLiveQuery(() => countPending(db, id), [db, id]) ?? 0;
  const said = useLiveQuery(() => unheard(db, 'updateReunion', id), [db, id]);
  const isUntold = useLiveQuery(async () => (await findOwnReport(db, id))?.reunion === '', [db, id]);
  const [round, setRound] = useState(0);
  const isOwed = useRef(false);

  useEffect(() => whenOnline(() => isOwed.current && setRound((n) => n + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came or went meanwhile is the reason to read again
  useEffect(() => {
    const leaving = new AbortController();
    // The secret is asked with, and kept in no cache of answers.
    api.call(endpoints.readMine, { id, secret }, { signal: leaving.signal }).then(
      (answer) => {
        isOwed.current = false;
        setRead(answer);
        onRead?.(answer.data);
        void newsSeen(db, id);
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'not-found') {
          setRead('gone');
          void newsSeen(db, id); // there is no more to look at
        } else {
          isOwed.current = true;
          setRead((before = 'failed') => before); // what stands there stays, and so does what is being typed about it
        }
      },
    );
    return () => leaving.abort();
  }, [api, db, id, secret, onRead, waiting, round]);

  const keep = useKeep(() => {
    showToast(t('details.saved'), 'wait');
    onDone?.();
  });
  const named = ({ number }: ReportView) => {
    return { id, opId: crypto.randomUUID(), label: label ?? number ?? '', now: Date.now() };
  };
  async function change(view: ReportView, how: Change): Promise<void> {
    await keep(() => queueWrite(db, { ...named(view), endpoint: 'updateReport', input: { id, secret, ...how } }));
  }
  async function giveUp(): Promise<void> {
    for (const opId of said?.opIds ?? []) await dropWrite(db, opId);
  }
  async function reunite(view: ReportView, how: ReunionChange): Promise<void> {
    if (said?.refused) await giveUp(); // what waits behind it goes nowhere
    await keep(() => queueWrite(db, { ...named(view), endpoint: 'updateReunion', input: { id, secret, ...how } }));
  }

  if (read === undefined) return null;
  if (read === 'failed' || read === 'gone') return <p>{(read === 'gone' && gone) || t('outbox.mine.failed')}</p>;
  const { data: view, history, notes, reunion } = read;
  const refused = view.status === 'rejected' && refusalOf(history);
  const Heading = level === 2 ? 'h2' : 'h3';
  const isOpen = view.status === 'pending_review' || view.status === 'published';
  // Where somebody was found, that they are together ends it; unless the family says that it was not them.
  const mayResolve = (isOpen || view.status === 'appealed') && (!reunion || reunion.doubted === true);
  return (
    <section aria-labelledby="mine">
      <Heading id="mine">{t('outbox.mine.title')}</Heading>
      <p>
        <Badge tone={view.status === 'rejected' ? 'lost' : view.status === 'published' ? 'found' : 'wait'}>
          {t(`details.status.${view.status}`)}
        </Badge>{' '}
        {view.type === 'lost' && view.subject.kind === 'person' && view.subject.condition !== 'missing' && (
          <Badge tone="found">{t(`details.subject.${view.subject.condition}`)}</Badge>
        )}
      </p>
      {view.asked && waiting === 0 && (
        <AskNews
          asked={view.asked}
          onLooking={() => void change(view, { looking: true })}
          onFound={mayResolve ? () => void change(view, { status: 'resolved' }) : undefined}
        />
      )}
      {waiting === 0 && (
        <FaceMissing
          of={view}
          to={`/mine/${id}/edit${hash}`}
          bytes={(sha256) => ownPhoto(services, sha256)}
          read={(...which) => services.face.enrol(...which)}
          onChosen={(face) => change(view, { faces: [face] })}
        />
      )}
      {reunion && <ReunionSteps reunion={reunion} heading={level === 2 ? 'h3' : 'h4'} />}
      {said?.refused && <ReunionRefused code={said.refused} onRead={() => void giveUp()} />}
      {reunion &&
        (waiting === 0 || waiting === (said?.refused && said.opIds.length)) &&
        (isOpen || reunion.as === 'family') && (
          <Together reunion={reunion} onChange={(how) => void reunite(view, whatWasSeen(how, reunion))} />
        )}
      {isUntold && !reunion && isOpen && (
        <Banner tone="wait" icon="info">
          {t('reunion.untold')}
        </Banner>
      )}
      {view.status === 'resolved' && <p>{t('outbox.mine.solved')}</p>}
      {isOpen && <p>{t(view.reviewed ? 'outbox.mine.checked' : 'outbox.mine.waits')}</p>}
      {isOpen && <p>{notes > 0 ? t('outbox.mine.notes', { count: notes }) : t('outbox.mine.none')}</p>}
      {mayResolve && !view.asked && (
        <Button icon="check" onClick={() => void change(view, { status: 'resolved' })}>
          {t(view.subject.kind === 'person' ? 'outbox.mine.found' : 'outbox.mine.foundItem')}
        </Button>
      )}
      {((isOpen && view.expiresAt && mayStandLonger(new Date(view.expiresAt), Date.now())) ||
        view.status === 'expired') && (
        <Button
          kind="outlined"
          icon="clock"
          onClick={() =>
            void change(view, {
              expiresInDays: DEFAULT_EXPIRY_DAYS,
              ...(view.status === 'expired' ? { status: 'published' } : {}),
            })
          }
        >
          {t('outbox.mine.longer', { count: DEFAULT_EXPIRY_DAYS })}
        </Button>
      )}
      {refused && (
        <p>
          <b>{t('outbox.rejectedFor')}</b> {refused}
        </p>
      )}
      {view.status === 'rejected' && waiting === 0 && (
        <Appeal onAppeal={(reason) => change(view, { status: 'appealed', reason })} />
      )}
      {(isOpen || view.status === 'rejected' || view.status === 'appealed') && (
        <LinkButton kind="outlined" icon="pencil" to={`/mine/${id}/edit${hash}`}>
          {t('outbox.mine.change')}
        </LinkButton>
      )}
    </section>
  );
}
