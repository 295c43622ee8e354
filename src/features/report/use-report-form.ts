/**
 * What the form of a report does, of a person or of a thing: keeps what is typed, checks, saves, and waits for the server's
 * word as long as the form wants to. The component only draws it.
 */

import { useEffect, useMemo, useState } from 'react';
import { dayOf } from '../../platform/day.ts';
import { holdUnsaved } from '../../platform/unsaved.ts';
import { useServices } from '../../services.ts';
import type { Photo } from '../../store/files.ts';
import { mendReport } from '../../store/own/drafts.ts';
import { keepFileIfItFits, type Making, saveWhatFits } from '../../store/own/fitting.ts';
import type { FormStart } from '../../store/own/form-start.ts';
import { useOpenDraft } from '../../store/own/open-drafts.ts';
import { useKeptDraft } from '../../store/own/use-draft.ts';
import type { Draft, FormFace, OwnReport } from '../../store/rows.ts';
import { useSyncStatus } from '../../sync/status.ts';
import { withoutErrors } from './answers.ts';
import { type Posting, watchPosting } from './posting.ts';

/** What is in the form now. */
export interface Filled<Values> {
  id: string;
  opId: string;
  values: Values;
  photos: readonly Photo[];
  videos: readonly Photo[];
  face: FormFace | undefined;
}

/** What makes the form one of a person or of a thing. */
export interface FormKind<Values, Errors, Failure> {
  form: Draft['form'];
  /** Every answer, as it is before it is given. */
  empty: Values;
  /** What keeps the form from being saved, by field; empty when nothing does. */
  check(values: Values, today: string): Errors;
  /** Under which error an answer stands. */
  errorOf(field: string): string;
  /** The answers as they are kept, where one of them is not kept as it is typed. */
  sealed?(values: Values): Promise<Values>;
  /** What keeps the form from being saved, of which no field can tell. */
  refusal?(filled: Filled<Values>): Failure | undefined;
  making(filled: Filled<Values>): { files: Pick<Filled<Values>, 'photos' | 'videos'>; form: Making };
  /** So long the server's word on it is waited for; then that it is on this phone is the word. */
  waitMs: number;
  /** What is said when it could not be saved. */
  failure: Failure;
  /** What a cleared form begins with. */
  clearedOf(values: Values): Partial<Omit<Filled<Values>, 'id' | 'opId'>> & { values: Values };
}

interface Options<Values> {
  /** Answered by the page that the form stands in. */
  decided?: Partial<Values> | undefined;
  onSaved(report: OwnReport, posting: Posting): void;
}

export function useReportForm<
  Values extends { [Field in keyof Values]: string | boolean },
  Errors extends object,
  Failure extends string,
