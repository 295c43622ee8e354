import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { DEFAULT_EXPIRY_DAYS, MAX_TEXT } from '../../../contract/limits.ts';
import { type Endpoints, endpoints } from '../../../contract/protocol.ts';
import type { ReportView, readMine } from '../../../contract/report.ts';
import { useServices } from '../../services.ts';
import { newsSeen } from '../../store/own/reports.ts';
import { queueWrite } from '../../store/own/writes.ts';
import { whenOnline } from '../../sync/status.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ReunionSteps } from '../../ui/reunion.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useKeep } from './use-keep.ts';

type Read = OutputOf<typeof readMine>;
type Change = Omit<InputOf<Endpoints['updateReport']>, 'id' | 'secret'>;

interface MineProps {
  id: string;
  secret: string;
  /** What the lists call it; its number where nobody has told. */
  label?: string;
  /** Said where the secret opens nothing any more. */
  gone?: string;
  /** Its level where it stands. */
  level: 2 | 3;
  /** Read again when this is another: so many changes wait here. */
  waiting?: number;
  onDone?: () => void;
  onRead?: (view: ReportView) => void;
}

/** What became of a report that was made without an account, and what its maker may change: by the secret made with it. */
export function Mine({ id, secret, label, gone, level, waiting = 0, onDone, onRead }: MineProps) {
  const { t } = useTranslation();
  const { db, api } = useServices();
  const [read, setRead] = useState<Read | 'failed' | 'gone'>();
  const [isChanging, setChanging] = useState(false);
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
        if (error.code === 'not-found') setRead('gone');
        else {
          isOwed.current = true;
          setRead((before = 'failed') => before); // what stands there stays, and so does what is being typed about it
        }
      },
    );
    return () => leaving.abort();
  }, [api, db, id, secret, onRead, waiting, round]);

  const keep = useKeep(() => {
    showToast(t('details.saved'), 'wait');
    setChanging(false);
    onDone?.();
  });
  async function change({ number }: ReportView, how: Change): Promise<void> {
    if (Object.keys(how).length === 0) return setChanging(false);
    const [opId, input] = [crypto.randomUUID(), { id, secret, ...how }];
    const write = { endpoint: 'updateReport', opId, id, input, label: label ?? number ?? '', now: Date.now() } as const;
    await keep(() => queueWrite(db, write));
  }

  if (read === undefined) return null;
  if (read === 'failed' || read === 'gone') return <p>{(read === 'gone' && gone) || t('outbox.mine.failed')}</p>;
  const { data: view, notes } = read;
  const Heading = level === 2 ? 'h2' : 'h3';
  const isOpen = view.status === 'pending_review' || view.status === 'published';
  return (
    <section aria-labelledby="mine">
      <Heading id="mine">{t('outbox.mine.title')}</Heading>
      <p>
        <Badge tone={view.status === 'rejected' ? 'lost' : view.status === 'published' ? 'found' : 'wait'}>
          {t(`details.status.${view.status}`)}
        </Badge>
      </p>
      {read.reunion && <ReunionSteps reunion={read.reunion} heading={level === 2 ? 'h3' : 'h4'} />}
      {view.status === 'resolved' && <p>{t('outbox.mine.solved')}</p>}
      {isOpen && <p>{t(view.reviewed ? 'outbox.mine.checked' : 'outbox.mine.waits')}</p>}
      {isOpen && <p>{notes > 0 ? t('outbox.mine.notes', { count: notes }) : t('outbox.mine.none')}</p>}
      {view.status === 'published' && (
        <Button icon="check" onClick={() => void change(view, { status: 'resolved' })}>
          {t(view.subject.kind === 'person' ? 'outbox.mine.found' : 'outbox.mine.foundItem')}
        </Button>
      )}
      {((isOpen && view.expiresAt) || view.status === 'expired') && (
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
      {isOpen && !isChanging && (
        <Button kind="outlined" icon="pencil" onClick={() => setChanging(true)}>
          {t('outbox.mine.change')}
        </Button>
      )}
      {isOpen && isChanging && <Words view={view} onChange={(how) => change(view, how)} />}
    </section>
  );
}

/** What most often has to be mended: the story, and the number to call. */
function Words({ view, onChange }: { view: Read['data']; onChange: (how: Change) => Promise<void> }) {
  const { t } = useTranslation();
  // As it was when the form was opened: what has come meanwhile is not put back by what was never touched.
  const [before] = useState({ description: view.description ?? '', phoneNumber: view.phoneNumber ?? '' });
  const [description, setDescription] = useState(before.description);
  const [phoneNumber, setPhone] = useState(before.phoneNumber);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onChange({
          ...(description === before.description ? {} : { description }),
          ...(phoneNumber === before.phoneNumber ? {} : { phoneNumber }),
        });
      }}
    >
      <Field label={t('outbox.mine.description')} room={{ length: description.length, max: MAX_TEXT }}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={MAX_TEXT}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('outbox.mine.phone')}>
        {(control) => (
          <input {...control} type="tel" value={phoneNumber} onChange={(event) => setPhone(event.target.value)} />
        )}
      </Field>
      <Button type="submit">{t('outbox.mine.save')}</Button>
    </form>
  );
}
