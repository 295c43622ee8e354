import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Consents, consentsOf, type Purpose } from '../../../../contract/consent.ts';
import { KEPT_DAYS } from '../../../../contract/kept.ts';
import { DEFAULT_EXPIRY_DAYS, MAX_TEXT } from '../../../../contract/limits.ts';
import { mayBeChild } from '../../../../contract/person.ts';
import type { PhotoFace } from '../../../../contract/photo-face.ts';
import type { ReportView } from '../../../../contract/report.ts';
import { POLICY } from '../../../../contract/site.ts';
import { useRead } from '../../../api/use-read.ts';
import { ownPhoto } from '../../../face/own-photo.ts';
import { formatDate } from '../../../i18n/relative-time.ts';
import { useServices } from '../../../services.ts';
import { AskNews } from '../../../ui/ask-news.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ConsentChoices } from '../../../ui/consents.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EndReport } from '../../../ui/end-report.tsx';
import { FaceMissing } from '../../../ui/face-missing.tsx';
import { Field } from '../../../ui/field.tsx';
import { nameOf } from '../../../ui/report-words.ts';
import { reunionTitle } from '../../../ui/reunion.tsx';
import styles from './tools.module.css';
import type { Details } from './use-details.ts';
import { useWrite } from './use-write.ts';

/** Takes no place, and keeps a number that is read out on one line. */
const WORD_JOINER = '\u2060';

type Asking = 'resolve' | 'appeal';

/** For whose report it is: how it stands, what waits for them, and what they may do with it. `pending`: of its changes. */
export function OwnerPanel({ details, pending }: { details: Details; pending: number }) {
  const { t } = useTranslation();
  const services = useServices();
  const write = useWrite();
  const [asking, setAsking] = useState<Asking>();
  const { data: view, may, waiting, history } = details;
  const reunion = useRead('readReunion', { id: view.id }, { enabled: details.reunion ?? false }).data?.data;
  const isDoubted = reunion?.doubted === true;
  // Where somebody was found, that they are together ends it: otherwise whoever found them would never hear of it.
  const mayResolve = may.includes('resolve') && (!details.reunion || isDoubted);
  const refusal = view.status === 'rejected' ? history.findLast(({ to }) => to === 'rejected')?.reason : undefined;

  async function change(input: {
    status?: 'resolved' | 'withdrawn' | 'appealed' | 'published';
    reason?: string;
    expiresInDays?: number;
    keep?: true;
    looking?: true;
    faces?: PhotoFace[];
  }) {
    const isKept = await write({
      endpoint: 'updateReport',
      id: view.id,
      label: nameOf(t, view),
      input: { id: view.id, ...input },
    });
    if (isKept) setAsking(undefined);
  }
  /** Its line in the outbox outlives the report: it is called by its number, not by a name that was to go. */
  async function end(how: 'withdrawn' | 'erased'): Promise<void> {
    if (how === 'withdrawn') return change({ status: how });
    await write(
      { endpoint: 'endReport', id: view.id, label: view.number ?? '', input: { id: view.id, how } },
      t('end.asked'),
    );
  }
  const extend = () =>
    void change({ expiresInDays: DEFAULT_EXPIRY_DAYS, ...(view.status === 'expired' ? { status: 'published' } : {}) });

  return (
    <section className={styles.panel} aria-labelledby="owner">
      <h2 id="owner">{t('owner.title')}</h2>
      <p>
        <Badge tone={view.status === 'rejected' ? 'lost' : view.status === 'published' ? 'found' : 'wait'}>
          {view.keptScan && view.status === 'pending_review' && view.expiresAt
            ? t('keep.status', { date: formatDate(t, new Date(view.expiresAt)) })
            : t(`details.status.${view.status}`)}
        </Badge>
      </p>
      {details.reunion && (
        <Banner
          tone={isDoubted ? 'wait' : 'found'}
          icon={isDoubted ? 'search' : 'person'}
          action={
            <LinkButton kind="outlined" icon="forward" to={`/items/${view.id}/reunion`}>
              {t('reunion.open')}
            </LinkButton>
          }
        >
          <b>{reunion ? reunionTitle(t, reunion) : t('reunion.title')}</b>
        </Banner>
      )}
      {view.needsCase && !view.keptScan && (
        <Banner tone="wait" icon="info">
          {t('owner.needsCase', { number: view.number?.replaceAll('-', `-${WORD_JOINER}`) ?? '' })}
        </Banner>
      )}
      {pending === 0 && may.includes('edit') && (
        <FaceMissing
          of={view}
          to={`/post-item?edit=${view.id}`}
          bytes={(sha256) => ownPhoto(services, sha256)}
          read={(...which) => services.face.enrol(...which)}
          onChosen={(face) => change({ faces: [face] })}
        />
      )}
      {view.asked && (
        <AskNews
          asked={view.asked}
          onLooking={() => void change({ looking: true })}
          onFound={mayResolve ? () => setAsking('resolve') : undefined}
        />
      )}
      {view.erasesAt && (
        <>
          <p>{t('owner.erases', { date: formatDate(t, new Date(view.erasesAt)) })}</p>
          <Button kind="outlined" icon="clock" onClick={() => void change({ keep: true })}>
            {t('owner.keep', { count: KEPT_DAYS.endedReports })}
          </Button>
        </>
      )}
      {refusal && <p>{t('owner.rejectedFor', { reason: refusal })}</p>}
      {waiting && (
        <div>
          {waiting.claims > 0 && (
            <Link className={styles.waiting} to={`/claims?scope=received&report=${view.id}`}>
              {t('owner.claims', { count: waiting.claims })}
            </Link>
          )}
          {waiting.notes > 0 && (
            <a className={styles.waiting} href="#notes">
              {t('owner.notes', { count: waiting.notes })}
            </a>
          )}
          {waiting.matches > 0 && (
            <a className={styles.waiting} href="#matches">
              {t('owner.matches', { count: waiting.matches })}
            </a>
          )}
        </div>
      )}
      <div className={styles.tools}>
        {mayResolve && (
          <Button icon="check" onClick={() => setAsking('resolve')}>
            {t('owner.resolve')}
          </Button>
        )}
        {may.includes('appeal') && <Button onClick={() => setAsking('appeal')}>{t('owner.appeal')}</Button>}
        {may.includes('edit') && (
          <LinkButton kind="outlined" icon="pencil" to={`/post-item?edit=${view.id}`}>
            {t('owner.edit')}
          </LinkButton>
        )}
        {may.includes('extend') && (
          <Button kind="outlined" icon="clock" onClick={extend}>
            {t('owner.extend')}
          </Button>
        )}
        <EndReport mayWithdraw={may.includes('withdraw') && !view.keptScan} onEnd={end} />
      </div>
      {view.consents && <OwnConsents view={view} />}
      <Question asking={asking} onClose={() => setAsking(undefined)} onYes={change} />
    </section>
  );
}

