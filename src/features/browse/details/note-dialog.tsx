import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { MAX_IMAGES, MAX_TEXT } from '../../../../contract/limits.ts';
import type { NoteKind } from '../../../../contract/note.ts';
import type { ReportView } from '../../../../contract/report.ts';
import { useSession } from '../../../api/session.ts';
import { choosePhotos, type PhotoTrouble } from '../../../platform/choose-photos.ts';
import { localMinute } from '../../../platform/day.ts';
import { useServices } from '../../../services.ts';
import { scansSettledBy } from '../../../store/own/scans.ts';
import { type Unsent, useUnsent } from '../../../store/own/use-unsent.ts';
import { noteDraft } from '../../../store/own/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { PlaceFields } from '../../../ui/map/place-fields.tsx';
import { PhotoInput } from '../../../ui/photo-input.tsx';
import { nameOf } from '../../../ui/report-words.ts';
import { useWrite } from './use-write.ts';

/** Whoever it is about says so elsewhere: features/objection. */
const Kind = z.enum(['sighting', 'information']) satisfies z.ZodMiniType<NoteKind>;
export type OthersNote = z.infer<typeof Kind>;

interface NoteDialogProps {
  view: ReportView;
  /** When a face was scanned that may be theirs, in milliseconds: said unless somebody says otherwise. */
  scannedAt: number | undefined;
  /** Open while there is one. */
  kind: OthersNote | undefined;
  onKind: (kind: OthersNote) => void;
  onClose: () => void;
}

/**
 * "I saw them", "I know something". What was typed stays until it was kept. Without an account one says where somebody was
 * seen, in words alone; what is known beside that, and photos, an account stands for.
 */
export function NoteDialog({ view, scannedAt, kind, onKind, onClose }: NoteDialogProps) {
  const { t } = useTranslation();
  const write = useWrite();
  const { db } = useServices();
  const unsent = useUnsent(db, noteDraft(view.id));
  const { set } = unsent;
  const [missing, setMissing] = useState(false);
  const isPerson = view.subject.kind === 'person';
  const isScan = scannedAt !== undefined && kind === 'sighting';
  const told = (key: string, byScan: () => string) => (isScan && !(key in unsent.values) ? byScan() : unsent.text(key));
  const text = told('text', () => t('note.byScan'));
  const seenAt = told('seenAt', () => localMinute(new Date(scannedAt ?? 0)));
  const region = unsent.text('region');
  const [lat, lng] = [unsent.text('lat'), unsent.text('lng')];
  const isSigned = useSession((session) => session.signedIn);
  const isSighting = kind === 'sighting' || !isSigned;
  const pictures = useNotePhotos(unsent);

  async function send(): Promise<void> {
    setMissing(text.trim() === '');
    if (text.trim() === '' || kind === undefined) return;
    const { opId, makes: id } = unsent;
    const seen = {
      ...(seenAt === '' ? {} : { seenAt: new Date(seenAt).toISOString() }),
      ...(region.trim() === '' ? {} : { region: region.trim() }),
      ...(lat === '' || lng === '' ? {} : { place: { lat: Number(lat), lng: Number(lng) } }),
    };
    const input = { id, reportId: view.id, text: text.trim(), ...(isSighting ? seen : {}) };
    const condition = isSighting && isPerson ? { condition: 'seen' as const } : {};
    const of = { opId, id, label: nameOf(t, view) };
    const isKept = isSigned
      ? await write({
          ...{ endpoint: 'addNote', ...of, files: pictures.photos },
          input: { ...input, kind, ...condition, ...pictures.named },
        })
      : await write({ endpoint: 'tellSighting', ...of, input });
    if (!isKept) return;
    if (isSighting) await scansSettledBy(db, view.id);
    await unsent.done();
    onClose();
  }

  return (
    <Dialog
      open={kind !== undefined}
      title={t(isSighting ? (isPerson ? 'note.sawPerson' : 'note.sawItem') : 'note.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void send()}>{t('note.send')}</Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {isSigned ? (
        <Field label={t('note.kind')} hint={t(`note.readBy.${readersOf(view)}`)}>
          {(control) => (
            <select {...control} value={kind} onChange={(event) => onKind(Kind.parse(event.target.value))}>
              <option value="sighting">{t(isPerson ? 'note.sighting' : 'note.sightingItem')}</option>
              <option value="information">{t('note.information')}</option>
            </select>
          )}
        </Field>
      ) : (
        <p>{t(view.contact === 'guarded' ? 'note.unsignedGuarded' : 'note.unsigned')}</p>
      )}
      {isSighting && (
        <>
          <PlaceFields {...{ region, lat, lng }} type={view.type} label={t('note.region')} onChange={set} />
          <Field label={t('note.seenAt')} optional>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                value={seenAt}
                onChange={(event) => set({ seenAt: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
      <Field label={t(isSighting ? 'note.saw' : 'note.text')} error={missing ? t('note.textNeeded') : undefined}>
        {(control) => (
          <textarea
            {...control}
            maxLength={MAX_TEXT}
            value={text}
            onChange={(event) => set({ text: event.target.value })}
          />
        )}
      </Field>
      {isSigned && (
        <PhotoInput
          legend={t('note.photos')}
          optional
          photos={pictures.photos}
          max={MAX_IMAGES}
          hint={t('note.photosHint')}
          trouble={pictures.trouble}
          busy={pictures.busy}
          onChoose={(files) => void pictures.add(files)}
          onRemove={pictures.remove}
        />
      )}
    </Dialog>
  );
}

/** Who will read it (contract/note.ts): said before it is sent, in plain words. */
const readersOf = ({ contact }: ReportView): 'officers' | 'owner' => (contact === 'guarded' ? 'officers' : 'owner');

/** The photos of a note that is being written, made small. */
function useNotePhotos({ files: photos, addPhoto, removePhoto }: Unsent) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<PhotoTrouble>();

  async function add(files: readonly File[]): Promise<void> {
    setBusy(true);
    setTrouble(await choosePhotos(files, MAX_IMAGES - photos.length, addPhoto));
    setBusy(false);
  }
  return {
    photos,
    busy,
    trouble,
    add,
    named: photos.length > 0 ? { photos: photos.map(({ sha256 }) => sha256) } : {},
    remove: removePhoto,
  };
}
