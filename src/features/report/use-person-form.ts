/** What the person form does: keeps what is typed, reads the face of a photo, checks, saves. The component only draws it. */

import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { holdUnsaved } from '../../platform/unsaved.ts';
import { useServices } from '../../services.ts';
import type { Photo } from '../../store/files.ts';
import { keepFileIfItFits, saveWhatFits } from '../../store/own/fitting.ts';
import type { Files } from '../../store/own/held.ts';
import { useOpenDraft } from '../../store/own/open-drafts.ts';
import type { NewReport } from '../../store/own/reports.ts';
import { useKeptDraft } from '../../store/own/use-draft.ts';
import type { Draft, FormFace, OwnReport } from '../../store/rows.ts';
import { showToast } from '../../ui/toasts.ts';
import { dayOf, withoutErrors } from './answers.ts';
import { checkPerson, EMPTY_PERSON, errorOf, type PersonErrors, type PersonValues, toUpload } from './person.ts';

/** A draft, or a new report, with its files as bytes. */
export interface PersonFormStart extends Pick<Draft, 'id' | 'opId' | 'values' | 'face'> {
  photos: Photo[];
  videos: Photo[];
}

/** What the page that a form stands in has decided already: whom it is about, and who posts. */
export type Decided = Pick<PersonValues, 'type' | 'role'>;

/** Where the face of a photo is: x, y, x, y, … as fractions of it (R159, R160, R210). Drawn, and never sent. */
export interface FaceMesh {
  photo: Photo;
  landmarks: Float32Array;
}

/** A photo that shows several faces: the user says whose report it is. */
export interface FaceQuestion {
  photo: Photo;
  faces: readonly { photo: Blob }[];
}

