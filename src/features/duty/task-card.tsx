import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DutyTask } from '../../../contract/duty.ts';
import { UNANSWERED_DAYS } from '../../../contract/limits.ts';
import { useFile } from '../../api/use-file.ts';
import { formatDayAndTime } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Photo } from '../../ui/photo.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { ageOf, nameOf } from '../../ui/report-words.ts';
import { Ring } from '../../ui/ring.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AlikeOf } from './alike.tsx';
import {
  type Act,
  actsOf,
  clockOf,
  type Decision,
  decisionsOf,
  type Own,
  type Row,
  refusedOf,
  undoOf,
} from './desk.ts';
import styles from './duty.module.css';
import { Pair } from './pair.tsx';
import { Sighting } from './sighting.tsx';

const TONES = {
  candidate: 'wait',
  'missing-child': 'lost',
  'found-person': 'found',
  sighting: 'wait',
  unanswered: 'wait',
} as const;
const KINDS = {
  take: 'filled',
  done: 'filled',
  reopen: 'outlined',
  'pass-on': 'outlined',
  'give-back': 'quiet',
} as const;
const DECISIONS = {
  confirm: { kind: 'filled', icon: 'check' },
  reject: { kind: 'outlined', icon: 'close' },
  reopen: { kind: 'outlined', icon: 'refresh' },
} as const;
const ICONS = { take: 'plus', done: 'check', reopen: 'refresh', 'pass-on': 'forward', 'give-back': 'back' } as const;

/** Taking back a "not the same" undoes nothing that anybody was told. */
const isAsked = (decision: Decision, candidate: DutyTask['candidate']): boolean =>
  decision !== 'reopen' || candidate?.state === 'confirmed';

interface TaskCardProps {
  row: Row;
  onAct: (task: DutyTask, act: Act, reason?: string) => Promise<void>;
  onDecide: (task: DutyTask, decision: Decision, reason?: string) => Promise<void>;
  onForget: (own: Own<unknown>) => Promise<void>;
}

/** One task: how long it has, who has it, what is known, and what can be done with it. */
export function TaskCard({ row, onAct, onDecide, onForget }: TaskCardProps) {
  const { task, own, decided } = row;
  const { t } = useTranslation();
  const [passing, setPassing] = useState(false);
  const [deciding, setDeciding] = useState<Decision>();
  const { report, candidate } = task;
  const isOfThings = task.kind === 'unanswered';
  const refused = refusedOf(row);
  const said = decided && !decided.refused ? decided.waits.at(-1) : undefined;
  const waits = (own !== undefined && !own.refused) || said !== undefined;
  const last = own && !own.refused ? own.waits.at(-1) : undefined;
  const undo = last && undoOf(last);
  const press = (act: Act) => (act === 'pass-on' ? setPassing(true) : void onAct(task, act));
  const age = ageOf(t, report);
  const facts = [age, report.region].filter(Boolean).join(' · ');
  const label = `duty-${task.id}`;
  const isBeside = candidate !== undefined || (task.sighting !== undefined && task.sighting.photos.length > 0);
  return (
    <li>
      <article className={styles.task} aria-labelledby={label} data-state={task.state}>
        <p className={styles.marks}>
          <Badge tone={TONES[task.kind]}>{t(`duty.kind.${task.kind}`)}</Badge>
          {task.level !== 'district' && <Badge tone="wait">{t(`duty.level.${task.level}`)}</Badge>}
        </p>
        <ClockOf task={task} waits={waits} />
        <div className={styles.who}>
          {!isBeside && (
            <TaskPhoto of={report.id} sha256={report.photos[0]} name={nameOf(t, report)} kind={report.subject.kind} />
          )}
          <div className={styles.words}>
            <h2 id={label} className={styles.name}>
              {nameOf(t, report)}
            </h2>
            {facts && <p>{facts}</p>}
            {report.subject.kind === 'person' && report.subject.clothColor && <p>{report.subject.clothColor}</p>}
            <p className={styles.quiet}>
              {t('duty.came')} <TimeAgo at={task.since} />
            </p>
          </div>
        </div>
        {candidate ? <Pair candidate={candidate} /> : null}
        {task.sighting && <Sighting sighting={task.sighting} report={report} />}
        {report.photos.length === 0 && !candidate && <p className={styles.quiet}>{t('duty.onRecord')}</p>}
        {isOfThings && task.state !== 'done' && <p>{t('duty.unanswered', { count: UNANSWERED_DAYS })}</p>}
        {candidate && !isOfThings && candidate.state !== 'open' && (
          <p
            className={styles.verdict}
            data-good={(candidate.state === 'confirmed' && !candidate.doubted) || undefined}
          >
            <b>{t(`duty.verdict.${candidate.state === 'confirmed' ? 'confirmed' : 'rejected'}`)}</b>
            {candidate.decided?.station && ` · ${candidate.decided.station}`}
            {candidate.decided?.reason && <q className={styles.reason}>{candidate.decided.reason}</q>}
          </p>
        )}
        {candidate?.doubted && (
          <Banner tone="lost" icon="info">
            {t('duty.doubted')}
          </Banner>
        )}
        {task.state !== 'done' && !isOfThings && <AlikeOf id={report.id} />}
        {refused && (
          <Banner
            tone="wait"
            icon="info"
            action={
              <Button kind="quiet" onClick={() => void onForget(refused.own)}>
                {t('duty.understood')}
              </Button>
            }
          >
            <b>{t(refused.byColleague ? 'duty.meanwhile' : 'duty.otherNow')}</b>{' '}
            {t(refused.byColleague || refused.own === own ? 'duty.meanwhileText' : 'duty.otherNowText')}
          </Banner>
        )}
        {waits && (
          <p className={styles.waits} role="status">
            {last && !said && <b>{t(`duty.said.${last}`)}.</b>} {t('duty.waits')}
          </p>
        )}
        <div className={styles.acts}>
          {!refused &&
            decisionsOf(task).map((decision) => (
              <Button
                key={decision}
                {...DECISIONS[decision]}
                onClick={() => (isAsked(decision, candidate) ? setDeciding(decision) : void onDecide(task, decision))}
              >
                {t(`duty.decide.${decision}`)}
              </Button>
            ))}
          {!refused &&
            actsOf(task)
              .filter((act) => act !== undo)
              .map((act) => (
                <Button
                  key={act}
                  kind={candidate && !isOfThings && act === 'take' ? 'outlined' : KINDS[act]}
                  icon={ICONS[act]}
                  onClick={() => press(act)}
                >
                  {t(`duty.act.${act}`)}
                </Button>
              ))}
          {undo && !said && (
            <Button kind="quiet" icon="back" onClick={() => void onAct(task, undo)}>
              {t(`duty.act.${undo}`)}
            </Button>
          )}
          {candidate?.state === 'confirmed' && !candidate.found.keptScan && !refused && (
            <LinkButton icon="forward" to={`/items/${report.id}/reunion`}>
              {t('duty.reunion')}
            </LinkButton>
          )}
          {!candidate && (
            <LinkButton kind="quiet" icon="person" to={`/items/${report.id}${task.noteId ? '#notes' : ''}`}>
              {t(task.noteId ? 'duty.note' : 'duty.record')}
            </LinkButton>
          )}
        </div>
        <History task={task} />
        {deciding && (
          <ReasonDialog
            title={t(`duty.decideTitle.${deciding}`)}
            act={t(`duty.decide.${deciding}`)}
            icon={deciding === 'reopen' ? 'refresh' : 'check'}
            label={t('duty.decideWhy')}
            hint={t('duty.decideHint')}
            onClose={() => setDeciding(undefined)}
            onReason={(reason) => {
              setDeciding(undefined);
              void onDecide(task, deciding, reason);
            }}
          >
            <p>
              {t(deciding === 'confirm' && candidate?.found.keptScan ? 'duty.seenText' : `duty.decideText.${deciding}`)}
            </p>
          </ReasonDialog>
        )}
        {passing && (
          <ReasonDialog
            title={t('duty.passTitle')}
            act={t('duty.act.pass-on')}
            icon="forward"
            label={t('duty.passWhy')}
            hint={t('duty.passHint')}
            needed={t('duty.passMissing')}
            onClose={() => setPassing(false)}
            onReason={(reason) => {
              setPassing(false);
              void onAct(task, 'pass-on', reason);
            }}
          >
            <p>{t('duty.passText')}</p>
          </ReasonDialog>
        )}
      </article>
    </li>
  );
}

