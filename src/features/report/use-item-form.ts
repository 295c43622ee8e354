/** What the form of a thing does: keeps what is typed, checks, saves, and waits a moment for the server's word. */

import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { holdUnsaved } from '../../platform/unsaved.ts';
import { useServices } from '../../services.ts';
import type { Photo } from '../../store/files.ts';
import { mendReport } from '../../store/own/drafts.ts';
import { keepFileIfItFits, saveWhatFits } from '../../store/own/fitting.ts';
import { useOpenDraft } from '../../store/own/open-drafts.ts';
import { useKeptDraft } from '../../store/own/use-draft.ts';
import type { OwnReport } from '../../store/rows.ts';
import { useSyncStatus } from '../../sync/status.ts';
import { showToast } from '../../ui/toasts.ts';
import { dayOf, withoutErrors } from './answers.ts';
import { checkItem, emptyItem, errorOf, type ItemErrors, type ItemValues, roleOf, toItemUpload } from './item.ts';
import { POSTED_WITHIN_MS, watchPosting } from './posting.ts';
import { sealSerial } from './serial.ts';
import type { FormStart } from './use-start.ts';

type Phase = 'untouched' | 'touched' | 'posting';

export function useItemForm(start: FormStart, onSaved: (report: OwnReport) => void) {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  const [{ id, opId }, setNames] = useState<Pick<FormStart, 'id' | 'opId'>>(start);
  // The store keeps values as this form wrote them; what it does not know yet has its empty value.
  const [values, setValues] = useState({ ...emptyItem('victim'), ...start.values } as ItemValues);
  const [photos, setPhotos] = useState<readonly Photo[]>(start.photos);
  const [videos, setVideos] = useState<readonly Photo[]>(start.videos);
  const [errors, setErrors] = useState<ItemErrors>({});
  const [failed, setFailed] = useState(false);
  const [phase, setPhase] = useState<Phase>('untouched');
  /** What was cleared last, for one step back. */
  const [cleared, setCleared] = useState<() => void>();

  const draft = useMemo(() => {
    if (phase !== 'touched') return undefined;
    const named = { photos: photos.map(({ sha256 }) => sha256), videos: videos.map(({ sha256 }) => sha256) };
    return { id, opId, form: 'item' as const, values: { ...values }, ...named };
  }, [phase, id, opId, values, photos, videos]);
  const { isKept, drop } = useKeptDraft(db, draft);
  useOpenDraft(id);
  useEffect(() => (phase === 'touched' ? holdUnsaved() : undefined), [phase]);

  function touch(): void {
    setCleared(undefined);
    setPhase((before) => (before === 'posting' ? before : 'touched'));
  }

  function change(part: Partial<ItemValues>): void {
    touch();
    setValues((before) => ({ ...before, ...part }));
    setErrors((before) => withoutErrors(before, Object.keys(part).map(errorOf)));
  }

  async function add(file: Photo, to: typeof setPhotos): Promise<void> {
    touch();
    await keepFileIfItFits(db, file, Date.now());
    to((before) => (before.some(({ sha256 }) => sha256 === file.sha256) ? before : [...before, file]));
  }
  const remove = (to: typeof setPhotos) => (file: Photo) => {
    touch();
    to((before) => before.filter(({ sha256 }) => sha256 !== file.sha256));
  };

  async function save(): Promise<boolean> {
    if (phase === 'posting') return false;
    const sealed = await sealSerial(values);
    setValues(sealed);
    const found = checkItem(sealed, dayOf(new Date()));
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    setPhase('posting');
    setFailed(false);
    try {
      const upload = toItemUpload(sealed);
      const text = { id, opId, label: upload.title, upload, values: { ...sealed } };
      const now = Date.now();
      const report = await saveWhatFits(
        db,
        { photos, videos },
        { call: 'createReport', make: (files) => ({ ...text, ...files, now }) },
      );
      sync.wake();
      const isOnline = useSyncStatus.getState().link === 'online' && !db.isReplaced;
      const posting = isOnline
        ? await watchPosting(db, report.entityId, POSTED_WITHIN_MS)
        : ({ kind: 'later' } as const);
      if (posting.kind === 'refused') {
        // Back into the form, as a new write of the same report.
        const names = { id: report.entityId, opId: crypto.randomUUID() };
        await mendReport(db, names.id, names.opId, Date.now());
        setNames(names);
        throw new Error(`The server refused the report: ${JSON.stringify(posting.fields)}`);
      }
      showToast(t(posting.kind === 'received' ? 'post.posted' : 'form.savedHere'), 'found');
      onSaved(report);
      return true;
    } catch (cause) {
      console.warn('The report could not be posted', cause);
      setPhase('touched');
      setFailed(true);
      return false;
    }
  }

  return {
    values,
    photos,
    videos,
    errors,
    failed,
    phase,
    isKept,
    save,
    change,
    set<K extends keyof ItemValues>(key: K, value: ItemValues[K]): void {
      change({ [key]: value, ...(key === 'type' ? { role: roleOf(value as 'lost') } : {}) });
    },
    /** The number was typed: from here on only its hash and its end are kept. */
    seal: () => void sealSerial(values).then((sealed) => setValues(sealed)),
    addPhoto: (photo: Photo) => add(photo, setPhotos),
    removePhoto: remove(setPhotos),
    addVideo: (video: Photo) => add(video, setVideos),
    removeVideo: remove(setVideos),
    async clear(): Promise<void> {
      await drop(id); // first: who sees an empty form may leave at once, and must not find the old one again
      setCleared(() => () => {
        setValues(values);
        setPhotos(photos);
        setVideos(videos);
        touch();
      });
      setValues(emptyItem(values.role));
      setPhotos([]);
      setVideos([]);
      setErrors({});
      setFailed(false);
      setPhase('untouched');
    },
    /** One step back after clearing; absent when nothing was cleared. */
    undo: cleared,
  };
}

export type ItemFormState = ReturnType<typeof useItemForm>;
