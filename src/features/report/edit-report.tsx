import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { MakerSecret, type ReportView, seenOf } from '../../../contract/report.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { useLinkSecret } from '../../platform/use-link-secret.ts';
import { useServices } from '../../services.ts';
import { findOwnReport } from '../../store/own/made.ts';
import { mendWrite } from '../../store/own/use-unsent.ts';
import { isItem, type OwnReport, type OwnWrite } from '../../store/rows.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { detailsKept } from './details.ts';
import { type EditValues, editDraft, editOf, type ReportChange, typedAgain } from './edit.ts';
import { EditForm } from './edit-form.tsx';
import { useMine } from './use-mine.ts';

/**
 * Change a report of one's own: as the server has it, or, while it still waits on this phone, as it was typed. What was posted
 * without an account by the secret that this phone keeps of it, or that stands behind the # of the address.
 */
export function EditReport({ id, mend }: { id: string; mend: string | undefined }) {
  const { t } = useTranslation();
  const { db } = useServices();
  const { text, hash } = useLinkSecret(id);
  const isMended = useMended(id, mend);
  const own = useLiveQuery(async () => (await findOwnReport(db, id)) ?? 'none', [db, id]);
  const waiting = own !== undefined && own !== 'none' && !own.receipt ? own : undefined;
  const kept = own !== undefined && own !== 'none' && own.author === undefined ? own.secret : undefined;
  const secret = MakerSecret.safeParse(text || kept).data;
  const isAsked = own !== undefined && !waiting && isMended;
  const { read: mine, again } = useMine(id, isAsked ? secret : undefined);
  // What has become an account's meanwhile is read as that account's.
  const isAccounts = secret === undefined || mine.kind === 'gone';
  const read = useRead('getReport', { id }, { enabled: isAsked && isAccounts });
  const view = read.data?.data;
  const page = `/mine/${id}${hash}`;
  return (
    <>
      <PageTitle title={t('post.editTitle')} back={isAccounts ? (view ? `/items/${id}` : '/outbox') : page}>
        {t('post.editLead')}
      </PageTitle>
      {!isMended ? (
        <Skeleton rows={3} />
      ) : waiting ? (
        <EditForm
          {...{ id, secret }}
          before={typedOf(waiting)}
          kind={isItem(waiting) ? 'item' : 'person'}
          type={waiting.type}
        />
      ) : mine.kind === 'read' && !isAccounts ? (
        <ViewForm view={mine.view} secret={secret} then={page} />
      ) : mine.kind === 'failed' && !isAccounts ? (
        <Trouble error={mine.error} onAgain={again} />
      ) : view ? (
        <OwnEdit view={view} mayEdit={read.data?.may.includes('edit') ?? false} />
      ) : read.isError ? (
        <Trouble error={read.error} onAgain={() => void read.refetch()} />
      ) : (
        <Skeleton rows={3} />
      )}
    </>
  );
}

function OwnEdit({ view, mayEdit }: { view: ReportView; mayEdit: boolean }) {
  const { t } = useTranslation();
  if (mayEdit) return <ViewForm view={view} />;
  return (
    <EmptyState title={t('post.notYours')} action={<LinkButton to={`/items/${view.id}`}>{t('post.see')}</LinkButton>}>
      {t('post.notYoursText')}
    </EmptyState>
  );
}

function ViewForm({ view, ...how }: { view: ReportView; secret?: string | undefined; then?: string }) {
  const { t } = useTranslation();
  const { id, type, subject, status, reviewed } = view;
  return (
    <>
      {status === 'published' && reviewed && (
        <Banner tone="wait" icon="info">
          {t('post.editChecked')}
        </Banner>
      )}
      <EditForm {...{ id, type, ...how }} before={editOf(view)} seen={seenOf(view)} kind={subject.kind} />
    </>
  );
}

function Trouble({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation();
  const code = error instanceof AppError ? error.code : 'server';
  // An address with anything but an id in it names no report either.
  if (code === 'not-found' || code === 'bad-input')
    return (
      <EmptyState title={t('details.gone')} action={<LinkButton to="/profile">{t('nav.profile')}</LinkButton>}>
        {t('details.goneText')}
      </EmptyState>
    );
  return (
    <Banner tone="lost" icon="alert">
      <b>{t('common.sentence', { text: t(`errors.${code}.what`) })}</b> {t(`errors.${code}.todo`)}{' '}
      <Button kind="quiet" icon="refresh" onClick={onAgain}>
        {t('common.again')}
      </Button>
    </Banner>
  );
}

/**
 * Take a change that the server refused, the write `opId`, back into the form; true once that is done. The report is read
 * anew for it: what the change is compared with must be the server's newest.
 */
function useMended(id: string, opId: string | undefined): boolean {
  const { db } = useServices();
  const refresh = useRefresh();
  const [isDone, setDone] = useState(opId === undefined);
  useEffect(() => {
    if (opId === undefined) return setDone(true);
    const values = ({ input }: OwnWrite) => typedAgain({ ...input, id } as ReportChange); // the write is an updateReport
    void Promise.all([
      mendWrite(db, opId, { about: editDraft(id), values, now: Date.now() }),
      refresh('getReport', { id }),
    ]).then(() => setDone(true));
  }, [db, id, opId, refresh]);
  return isDone;
}

/** The answers as the form of the report kept them. */
function typedOf({ values, photos }: OwnReport): EditValues {
  const text = (key: string): string => {
    const value = values[key];
    return typeof value === 'string' ? value : '';
  };
  return {
    title: text('title'),
    name: text('name'),
    age: text('age'),
    ageGuess: values.ageGuess === true,
    clothColor: text('clothColor'),
    ...detailsKept(values),
    colour: text('colour'),
    description: text('description'),
    region: text('region'),
    lat: text('lat'),
    lng: text('lng'),
    timeOfLossDate: text('timeOfLossDate'),
    timeOfLossTime: text('timeOfLossTime'),
    rewardOffer: text('rewardOffer'),
    phoneNumber: text('phoneNumber'),
    photos,
  };
}
