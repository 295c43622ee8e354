import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { Claim } from '../../../contract/claim.ts';
import { AppError } from '../../../contract/errors.ts';
import { seenAt, useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { NotRead, SeenEarlier } from '../../ui/reading-note.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Actions } from './actions.tsx';
import styles from './claim.module.css';
import { partOf, TONES } from './claim.ts';
import { EnterCode } from './enter-code.tsx';
import { ShowCode } from './show-code.tsx';
import { Steps } from './steps.tsx';
import { Told } from './told.tsx';
import { usePendingSteps } from './use-claim-writes.ts';
import { thingOf } from './words.ts';

/** /claims/:id, for its claimant, the finder, and a moderator (R153, R284). */
export function Page() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const read = useRead('getClaim', { id });
  const seen = seenAt(read);
  const claim = read.data?.data;
  const again = () => void read.refetch();
  const isGone = read.error instanceof AppError && ['not-found', 'bad-input'].includes(read.error.code);
  if (isGone || !claim)
    return (
      <>
        <PageTitle title={t(isGone ? 'claim.gone' : 'claim.one')} back="/claims">
          {isGone && t('claim.goneText')}
        </PageTitle>
        {!isGone &&
          (read.isError || read.fetchStatus === 'paused' ? (
            <NotRead what={t('claim.notRead')} onAgain={again} />
          ) : (
            <Skeleton rows={4} />
          ))}
      </>
    );
  return (
    <>
      {seen !== undefined && <SeenEarlier at={seen} onAgain={again} />}
      <Whole claim={claim} onChanged={again} />
    </>
  );
}

function Whole({ claim, onChanged }: { claim: Claim; onChanged: () => void }) {
  const { t } = useTranslation();
  const { id, report, seesReport = true, status, by, reason, conversationId, createdAt } = claim;
  const part = partOf(claim);
  const pending = usePendingSteps(id);
  return (
    <article className={styles.whole}>
      <PageTitle title={thingOf(t, report)} back={part === 'finder' ? '/claims?scope=received' : '/claims'}>
        <span className={styles.marks}>
          <Badge tone={TONES[status]} large>
            {t(`claim.status.${part}.${status}`)}
          </Badge>
          {t(part === 'claimant' ? 'claim.byYou' : 'claim.by', { name: by })} <TimeAgo at={createdAt} />
        </span>
      </PageTitle>
      {pending > 0 && (
        <Banner tone="wait" icon="outbox">
          {t('claim.stepWaits')}
        </Banner>
      )}
      {reason && (status === 'asked' || status === 'rejected' || status === 'frozen') && (
        <Banner tone={status === 'asked' ? 'wait' : 'lost'} icon={status === 'asked' ? 'question' : 'alert'}>
          <b>{t(`claim.reason.${status}`)}</b> {reason}
        </Banner>
      )}
      {status === 'handed_over' && <Returned />}
      {status === 'accepted' && conversationId && part !== 'moderator' && (
        <div className={styles.next}>
          <LinkButton icon="chat" wide to={`/chat/${conversationId}`}>
            {t('claim.toChat')}
          </LinkButton>
          <p className={styles.quiet}>{t('claim.agreeWhere')}</p>
        </div>
      )}
      {status === 'frozen' && <p className={styles.quiet}>{t('claim.frozenText')}</p>}
      {status === 'accepted' && part === 'claimant' && <ShowCode claimId={id} />}
      {status === 'accepted' && part === 'finder' && <EnterCode claimId={id} onDone={onChanged} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Told claim={claim} part={part} />
          {pending === 0 && <Actions claim={claim} part={part} />}
        </div>
        <Steps status={status} part={part} />
      </div>
      <div className={styles.choices}>
        {status !== 'accepted' && conversationId && part !== 'moderator' && (
          <LinkButton icon="chat" kind="outlined" to={`/chat/${conversationId}`}>
            {t('claim.toChat')}
          </LinkButton>
        )}
        {seesReport && (
          <Link className={styles.link} to={`/items/${report.id}`}>
            {t('claim.toThing')}
          </Link>
        )}
      </div>
    </article>
  );
}

/** The ring of the thing closes before one's eyes. */
function Returned() {
  const { t } = useTranslation();
  const [closed, setClosed] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setClosed(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className={styles.returned} role="status">
      <Ring shape={closed ? 'closed' : 'open'} tone="found" {...(closed ? { mark: 'tick' as const } : {})} />
      <p>
        <b>{t('claim.returned')}</b> {t('claim.returnedText')}
      </p>
    </div>
  );
}
