import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { decideObjection, type Objection, ObjectionOutcome } from '../../../contract/protection.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { nameOf } from '../../ui/report-words.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { clockOf, clockTone } from './deciding.ts';
import styles from './moderation.module.css';
import { ReasonDialog } from './reason-dialog.tsx';
import { typeOf } from './words.ts';

/** "This is me": what those whom reports are about ask for, the one that is due first first. */
export function Objections() {
  const { t } = useTranslation();
  const read = useRead('listObjections', {});
  const objections = read.data?.data;
  return (
    <section className={styles.list} aria-label={t('moderation.tab.objections')}>
      {!objections &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('moderation.notRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={3} />
        ))}
      {objections?.length === 0 && (
        <EmptyState title={t('moderation.noObjections')}>{t('moderation.noObjectionsText')}</EmptyState>
      )}
      <ul>
        {objections?.map((objection) => (
          <Row key={objection.id} objection={objection} />
        ))}
      </ul>
    </section>
  );
}

function Row({ objection }: { objection: Objection }) {
  const { t } = useTranslation();
  const { kind, proof, words, contact, station, holds, createdAt, dueAt, report } = objection;
  const [asking, setAsking] = useState<ObjectionOutcome>();
  const clock = clockOf(dueAt, Date.now());
  return (
    <li className={styles.row}>
      <p className={styles.marks}>
        <Badge tone="lost">{t(`objection.kind.${kind}`)}</Badge>
        <Badge tone={report.type}>{typeOf(t, report)}</Badge>
        <Badge tone={proof === 'none' ? 'plain' : 'found'}>{t(`moderation.proof.${proof}`)}</Badge>
        {holds && <Badge tone="wait">{t('moderation.holds')}</Badge>}
        <Badge tone={clockTone(clock)}>{t(`moderation.clock.${clock.kind}`, { count: clock.hours })}</Badge>
        <TimeAgo at={createdAt} />
      </p>
      {station && <p>{t('moderation.seenAt', { station })}</p>}
      {words && <p className={styles.description}>{words}</p>}
      {contact && (
        <p>
          <b>{t('moderation.reach')}</b> {contact}
        </p>
      )}
      <Link className={styles.link} to={`/items/${report.id}`}>
        {t('moderation.toRecord', { name: nameOf(t, report) })}
      </Link>
      <div className={styles.moves}>
        {ObjectionOutcome.options.map((outcome) => (
          <Button key={outcome} kind="outlined" onClick={() => setAsking(outcome)}>
            {t(`moderation.outcome.${outcome}`)}
          </Button>
        ))}
      </div>
      {asking && <DecideDialog id={objection.id} outcome={asking} onClose={() => setAsking(undefined)} />}
    </li>
  );
}

function DecideDialog({ id, outcome, onClose }: { id: string; outcome: ObjectionOutcome; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();

  async function decide(reason: string): Promise<void> {
    await api.call(decideObjection, { id, outcome, reason });
    onClose();
    await refresh('listObjections');
  }

  return (
    <ReasonDialog
      title={t(`moderation.outcome.${outcome}`)}
      label={t('moderation.outcomeWhy')}
      hint={t(outcome === 'removed' ? 'moderation.outcomeTold' : 'moderation.logHint')}
      act={t(`moderation.outcome.${outcome}`)}
      danger={outcome === 'removed'}
      onClose={onClose}
      onReason={decide}
    >
      <p>{t(`moderation.outcomeText.${outcome}`)}</p>
    </ReasonDialog>
  );
}
