import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_IMAGES, MAX_TEXT, MAX_TITLE } from '../../../contract/limits.ts';
import type { NoteKind } from '../../../contract/note.ts';
import type { ReportView } from '../../../contract/report.ts';
import { choosePhotos, type PhotoTrouble } from '../../platform/choose-photos.ts';
import type { Photo } from '../../store/files.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PhotoInput } from '../../ui/photo-input.tsx';
import { useWrite } from './use-write.ts';
import { nameOf } from './words.ts';

const EMPTY = { kind: 'sighting' as NoteKind, text: '', region: '', seenAt: '' };

/** "I saw them", "I know something", "I am this person". What was typed stays until it was kept. */
export function NoteDialog({ view, open, onClose }: { view: ReportView; open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const write = useWrite();
  const [note, setNote] = useState(EMPTY);
  const [missing, setMissing] = useState(false);
  const set = (change: Partial<typeof EMPTY>) => setNote((before) => ({ ...before, ...change }));
  const isPerson = view.subject.kind === 'person';
  const { kind, text, region, seenAt } = note;
  const pictures = useNotePhotos();

  async function send(): Promise<void> {
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    const id = crypto.randomUUID();
    const at = kind === 'sighting' && seenAt !== '' ? { seenAt: new Date(seenAt).toISOString() } : {};
    const where = kind === 'sighting' && region.trim() !== '' ? { region: region.trim() } : {};
    const says =
      isPerson && kind !== 'information' ? { condition: kind === 'self' ? ('safe' as const) : ('seen' as const) } : {};
    const input = { id, reportId: view.id, kind, text: text.trim(), ...at, ...where, ...says, ...pictures.named };
    if (!(await write({ endpoint: 'addNote', id, label: nameOf(t, view), input, files: pictures.photos }))) return;
    setNote(EMPTY);
    pictures.clear();
    onClose();
  }

  return (
    <Dialog
      open={open}
      title={t('note.title')}
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
      <p>{t('note.lead')}</p>
      <Field label={t('note.kind')}>
        {(control) => (
          <select {...control} value={kind} onChange={(event) => set({ kind: event.target.value as NoteKind })}>
            <option value="sighting">{t(isPerson ? 'note.sighting' : 'note.sightingItem')}</option>
            <option value="information">{t('note.information')}</option>
            {isPerson && <option value="self">{t('note.self')}</option>}
          </select>
        )}
      </Field>
      <Field
        label={t('note.text')}
        hint={kind === 'self' ? t('note.selfHint') : undefined}
        error={missing ? t('note.textNeeded') : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            maxLength={MAX_TEXT}
            value={text}
            onChange={(event) => set({ text: event.target.value })}
          />
        )}
      </Field>
      {kind === 'sighting' && (
        <>
          <Field label={t('note.region')} optional>
            {(control) => (
              <input
                {...control}
                maxLength={MAX_TITLE}
                value={region}
                onChange={(event) => set({ region: event.target.value })}
              />
            )}
          </Field>
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
    </Dialog>
  );
}

/** The photos of a note that is being written, made small. */
function useNotePhotos() {
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<PhotoTrouble>();

  async function add(files: readonly File[]): Promise<void> {
    setBusy(true);
    const take = ({ sha256, blob }: Photo) =>
      setPhotos((before) => [...before.filter((photo) => photo.sha256 !== sha256), { sha256, blob }]);
    setTrouble(await choosePhotos(files, MAX_IMAGES - photos.length, take));
    setBusy(false);
  }
  return {
    ...{ photos, busy, trouble, add },
    named: photos.length > 0 ? { photos: photos.map(({ sha256 }) => sha256) } : {},
    remove: (gone: string) => setPhotos((before) => before.filter(({ sha256 }) => sha256 !== gone)),
    clear: () => setPhotos([]),
  };
}
