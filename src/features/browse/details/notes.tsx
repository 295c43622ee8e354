import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Note } from '../../../../contract/note.ts';
import type { Place } from '../../../../contract/primitives.ts';
import { useRead } from '../../../api/use-read.ts';
import { formatDayAndTime } from '../../../i18n/relative-time.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { MapView } from '../../../ui/map/map-view.tsx';
import { SignWarning } from '../../../ui/sign-warning.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { ReportPhoto } from './report-photo.tsx';
import styles from './tools.module.css';
import { useWrite } from './use-write.ts';

/** Streets can be told apart. */
const PLACE_ZOOM = 15;

const TONES = { open: 'wait', confirmed: 'found', dismissed: 'plain' } as const;

/** What others told: to who answers it, to be confirmed or set aside; to others what they told themselves. */
export function Notes({ id, answers }: { id: string; answers: boolean }) {
  const { t } = useTranslation();
  const read = useRead('listNotes', { reportId: id });
  const notes = read.data?.data;
  if (!answers && notes?.length === 0) return null;
  return (
    <section id="notes" aria-labelledby="notes-title">
      <h2 id="notes-title">{t('note.list')}</h2>
      {read.isPending && read.fetchStatus !== 'paused' && <Skeleton rows={2} />}
      {!notes && (read.isError || read.fetchStatus === 'paused') && (
        <Banner
          tone="wait"
          action={
            <Button kind="quiet" icon="refresh" onClick={() => void read.refetch()}>
              {t('common.again')}
            </Button>
          }
        >
          {t('note.failed')}
        </Banner>
      )}
      {notes?.length === 0 && <p className={styles.words}>{t('note.none')}</p>}
      <ul className={styles.rows}>
        {notes?.map((note) => (
          <NoteRow key={note.id} note={note} answers={answers} />
        ))}
      </ul>
    </section>
  );
}

/** The point that was pinned, on a map once it is asked for. */
function PlaceOf({ place: { lat, lng } }: { place: Place }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button kind="outlined" icon="pin" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('note.map')}
      </Button>
      {open && <MapView label={t('note.map')} places={[{ id: 'seen', lat, lng, type: 'found' }]} zoom={PLACE_ZOOM} />}
    </div>
  );
}

function NoteRow({ note, answers }: { note: Note; answers: boolean }) {
  const { t } = useTranslation();
  const write = useWrite();
  const answer = (answer: 'confirm' | 'dismiss' | 'reopen') =>
    void write({ endpoint: 'answerNote', id: note.id, label: note.text, input: { id: note.id, answer } });
  const seen = note.seenAt && formatDayAndTime(t, new Date(note.seenAt), new Date());
  const where = [note.region, seen].filter(Boolean).join(' · ');
  const isAsked = answers && !note.mine && note.status === 'open';
  const saysMore = note.kind !== 'self' && note.condition !== undefined && note.condition !== 'seen';
  return (
    <li className={styles.row}>
      <p className={styles.words}>
        <Badge tone={TONES[note.status]}>{t(`note.status.${note.status}`)}</Badge> {t(`note.${note.kind}`)} ·{' '}
        {note.mine ? t('note.mine') : (note.by ?? t('note.byNobody'))} · <TimeAgo at={note.createdAt} />
      </p>
      <p>{note.text}</p>
      {note.signs && <SignWarning signs={note.signs} of="note" />}
      {note.condition && (
        <p>
          <b>{t('note.says', { what: t(`details.subject.${note.condition}`) })}</b>
        </p>
      )}
      {where && <p className={styles.words}>{where}</p>}
      {note.place && <PlaceOf place={note.place} />}
      {note.photos.length > 0 && (
        <div className={styles.tools}>
          {note.photos.map((sha256) => (
            <ReportPhoto key={sha256} sha256={sha256} alt={t('browse.photoOf', { name: note.text })} kind="item" />
          ))}
        </div>
      )}
      {note.kind === 'self' && <p className={styles.words}>{t('note.selfRead')}</p>}
      {isAsked && saysMore && <p className={styles.words}>{t('note.saysMore', { seen: t('details.subject.seen') })}</p>}
      {isAsked && (
        <div className={styles.tools}>
          <Button kind="outlined" icon="check" onClick={() => answer('confirm')}>
            {t('note.confirm')}
          </Button>
          <Button kind="quiet" onClick={() => answer('dismiss')}>
            {t('note.dismiss')}
          </Button>
        </div>
      )}
      {answers && note.mayReopen && (
        <div className={styles.tools}>
          <Button kind="quiet" onClick={() => answer('reopen')}>
            {t('note.reopen')}
          </Button>
        </div>
      )}
    </li>
  );
}