export function usePersonForm(start: PersonFormStart, onSaved: (report: OwnReport) => void, decided?: Decided) {
  const { t } = useTranslation();
  const { db, face: recogniser, sync } = useServices();
  const { id, opId } = start;
  // The store keeps values as this form wrote them; what it does not know yet has its empty value.
  const [typed, setValues] = useState({ ...EMPTY_PERSON, ...start.values } as PersonValues);
  const values = useMemo(() => ({ ...typed, ...decided }), [typed, decided]);
  const [photos, setPhotos] = useState(start.photos);
  const [videos, setVideos] = useState(start.videos);
  const [face, setFace] = useState<FormFace | undefined>(start.face);
  const [question, setQuestion] = useState<FaceQuestion>();
  const [errors, setErrors] = useState<PersonErrors>({});
  const [failure, setFailure] = useState<'form.error.descriptorNeeded' | 'form.error.save'>();
  const [phase, setPhase] = useState<'untouched' | 'touched' | 'saving'>('untouched');
  const reading = useRef<Promise<void>>(undefined);
  const [mesh, setMesh] = useState<FaceMesh>();
  const [looked, setLooked] = useState<'looking' | 'found' | 'none'>();
  /** What was cleared last, for one step back. */
  const [cleared, setCleared] = useState<() => void>();

  const draft = useMemo(() => {
    if (phase !== 'touched') return undefined;
    const named = { photos: photos.map(({ sha256 }) => sha256), videos: videos.map(({ sha256 }) => sha256) };
    return { id, opId, values: { ...values }, ...named, ...(face ? { face } : {}) };
  }, [phase, id, opId, values, photos, videos, face]);
  const { isKept, drop } = useKeptDraft(db, draft);
  useOpenDraft(id);
  useEffect(() => (phase === 'touched' ? holdUnsaved() : undefined), [phase]);

  function touch(): void {
    setCleared(undefined);
    setPhase((before) => (before === 'saving' ? before : 'touched'));
  }

  function change(part: Partial<PersonValues>): void {
    touch();
    setValues((before) => ({ ...before, ...part }));
    setErrors((before) => withoutErrors(before, Object.keys(part).map(errorOf)));
  }

  async function addFile(file: Photo, add: typeof setPhotos): Promise<void> {
    touch();
    await keepFileIfItFits(db, file, Date.now());
    add((before) => (before.some(({ sha256 }) => sha256 === file.sha256) ? before : [...before, file]));
  }

  /** A photo without a scan may still show the face that others will look for. */
  async function readFace(photo: Photo, chosen?: number): Promise<void> {
    try {
      setLooked('looking');
      const read = await recogniser.enrol(photo.blob, chosen);
      setLooked(read.kind === 'enrolled' ? 'found' : read.kind === 'no-face' ? 'none' : undefined);
      if (read.kind === 'several-faces') setQuestion({ photo, faces: read.faces });
      const { sha256 } = photo;
      if (read.kind !== 'enrolled') return;
      setFace({ sha256, descriptor: read.descriptor, model: read.model });
      setMesh({ photo, landmarks: read.landmarks });
    } catch (cause) {
      setLooked(undefined);
      // Without the face pack the photo is sent as it is, for people to look at.
      if (!(cause instanceof AppError)) throw cause;
    }
  }

  async function save(): Promise<boolean> {
    const found = checkPerson(values, dayOf(new Date()));
    setErrors(found);
    if (phase === 'saving' || Object.keys(found).length > 0) return false;
    if (values.fromScan && !face) {
      setFailure('form.error.descriptorNeeded');
      return false;
    }
    setPhase('saving');
    setFailure(undefined);
    try {
      await reading.current;
      const label = values.nameUnknown ? t('form.unknown') : values.name.trim() || values.title.trim();
      const sent = values.type === 'lost' ? videos : []; // the form of a found person shows none
      const now = Date.now();
      const make = (files: Files): NewReport => {
        // A report never carries the face of a photo that is not in it.
        const its = files.photos.some(({ sha256 }) => sha256 === face?.sha256) ? face : undefined;
        const text = { id, opId, label, upload: toUpload(values, its), values: { ...values }, now };
        return { ...text, ...files, ...(its ? { face: its } : {}) };
      };
      const report = await saveWhatFits(db, { photos, videos: sent }, { call: 'uploadLostFoundPerson', make });
      sync.wake();
      showToast(t('form.saved'), 'found');
      onSaved(report);
      return true;
    } catch (cause) {
      console.error(cause);
      setPhase('touched');
      setFailure('form.error.save');
      return false;
    }
  }

  return {
    values,
    errors,
    failure,
    photos,
    videos,
    question,
    phase,
    mesh,
    /** What came of looking for a face on the photo that was added last. */
    looked,
    /** One step back after clearing; absent when nothing was cleared. */
    undo: cleared,
    /** False when the phone could not keep what is typed. */
    isKept,
    set<K extends keyof PersonValues>(key: K, value: PersonValues[K]): void {
      change({ [key]: value });
    },
    change,
    async addPhoto(photo: Photo): Promise<void> {
      await addFile(photo, setPhotos);
      if (!face) reading.current = readFace(photo);
    },
    removePhoto({ sha256 }: Photo): void {
      touch();
      setPhotos((before) => before.filter((other) => other.sha256 !== sha256));
      if (face?.sha256 !== sha256) return;
      setMesh(undefined);
      setLooked(undefined);
      setFace(undefined); // a report never carries the face of a photo that is not in it
      const [next] = photos.filter((other) => other.sha256 !== sha256);
      if (next && !values.fromScan) reading.current = readFace(next);
    },
    addVideo: (video: Photo) => addFile(video, setVideos),
    removeVideo({ sha256 }: Photo): void {
      touch();
      setVideos((before) => before.filter((other) => other.sha256 !== sha256));
    },
    /** Which of several faces the report is about; undefined when it is none of them. */
    answer(chosen: number | undefined): void {
      setQuestion(undefined);
      if (question && chosen !== undefined) reading.current = readFace(question.photo, chosen);
    },
    save,
    /** Back to how the form began: a scan's own picture and face are what it is about. */
    async clear(): Promise<void> {
      await drop(id); // first: who sees an empty form may leave at once, and must not find the old one again
      setCleared(() => () => {
        setValues(typed);
        setPhotos(photos);
        setVideos(videos);
        setFace(face);
        touch();
      });
      setMesh(undefined);
      setLooked(undefined);
      setValues({ ...EMPTY_PERSON, type: values.type, fromScan: values.fromScan });
      setPhotos(values.fromScan ? start.photos : []);
      setVideos([]);
      setFace(values.fromScan ? start.face : undefined);
      setErrors({});
      setFailure(undefined);
      setPhase('untouched');
    },
  };
}

export type PersonFormState = ReturnType<typeof usePersonForm>;
