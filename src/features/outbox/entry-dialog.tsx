import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_ID, type ReportView } from '../../../contract/report.ts';
import { sawHash } from '../../../contract/share.ts';
import { useSession } from '../../api/session.ts';
import { formatDate } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { findThumb } from '../../store/others/records.ts';
import { saveKeptScan } from '../../store/own/kept-scan.ts';
import { scannedIn, scanTold } from '../../store/own/scans.ts';
import { noteOf } from '../../store/own/words.ts';
import {
  type Author,
  hasWords,
  isOnlyHere,
  isTheirs,
  type Made,
  type OwnScan,
  type OwnWrite,
} from '../../store/rows.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KeepScan, type KeptFace } from '../../ui/keep-scan.tsx';
import { PersonDetails } from '../../ui/person-details.tsx';
import { Photo } from '../../ui/photo.tsx';
import type { Entry } from './entries.ts';
import { labelOf, stateText } from './entry-row.tsx';
import { OwnReportFacts } from './own-report.tsx';
import { OwnWords } from './own-words.tsx';
import styles from './page.module.css';

interface EntryDialogProps {
  entry: Entry;
  onClose: () => void;
  onAgain: () => void;
  onMend: () => void;
  /** Save a copy of it as a file. */
  onKeep: () => void;
  onDrop: () => void;
  /** The user has said that the scanned person is another one than that of this report. */
  onNotThem: (candidateId: string) => void;
}

