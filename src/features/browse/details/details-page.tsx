import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { GUARDED_VIEW } from '../../../../contract/report.ts';
import { useSession } from '../../../api/session.ts';
import { formatTime } from '../../../i18n/relative-time.ts';
import { useServices } from '../../../services.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InSteps } from '../../../ui/in-steps.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SeenEarlier } from '../../../ui/reading-note.tsx';
import { DrawnRecord } from '../../../ui/record-look.tsx';
import { nameOf } from '../../../ui/report-words.ts';
import { RecordSkeleton } from '../../../ui/skeleton.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { hasPoster } from '../poster/poster.ts';
import { rewardOf, typeOf } from '../words.ts';
import { Contact } from './contact.tsx';
import styles from './details-page.module.css';
import { Facts } from './facts.tsx';
import { Gallery } from './gallery.tsx';
import { Guarded } from './guarded.tsx';
import { History } from './history.tsx';
import { Looks } from './looks.tsx';
import { Matches } from './matches.tsx';
import { Notes } from './notes.tsx';
import { OfficerPanel } from './officer-panel.tsx';
import { type Opened, OpenWhole } from './open-whole.tsx';
import { OwnerPanel } from './owner-panel.tsx';
import { ReadRecord } from './read-record.tsx';
import { PassOn, Tools } from './tools.tsx';
import { type Details, useDetails } from './use-details.ts';
import { usePending } from './use-write.ts';
import { Videos } from './videos.tsx';
import { Where } from './where.tsx';

const AreaAlertCard = lazy(async () => ({ default: (await import('../../../ui/area-alert.tsx')).AreaAlertCard }));

const Compared = lazy(async () => ({ default: (await import('./compared.tsx')).Compared }));

/** /items/:id: all that this viewer may know of one report, and what they can do (R38). */
export function Page() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const { reading, again } = useDetails(id);
  const waiting = (
    <DrawnRecord
      id={id}
      otherwise={
        <>
          <PageTitle title={t('common.loading')} />
          <RecordSkeleton />
        </>
      }
    />
  );
  switch (reading.kind) {
    case 'loading':
      return waiting;
    case 'read':
      return (
        <InSteps waiting={waiting}>
          {reading.seenAt !== undefined && <SeenEarlier at={reading.seenAt} onAgain={again} />}
          <Report details={reading.details} />
        </InSteps>
      );
    case 'unsent':
      return (
        <>
          <PageTitle title={t('details.unsent')} back="/" />
          <EmptyState
            title={reading.label}
            tone="wait"
            action={
              <LinkButton kind="outlined" to="/outbox">
                {t('details.toOutbox')}
              </LinkButton>
            }
          >
            {t('details.unsentText', { label: reading.label })}
          </EmptyState>
        </>
      );
    case 'gone':
    case 'failed':
      return <Missing isGone={reading.kind === 'gone'} onAgain={again} />;
  }
}

function Missing({ isGone, onAgain }: { isGone: boolean; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t(isGone ? 'details.gone' : 'details.notHere')} back="/lost-peoples">
        {t(isGone ? 'details.goneText' : 'details.notHereText')}
      </PageTitle>
      {isGone ? (
        <LinkButton kind="outlined" to="/lost-peoples">
          {t('details.toList')}
        </LinkButton>
      ) : (
        <Button kind="outlined" icon="refresh" onClick={onAgain}>
          {t('common.again')}
        </Button>
      )}
    </>
  );
}

function Report({ details: read }: { details: Details }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened>();
  const whole = opened?.data.id === read.data.id ? opened : undefined;
  const details = whole ? { ...read, data: whole.data, history: whole.history } : read;
  const view = details.data;
  const { db } = useServices();
  const signedIn = useSession((session) => session.signedIn);
  const pending = usePending(db, view.id);
  const guarded = view.contact === 'guarded';
  // The one answer for all guarded records says nothing of this one.
  const isBare = guarded && view.rev === GUARDED_VIEW.rev;
  const reward = rewardOf(t, view);
  return (
    <article className={styles.report}>
      <PageTitle title={nameOf(t, view)} back={view.subject.kind === 'person' ? '/lost-peoples' : '/found-items'}>
        {!isBare && (
          <span className={styles.marks}>
            <Badge tone={view.type} large>
              {typeOf(t, view)}
            </Badge>
            {reward && (
              <Badge tone="wait" large>
                {reward}
              </Badge>
            )}
            <TimeAgo at={view.createdAt} />
          </span>
        )}
      </PageTitle>
      {!isBare && <ReadRecord view={view} />}
      {pending > 0 && (
        <Banner tone="wait" icon="outbox">
          {t('details.waiting', { count: pending })}
        </Banner>
      )}
      {view.mine && <OwnerPanel details={details} pending={pending} />}
      {read.alert && (
        <Suspense fallback={null}>
          <AreaAlertCard alert={read.alert}>
            {!hasPoster(view) && <PassOn of={read.alert} title={t('alert.title')} poster />}
          </AreaAlertCard>
        </Suspense>
      )}
      {guarded && <Guarded />}
      {read.opens &&
        (whole ? (
          <Banner tone="wait" icon="lock">
            {t('whole.isOpen', { time: formatTime(t, new Date(whole.until)) })}
          </Banner>
        ) : (
          <OpenWhole id={view.id} elsewhere={read.elsewhere ?? false} onOpened={setOpened} />
        ))}
      <OfficerPanel details={details} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {!guarded && (
            <>
              <Gallery view={view} />
              {view.videos && view.videos.length > 0 && <Videos hashes={view.videos} />}
              <Contact details={details} />
              <Tools details={details} />
            </>
          )}
          {guarded && <Contact details={details} />}
          {!isBare && (
            <div className={styles.later}>
              <Steps of={view} />
            </div>
          )}
        </div>
        <div className={styles.column}>
          {!isBare && <Facts view={view} />}
          {!guarded && <Where view={view} />}
          {details.history.length > 0 && <History entries={details.history} />}
          {signedIn && view.mine && <Looks id={view.id} />}
        </div>
      </div>
      {read.opens && !read.elsewhere && view.subject.kind === 'person' && (
        <Suspense fallback={null}>
          <Compared id={view.id} />
        </Suspense>
      )}
      {signedIn && view.mine && view.subject.kind === 'item' && <Matches id={view.id} />}
      {signedIn && (view.mine || whole !== undefined || details.may.includes('note')) && (
        <Notes id={view.id} answers={view.mine === true || whole !== undefined} />
      )}
      {!view.mine && (
        <LinkButton kind="quiet" icon="person" to={`/items/${view.id}/this-is-me`}>
          {t('details.thisIsMe')}
        </LinkButton>
      )}
    </article>
  );
}