const LOOK_AGAIN_MS = 15_000;

/** The time that is left as a ring and in words; when it is over the words say so too. */
function ClockOf({ task, waits }: { task: DutyTask; waits: boolean }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const { state, taken } = task;
  const holder = taken?.mine
    ? t('duty.mine')
    : taken?.station
      ? t('duty.taken', { station: taken.station })
      : t('duty.takenByTeam');
  if (state === 'done')
    return (
      <p className={styles.clock}>
        <Ring
          shape={waits ? 'dashed' : 'closed'}
          tone="found"
          size="small"
          {...(waits ? {} : { mark: 'tick' as const })}
        />
        {t('duty.isDone')}
      </p>
    );
  if (waits && state === 'taken')
    return (
      <p className={styles.clock}>
        <Ring shape="dashed" tone="wait" size="small" />
        {holder}
      </p>
    );
  const clock = clockOf(task, now);
  const words = t(`duty.${clock.kind}.${clock.unit}` as 'duty.due.minutes', { count: clock.count });
  return (
    <p className={`${styles.clock} ${clock.kind === 'late' ? styles.late : ''}`}>
      {clock.kind === 'late' ? (
        <Ring shape="closed" tone="lost" mark="alert" size="small" />
      ) : (
        <Ring shape="arc" tone={state === 'taken' ? 'brand' : 'wait'} share={clock.share} size="small" />
      )}
      {state === 'taken' ? `${holder} · ${words}` : words}
    </p>
  );
}

interface TaskPhotoProps {
  of: string;
  sha256: string | undefined;
  name: string;
  kind: 'person' | 'item';
}

function TaskPhoto({ of, sha256, name, kind }: TaskPhotoProps) {
  const { t } = useTranslation();
  const { api } = useServices();
  const blob = useFile(api, sha256, 'thumb', of);
  return <Photo blob={blob} alt={sha256 ? t('browse.photoOf', { name }) : ''} kind={kind} />;
}

/** Each step, by office. */
function History({ task: { history } }: { task: DutyTask }) {
  const { t } = useTranslation();
  return (
    <details className={styles.history}>
      <summary>{t('duty.history')}</summary>
      <ol>
        {history.map(({ at, act, station, reason }) => (
          <li key={`${at} ${act}`}>
            <time dateTime={at}>{formatDayAndTime(t, new Date(at), new Date())}</time>{' '}
            {[t(`duty.step.${act}`), station].filter(Boolean).join(', ')}
            {reason && <q className={styles.reason}>{reason}</q>}
          </li>
        ))}
      </ol>
    </details>
  );
}