/** One report, scan or other write closer: what its state means, and what the user can do about it. */
export function EntryDialog({ entry, onClose, onAgain, onMend, onKeep, onDrop, onNotThem }: EntryDialogProps) {
  const { t } = useTranslation();
  const account = useSession(({ user }) => user?.id);
  const [asked, setAsked] = useState(false);
  const { state } = entry;
  const hasArrived =
    (entry.kind === 'report' && entry.report.receipt !== undefined) ||
    (entry.kind === 'write' && entry.write.receivedAt !== undefined);
  const isHere = state.kind === 'saved' || state.kind === 'needs-you';
  const waits = state.kind === 'saved' ? state.waits : undefined;
  const about = aboutOf(entry);
  const author = waitsForAuthor(entry, account);
  const isUnsigned = waits?.for === 'account' && waits.error === 'sign-in-needed';
  const closing = (act: () => void) => () => {
    act();
    onClose();
  };
  if (asked)
    return (
      <Dialog
        open
        title={t(hasArrived ? 'outbox.dropFileTitle' : 'outbox.dropTitle')}
        onClose={onClose}
        actions={
          <>
            <Button kind="danger" onClick={closing(onDrop)}>
              {t(hasArrived ? 'outbox.dropFile' : 'outbox.drop')}
            </Button>
            <Button kind="outlined" onClick={() => setAsked(false)}>
              {t('common.keep')}
            </Button>
          </>
        }
      >
        <p>{t(hasArrived ? 'outbox.dropFileText' : dropText(entry))}</p>
      </Dialog>
    );
  return (
    <Dialog
      open
      title={labelOf(t, entry)}
      onClose={onClose}
      actions={
        <>
          {isUnsigned && <LinkButton to="/login">{t('outbox.signIn')}</LinkButton>}
          {state.kind === 'needs-you' && !hasArrived && isMendable(entry, account) && (
            <Button icon="pencil" onClick={closing(onMend)}>
              {t('common.mend')}
            </Button>
          )}
          {isCorrectable(entry) && (
            <LinkButton icon="pencil" to={`/post-item?correct=${entry.report.entityId}`}>
              {t('outbox.correct')}
            </LinkButton>
          )}
          {state.kind === 'needs-you' && (
            <Button kind="outlined" icon="refresh" onClick={closing(onAgain)}>
              {t('common.again')}
            </Button>
          )}
          {state.kind === 'needs-you' && (
            <Button kind="outlined" icon="shield" onClick={closing(onKeep)}>
              {t('outbox.copy.keepOne')}
            </Button>
          )}
          {isHere && (state.kind === 'needs-you' || !hasArrived) && (
            <Button kind="outlined" icon="trash" onClick={() => setAsked(true)}>
              {t(hasArrived ? 'outbox.dropFile' : 'outbox.drop')}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className={styles.facts}>
        <p>{stateText(t, entry)}</p>
        {!waits && about && <p>{t(about)}</p>}
        {state.kind === 'needs-you' && (
          <p>{author ? t('outbox.waitsForAuthor', { name: author.name }) : t(`errors.${state.error}.todo`)}</p>
        )}
        {waits?.for === 'account' && <p>{t(`errors.${waits.error}.todo`)}</p>}
        {entry.kind === 'report' && hasArrived && <OwnReportFacts report={entry.report} onDone={onClose} />}
        {entry.kind === 'write' && !hasArrived && isTheirs(entry.write, account) && <OwnWords write={entry.write} />}
        {entry.kind === 'scan' &&
          entry.scan.answer?.candidates.map(({ band, data, sighting }, _, all) => (
            <Candidate
              key={data.id}
              band={band}
              view={data}
              bySighting={sighting === true}
              scan={entry.scan}
              onNo={() => {
                onNotThem(data.id);
                if (all.length === 1) onClose();
              }}
            />
          ))}
      </div>
    </Dialog>
  );
}

/** What its state means, where there is more to say. The answer to a scan has no number, also once it was looked at. */
function aboutOf(entry: Entry) {
  const { state, isHeld } = entry;
  if (isHeld && state.kind === 'saved') return 'device.heldText';
  if (entry.kind === 'scan' && entry.scan.answer)
    return entry.scan.answer.candidates.length > 0 ? 'outbox.about.found' : undefined;
  return entry.kind === 'write' && state.kind === 'received'
    ? 'outbox.aboutWrite'
    : (`outbox.about.${state.kind}` as const);
}

/**
 * A report of whoever is here goes back into its form, a change of one too, and a note; the words of another write are to be
 * read, and it is written again where it was.
 */
function isMendable(entry: Entry, account: string | undefined): boolean {
  if (entry.kind === 'scan' || waitsForAuthor(entry, account)) return false;
  if (entry.kind === 'report') return !entry.report.keptScan;
  if (entry.isHeld) return false;
  const { write } = entry;
  return write.endpoint === 'updateReport' ? !isStep(write) : noteOf(write) !== undefined && isTheirs(write, account);
}

/** Who is to mend it: mended by another it would go in that one's name. Nobody, where their account is no more. */
function waitsForAuthor(entry: Entry, account: string | undefined): Author | undefined {
  const { state } = entry;
  if (state.kind !== 'needs-you' || state.error === 'account-gone') return undefined;
  const row: Made = entry.kind === 'report' ? entry.report : entry.kind === 'scan' ? entry.scan : entry.write;
  return isTheirs(row, account) ? undefined : row.author;
}

/** It waits as it was written, and is that of whoever is here; what may have arrived can be taken back. */
const isCorrectable = (entry: Entry): entry is Extract<Entry, { kind: 'report' }> =>
  entry.kind === 'report' &&
  !entry.report.keptScan &&
  !entry.isHeld &&
  entry.state.kind === 'saved' &&
  entry.state.waits?.for !== 'author' &&
  hasWords(entry.report) &&
  (isOnlyHere(entry.report) || entry.report.secret !== undefined);

/** It moves a report along its life, and changes none of its words. */
const isStep = ({ input }: OwnWrite): boolean =>
  ['status', 'expiresInDays', 'condition', 'itemStatus'].some((name) => name in input);

function dropText(entry: Entry) {
  if (isErasedToo(entry)) return 'outbox.dropTextErased';
  return wasTried(entry) ? 'outbox.dropTextTried' : 'outbox.dropText';
}

/** Given up, it is to go from the server as well, should it have arrived there unknown to this phone. */
export const isErasedToo = (entry: Entry): boolean =>
  entry.kind === 'report' &&
  !entry.isHeld &&
  entry.report.secret !== undefined &&
  (wasTried(entry) || entry.report.left === true);

/** Whether the server may have it already; of what is in the reserve nobody has counted the tries. */
const wasTried = (entry: Entry): boolean =>
  entry.isHeld || entry.state.kind === 'needs-you' || (entry.state.kind === 'saved' && entry.state.tried);

/**
 * Somebody the server thinks it may be: both photos as far as they are here, what is known, and whom to call. To look at the
 * record says nothing yet: the question stands until a sighting is kept there (browse/details), or they say no.
 */
function Candidate({
  band,
  view,
  bySighting,
  scan,
  onNo,
}: {
  band: 'likely' | 'possible';
  view: ReportView;
  bySighting: boolean;
  scan: OwnScan;
  onNo: () => void;
}) {
  const { t } = useTranslation();
  const { db } = useServices();
  const thumb = useLiveQuery(() => findThumb(db, view), [db, view]);
  const guarded = view.contact === 'guarded';
  const phone = guarded ? '112' : view.phoneNumber?.replace(/[^\d+]/g, '');
  return (
    <section className={styles.candidate}>
      <div className={styles.pair}>
        <Photo blob={scan.thumb} alt={t('match.yourScan')} size="full" />
        <Photo blob={thumb} alt={t('match.theirPhoto')} size="full" />
      </div>
      <Banner tone="brand" {...(guarded ? { icon: 'shield' as const } : {})}>
        <b>{t(guarded ? 'match.guarded' : `match.${band}`)}</b> {t(guarded ? 'match.guardedHelp' : 'match.youDecide')}
      </Banner>
      {bySighting && <p>{t('match.bySighting')}</p>}
      {view.id === NO_ID && <TellPolice scan={scan} />}
      {!guarded && <PersonDetails view={view} />}
      {phone && (
        <LinkButton kind="outlined" icon="phone" href={`tel:${phone}`}>
          {t(guarded ? 'match.call112' : 'match.call')}
        </LinkButton>
      )}
      {guarded && view.id !== NO_ID && (
        <LinkButton kind="outlined" to={`/items/${view.id}`}>
          {t('match.record')}
        </LinkButton>
      )}
      {!guarded && view.type === 'lost' && (
        <LinkButton kind="outlined" icon="pin" to={`/items/${view.id}${sawHash(scan.createdAt)}`}>
          {t('match.saw')}
        </LinkButton>
      )}
      <Button kind="outlined" onClick={onNo}>
        {t('match.no')}
      </Button>
    </section>
  );
}

/** Where somebody guarded was seen, with the scan's own day and time: where this phone is now is another place. */
function TellPolice({ scan }: { scan: OwnScan }) {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  // Once it is said the row forgets the face; what was said stays on the screen.
  const [scanned] = useState(() => scannedIn(scan));
  if (!scanned) return null;

  async function keep(face: NonNullable<typeof scanned>): Promise<KeptFace> {
    const { createdAt, place, opId } = scan;
    const at = new Date(createdAt);
    const label = t('keep.label', { date: formatDate(t, at) });
    const kept = await saveKeptScan(db, face, { at, place, label });
    await scanTold(db, opId, NO_ID);
    sync.wake();
    return { createdAt: kept.createdAt, hasPlace: place !== undefined };
  }
  return <KeepScan isSought keep={() => keep(scanned)} />;
}