interface QuestionProps {
  asking: Asking | undefined;
  onClose: () => void;
  onYes: (input: { status: 'resolved' | 'appealed'; reason?: string }) => Promise<void>;
}

const ENDS = { resolve: 'resolved', appeal: 'appealed' } as const;

function Question({ asking, onClose, onYes }: QuestionProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  if (!asking) return null;
  const yes = () =>
    void onYes({ status: ENDS[asking], ...(asking === 'appeal' && reason.trim() ? { reason: reason.trim() } : {}) });
  return (
    <Dialog
      open
      title={t(`owner.${asking}Title`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={yes}>{t(`owner.${asking}Yes`)}</Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {asking === 'appeal' ? (
        <Field label={t('owner.appealReason')}>
          {(control) => (
            <textarea
              {...control}
              maxLength={MAX_TEXT}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <p>{t(`owner.${asking}Text`)}</p>
      )}
    </Dialog>
  );
}

/** A yes is taken back where it was given; the switch stands as it was pressed until the server has said how it is. */
function OwnConsents({ view }: { view: ReportView }) {
  const { t } = useTranslation();
  const write = useWrite();
  const [pressed, setPressed] = useState<Partial<Consents>>({});
  const given = { ...consentsOf(undefined), ...view.consents, ...pressed };

  async function change(purpose: Purpose, yes: boolean): Promise<void> {
    const input = { id: view.id, purpose, given: yes, notice: POLICY.version };
    if (await write({ endpoint: 'setConsent', id: view.id, label: nameOf(t, view), input }))
      setPressed((before) => ({ ...before, [purpose]: yes }));
  }
  if (view.subject.kind === 'person' && view.type === 'found') return null;
  return <ConsentChoices of={consentsFor(view)} given={given} onChange={(...which) => void change(...which)} />;
}

const consentsFor = ({ subject }: ReportView) => {
  if (subject.kind === 'item') return 'item';
  return mayBeChild(subject.ageMin) ? 'child' : 'adult';
};
