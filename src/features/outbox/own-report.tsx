import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import type { Consents, Purpose } from '../../../contract/consent.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { DEFAULT_EXPIRY_DAYS } from '../../../contract/limits.ts';
import type { Endpoints } from '../../../contract/protocol.ts';
import { useSession } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { changeConsent } from '../../store/own/consents.ts';
import { adoptOwnReport, type End, endOwnReport, isEnding, mayEnd } from '../../store/own/ending.ts';
import { queueWrite } from '../../store/own/writes.ts';
import type { OwnReport } from '../../store/rows.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConsentChoices } from '../../ui/consents.tsx';
import { EndReport } from '../../ui/end-report.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Appeal, refusalOf } from './appeal.tsx';
import { Mine } from './mine.tsx';
import { useKeep } from './use-keep.ts';

/** A report that the server has: where it is seen, and what its poster may still do with it (A19). */
export function OwnReportFacts({ report, onDone }: { report: OwnReport; onDone: () => void }) {
  const { t } = useTranslation();
  const { db } = useServices();
  const keep = useKeep(onDone);
  const account = useSession(({ user }) => user?.id);
  const isMine = report.author !== undefined && report.author.id === account;
  const { entityId: id, status } = report;
  const read = useRead('getReport', { id }, { enabled: isMine && status === 'rejected' });
  const reason = refusalOf(read.data?.history ?? []);

  function move(change: Omit<InputOf<Endpoints['updateReport']>, 'id'>): Promise<void> {
    const opId = crypto.randomUUID();
    const input = { id, ...change };
    return keep(() =>
      queueWrite(db, { endpoint: 'updateReport', opId, id, input, label: report.label, now: Date.now() }),
    );
  }

  const isOpen = status === undefined || ['pending_review', 'published', 'rejected'].includes(status);
  return (
    <>
      {reason && (
        <p>
          <b>{t('outbox.rejectedFor')}</b> {reason}
        </p>
      )}
      {isMine && status === 'rejected' && <Appeal onAppeal={(text) => move({ status: 'appealed', reason: text })} />}
      {isMine && status === 'expired' && (
        <Button icon="clock" onClick={() => void move({ status: 'published', expiresInDays: DEFAULT_EXPIRY_DAYS })}>
          {t('outbox.extend', { count: DEFAULT_EXPIRY_DAYS })}
        </Button>
      )}
      {!isMine && report.secret && report.receipt && !report.keptScan && (
        <>
          <Mine id={id} secret={report.secret} label={report.label} level={3} onDone={onDone} />
          <LinkButton kind="outlined" icon="share" to={`/mine/${id}`}>
            {t('outbox.mine.open')}
          </LinkButton>
        </>
      )}
      {isMine && isOpen && !report.keptScan && (
        <LinkButton kind="outlined" icon="pencil" to={`/post-item?edit=${id}`}>
          {t('common.mend')}
        </LinkButton>
      )}
      {(isMine || report.shown) && (
        <LinkButton kind="outlined" to={`/items/${id}`}>
          {t('post.see')}
        </LinkButton>
      )}
      <TakeBack report={report} account={account} onDone={onDone} />
    </>
  );
}

/** What was posted here can be ended here, with or without an account; the words for one that cannot. */
function TakeBack({ report, account, onDone }: { report: OwnReport; account: string | undefined; onDone: () => void }) {
  const { t } = useTranslation();
  const { db } = useServices();
  const keep = useKeep(onDone);
  const { entityId: id, status, author, secret, receipt } = report;
  const isPending = useLiveQuery(() => isEnding(db, id), [db, id]);

  const end = (how: End) => keep(() => endOwnReport(db, { ...report, number: receipt?.number }, how, Date.now()));
  const adopt = () => keep(() => adoptOwnReport(db, report, Date.now()));

  if (isPending) return <p>{t('end.asked')}</p>;
  if (!mayEnd(report, account))
    return (
      author === undefined && (
        <>
          <p>{t('end.old', { number: receipt?.number ?? '' })}</p>
          <LinkButton kind="outlined" to="/contact">
            {t('end.write')}
          </LinkButton>
        </>
      )
    );
  const isAdoptable = author === undefined && secret !== undefined && account !== undefined;
  return (
    <>
      {isAdoptable && (
        <>
          <p>{t('end.adoptText')}</p>
          <Button kind="outlined" onClick={() => void adopt()}>
            {t('end.adopt')}
          </Button>
        </>
      )}
      {report.consents && <OwnConsents report={report} given={report.consents} />}
      <EndReport mayWithdraw={!report.keptScan && status !== 'withdrawn' && status !== 'resolved'} onEnd={end} />
    </>
  );
}

/** A yes is taken back where it was given, also without an account. */
function OwnConsents({ report, given }: { report: OwnReport; given: Consents }) {
  const { db } = useServices();
  const { t } = useTranslation();
  const keep = useKeep(() => showToast(t('details.saved'), 'wait'));
  const change = (purpose: Purpose, yes: boolean) => keep(() => changeConsent(db, report, purpose, yes, Date.now()));
  if (report.endpoint === 'uploadLostFoundPerson' && report.type === 'found') return null;
  const of = report.endpoint === 'createReport' ? 'item' : report.ofChild ? 'child' : 'adult';
  return <ConsentChoices of={of} given={given} onChange={(...which) => void change(...which)} />;
}
