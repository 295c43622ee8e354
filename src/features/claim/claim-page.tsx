import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { MAX_CLAIMS_A_THING } from '../../../contract/limits.ts';
import type { getReport } from '../../../contract/report.ts';
import { useRead } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { pendingWrites } from '../../store/own/writes.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isOpen } from './claim.ts';
import { ClaimForm } from './claim-form.tsx';
import { Claimed } from './claimed.tsx';
import { thingOf } from './words.ts';

/** /items/:id/claim: "this is mine" (R150, R151). */
export function Page() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const { db } = useServices();
  const read = useRead('getReport', { id });
  const made = useRead('listClaims', { scope: 'made', reportId: id });
  const waiting = useLiveQuery(async () => {
    const writes = await pendingWrites(db, 'createClaim');
    return { opId: writes.find(({ input }) => input.reportId === id)?.opId };
  }, [db, id]);
  const [kept, setKept] = useState<string>();
  const opId = kept ?? waiting?.opId;
  const details = read.data;
  const back = `/items/${id}`;

  if (opId !== undefined) return <Claimed opId={opId} reportId={id} />;
  // What was read before does not count any more once the server says that it is gone.
  const isGone = read.error instanceof AppError && read.error.code === 'not-found';
  if (isGone) return <NotNow back="/found-items" title={t('details.gone')} text={t('details.goneText')} />;
  if (!details)
    return (
      <>
        <PageTitle title={t('claim.title')} back={back} />
        {read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('claim.reportNotRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={3} />
        )}
      </>
    );
  const title = t('claim.titleOf', { thing: thingOf(t, details.data) });
  const earlier = made.data?.data.find(({ status }) => isOpen(status));
  if (earlier) return <NotNow back={back} title={title} text={t('claim.already')} to={`/claims/${earlier.id}`} />;
  if ((made.data?.data.length ?? 0) >= MAX_CLAIMS_A_THING)
    return <NotNow back={back} title={title} text={t('claim.tooOften')} />;
  if (!details.may.includes('claim')) return <NotNow back={back} title={title} text={t(whyNot(details))} />;
  return (
    <>
      <PageTitle title={title} back={back}>
        {t('claim.lead')}
      </PageTitle>
      <ClaimForm report={details.data} questions={details.questions} onKept={setKept} />
    </>
  );
}

function NotNow({ back, title, text, to }: { back: string; title: string; text: string; to?: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={title} back={back} />
      <EmptyState
        title={text}
        action={
          <LinkButton kind="outlined" to={to ?? back}>
            {t(to ? 'claim.see' : 'common.back')}
          </LinkButton>
        }
      >
        {t('claim.notNowText')}
      </EmptyState>
    </>
  );
}

function whyNot({ data, may }: OutputOf<typeof getReport>) {
  if (data.mine) return 'claim.ownFind';
  if (data.subject.kind === 'item' && data.subject.status === 'returned') return 'claim.isReturned';
  // Who may leave a note may do everything else too: only that nobody can review a claim stands in the way.
  return may.includes('note') ? 'claim.noFinder' : 'claim.notOpen';
}
