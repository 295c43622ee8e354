import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Candidate } from '../../../../contract/candidate.ts';
import { seenAt, useRead, useRefresh } from '../../../api/use-read.ts';
import { useServices } from '../../../services.ts';
import { dropWrite, pendingWrites } from '../../../store/own/writes.ts';
import type { OwnWrite } from '../../../store/rows.ts';
import { AlikeList } from '../../../ui/alike-list.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { List } from '../../../ui/card.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { reasonWords } from '../../../ui/reason-words.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { ReportRow } from '../list/report-row.tsx';
import styles from './tools.module.css';
import { useWrite } from './use-write.ts';

/** For who is on duty: who likely reported the same person, whom this one was compared with, and what was decided on that. */
export function Compared({ id }: { id: string }) {
  const { t } = useTranslation();
  const candidates = useRead('listCandidates', { id }).data?.data ?? [];
  const alike = useRead('listAlike', { id });
  const waiting = useDecisions();
  return (
    <>
      {alike.data && seenAt(alike) === undefined && <AlikeList alike={alike.data.data} heading="h2" />}
      {candidates.length > 0 && (
        <section id="compared" aria-labelledby="compared-title">
          <h2 id="compared-title">{t('alike.compared')}</h2>
          <ul className={styles.rows}>
            {candidates.map((one) => (
              <Pair key={one.id} id={id} candidate={one} own={waiting.filter(({ entityId }) => entityId === one.id)} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** What this device has decided and the server does not have; when one has gone, what is shown is read again. */
function useDecisions(): readonly OwnWrite[] {
  const { db } = useServices();
  const refresh = useRefresh();
  const own = useLiveQuery(() => pendingWrites(db, 'decideCandidate'), [db]);
  const state = own?.map(({ opId, steps }) => `${opId} ${steps[0]?.state}`).join();
  const before = useRef('');
  useEffect(() => {
    if (state === undefined) return;
    if (before.current !== '' && before.current !== state) void refresh('listCandidates');
    before.current = state;
  }, [state, refresh]);
  return own ?? [];
}

interface PairProps {
  /** Of the record whose page it is. */
  id: string;
  candidate: Candidate;
  own: readonly OwnWrite[];
}

function Pair({ id, candidate, own }: PairProps) {
  const { t } = useTranslation();
  const { db } = useServices();
  const write = useWrite();
  const { state, because, decided, lost, found } = candidate;
  const isRefused = own.some(({ steps }) => steps.some((step) => step.state === 'refused'));
  // Of a thing its two owners decide.
  const isReversible = decided !== undefined && lost.subject.kind === 'person' && own.length === 0;
  const [isAsking, setAsking] = useState(false);
  const reopen = (reason?: string) => {
    setAsking(false);
    const decided = { id: candidate.id, rev: candidate.rev, decision: 'reopen' as const };
    const input = reason ? { ...decided, reason } : decided;
    void write({ endpoint: 'decideCandidate', id: candidate.id, label: t('duty.kind.candidate'), input });
  };
  const forget = async () => {
    for (const { opId } of own) await dropWrite(db, opId);
  };
  return (
    <li className={styles.row}>
      <List>
        <ReportRow view={lost.id === id ? found : lost} />
      </List>
      <p className={styles.words}>{because.map((reason) => reasonWords(t, reason)).join(' · ')}</p>
      {state === 'open' && <p>{t('alike.open')}</p>}
      {state !== 'open' && (
        <p>
          <b>{t(`duty.verdict.${state === 'confirmed' ? 'confirmed' : 'rejected'}`)}</b>
          {decided && (
            <>
              {` · ${decided.mine ? t('alike.you') : (decided.station ?? t('alike.team'))} · `}
              <TimeAgo at={decided.at} />
              {decided.reason && (
                <>
                  {' '}
                  <q className={styles.words}>{decided.reason}</q>
                </>
              )}
            </>
          )}
        </p>
      )}
      {own.length > 0 && !isRefused && <p role="status">{t('alike.waits')}</p>}
      {isRefused && (
        <Banner
          tone="wait"
          icon="info"
          action={
            <Button kind="quiet" onClick={() => void forget()}>
              {t('duty.understood')}
            </Button>
          }
        >
          <b>{t('duty.meanwhile')}</b> {t('duty.meanwhileText')}
        </Banner>
      )}
      <div className={styles.tools}>
        {isReversible && (
          <Button kind="outlined" icon="refresh" onClick={() => (state === 'confirmed' ? setAsking(true) : reopen())}>
            {t('alike.again')}
          </Button>
        )}
        {state === 'open' && lost.subject.kind === 'person' && (
          <LinkButton kind="quiet" icon="shield" to="/duty">
            {t('alike.desk')}
          </LinkButton>
        )}
      </div>
      {isAsking && (
        <ReasonDialog
          title={t('duty.decideTitle.reopen')}
          act={t('duty.decide.reopen')}
          icon="refresh"
          label={t('duty.decideWhy')}
          hint={t('duty.decideHint')}
          onClose={() => setAsking(false)}
          onReason={reopen}
        >
          <p>{t('duty.decideText.reopen')}</p>
        </ReasonDialog>
      )}
    </li>
  );
}