>(start: FormStart, kind: FormKind<Values, Errors, Failure>, { decided, onSaved }: Options<Values>) {
  const { db, sync } = useServices();
  const { form } = kind;
  const [{ id, opId, corrects }, setNames] = useState<Pick<FormStart, 'id' | 'opId' | 'corrects'>>(start);
  // The store keeps values as this form wrote them; what it does not know yet has its empty value.
  const [typed, setTyped] = useState<Values>({ ...kind.empty, ...start.values });
  const values = useMemo(() => ({ ...typed, ...decided }), [typed, decided]);
  const [photos, setPhotos] = useState<readonly Photo[]>(start.photos);
  const [videos, setVideos] = useState<readonly Photo[]>(start.videos);
  const [face, setFace] = useState<FormFace | undefined>(start.face);
  const [errors, setErrors] = useState<Partial<Errors>>({});
  const [failure, setFailure] = useState<Failure>();
  const [phase, setPhase] = useState<'untouched' | 'touched' | 'saving'>('untouched');
  /** What was cleared last, for one step back. */
  const [cleared, setCleared] = useState<() => void>();

  const draft = useMemo(() => {
    if (phase !== 'touched') return undefined;
    const named = { photos: photos.map(({ sha256 }) => sha256), videos: videos.map(({ sha256 }) => sha256) };
    const kindOf = { ...(form ? { form } : {}), ...(corrects ? { corrects } : {}) };
    return { id, opId, ...kindOf, values: { ...values }, ...named, ...(face ? { face } : {}) };
  }, [phase, id, opId, corrects, form, values, photos, videos, face]);
  const { isKept, drop } = useKeptDraft(db, draft);
  useOpenDraft(id);
  useEffect(() => (phase === 'touched' ? holdUnsaved() : undefined), [phase]);

  function touch(): void {
    setCleared(undefined);
    setPhase((before) => (before === 'saving' ? before : 'touched'));
  }

  function change(part: Partial<Values>): void {
    touch();
    setTyped((before) => ({ ...before, ...part }));
    setErrors((before) => withoutErrors(before, Object.keys(part).map(kind.errorOf)));
  }

  async function add(file: Photo, to: typeof setPhotos): Promise<void> {
    touch();
    await keepFileIfItFits(db, file, Date.now());
    to((before) => (before.some(({ sha256 }) => sha256 === file.sha256) ? before : [...before, file]));
  }

  /** The same photo, otherwise: it keeps its place. */
  async function replace(before: Photo, by: Photo): Promise<void> {
    touch();
    await keepFileIfItFits(db, by, Date.now());
    setPhotos((all) =>
      all
        .filter(({ sha256 }) => sha256 !== by.sha256 || sha256 === before.sha256)
        .map((one) => (one.sha256 === before.sha256 ? by : one)),
    );
  }

  function remove({ sha256 }: Photo, from: typeof setPhotos): void {
    touch();
    from((before) => before.filter((other) => other.sha256 !== sha256));
  }

  async function seal(): Promise<Values> {
    const sealed = kind.sealed ? await kind.sealed(values) : values;
    setTyped(sealed);
    return sealed;
  }

  /** `read` gives the face, and the photos as it left them, once none is being read any more. Answers whether it was saved. */
  async function save(read?: () => Promise<Pick<Filled<Values>, 'face' | 'photos'>>): Promise<boolean> {
    if (phase === 'saving') return false;
    const sealed = await seal();
    const found = kind.check(sealed, dayOf(new Date()));
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    const filled = { id, opId, values: sealed, photos, videos, face };
    const refusal = kind.refusal?.(filled);
    setFailure(refusal);
    if (refusal) return false;
    setPhase('saving');
    try {
      const { files, form } = kind.making({ ...filled, ...(await read?.()) });
      const report = await saveWhatFits(db, files, form, corrects);
      sync.wake();
      onSaved(report, await heard(report));
      return true;
    } catch (cause) {
      console.warn('The report could not be saved', cause);
      setPhase('touched');
      setFailure(kind.failure);
      return false;
    }
  }

  async function heard({ entityId }: OwnReport): Promise<Posting> {
    const isOnline = useSyncStatus.getState().link === 'online' && !db.isReplaced;
    if (!isOnline || kind.waitMs === 0) return { kind: 'later' };
    const posting = await watchPosting(db, entityId, kind.waitMs);
    if (posting.kind !== 'refused') return posting;
    // Back into the form, as a new write of the same report.
    const names = { id: entityId, opId: crypto.randomUUID() };
    await mendReport(db, names.id, names.opId, Date.now());
    setNames(names);
    throw new Error(`The server refused the report: ${JSON.stringify(posting.fields)}`);
  }

  return {
    values,
    photos,
    videos,
    face,
    errors,
    failure,
    phase,
    /** False when the phone could not keep what is typed. */
    isKept,
    /** It takes the place of a report that waits: an empty form would leave nothing there. */
    corrects: corrects !== undefined,
    save,
    change,
    seal,
    setFace,
    addPhoto: (photo: Photo) => add(photo, setPhotos),
    removePhoto: (photo: Photo) => remove(photo, setPhotos),
    replacePhoto: replace,
    addVideo: (video: Photo) => add(video, setVideos),
    removeVideo: (video: Photo) => remove(video, setVideos),
    async clear(): Promise<void> {
      await drop(id); // first: who sees an empty form may leave at once, and must not find the old one again
      setCleared(() => () => {
        setTyped(typed);
        setPhotos(photos);
        setVideos(videos);
        setFace(face);
        touch();
      });
      const begin = kind.clearedOf(values);
      setTyped(begin.values);
      setPhotos(begin.photos ?? []);
      setVideos([]);
      setFace(begin.face);
      setErrors({});
      setFailure(undefined);
      setPhase('untouched');
    },
    /** One step back after clearing; absent when nothing was cleared. */
    undo: cleared,
  };
}
