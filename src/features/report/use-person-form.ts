/** What the form of a person does beyond that of any report: it reads the face of a photo. */

import { useRef, useState } from 'react';
import { AppError } from '../../../contract/errors.ts';
import { type Mesh, type Turns, turnMesh } from '../../../match/mesh.ts';
import { cropPhoto } from '../../platform/image.ts';
import { inTime } from '../../platform/in-time.ts';
import { useServices } from '../../services.ts';
import type { Photo } from '../../store/files.ts';
import type { FormStart } from '../../store/own/form-start.ts';
import type { FormFace, OwnReport } from '../../store/rows.ts';
import { WHOLE } from '../../ui/area.ts';
import { checkPerson, EMPTY_PERSON, errorOf, type PersonErrors, type PersonValues, toUpload } from './person.ts';
import { type FormKind, useReportForm } from './use-report-form.ts';

/** What the page that a form stands in has decided already: whom it is about, and who posts. */
export type Decided = Pick<PersonValues, 'type' | 'role'>;

/** Where the face of a photo is: x, y, x, y, … as fractions of it (R159, R160, R210). Drawn, and never sent. */
export interface FaceMesh {
  photo: Photo;
  landmarks: Mesh;
}

/** A photo that shows several faces: the user says whose report it is. */
export interface FaceQuestion {
  photo: Photo;
  faces: readonly { photo: Blob }[];
}

type PersonKind = FormKind<PersonValues, PersonErrors, 'form.error.descriptorNeeded' | 'form.error.save'>;

/**
 * So long the one who saves waits for a face that is being read: several times what a slow phone needs for a photo. A worker
 * that died must not keep the report from being safe.
 */
const FACE_WITHIN_MS = 20_000;

const kindOf = (start: FormStart): PersonKind => ({
  form: undefined,
  empty: EMPTY_PERSON,
  check: checkPerson,
  errorOf,
  refusal: ({ values, face }) => (values.fromScan && !face ? 'form.error.descriptorNeeded' : undefined),
  making({ id, opId, values, photos, videos, face }) {
    const label = (!values.nameUnknown && values.name.trim()) || values.title.trim();
    const text = { id, opId, label, values: { ...values }, now: Date.now() };
    return {
      files: { photos, videos: values.type === 'lost' ? videos : [] }, // the form of a found person shows none
      form: {
        call: 'uploadLostFoundPerson',
        make(files) {
          // A report never carries the face of a photo that is not in it.
          const its = files.photos.some(({ sha256 }) => sha256 === face?.sha256) ? face : undefined;
          return { ...text, upload: toUpload(values, its), ...files, ...(its ? { face: its } : {}) };
        },
      },
    };
  },
  waitMs: 0,
  failure: 'form.error.save',
  // Back to how the form began: a scan's own picture and face are what it is about.
  clearedOf: ({ type, fromScan }) => ({
    values: { ...EMPTY_PERSON, type, fromScan },
    ...(fromScan ? { photos: start.photos, face: start.face } : {}),
  }),
});

const back = (turns: Turns): Turns => (turns === 1 ? 3 : turns === 3 ? 1 : turns);

export function usePersonForm(start: FormStart, onSaved: (report: OwnReport) => void, decided?: Decided) {
  const { face: recogniser } = useServices();
  const form = useReportForm(start, kindOf(start), {
    decided,
    onSaved,
  });
  const { face, photos, setFace } = form;
  const [question, setQuestion] = useState<FaceQuestion>();
  const [mesh, setMesh] = useState<FaceMesh>();
  const [looked, setLooked] = useState<'looking' | 'found' | 'turned' | 'unclear' | 'none'>();
  /** The face that is being read: who saves meanwhile waits for it, and sends it. */
  const reading = useRef<Promise<FormFace | undefined>>(undefined);
  /** Photos that were taken out, of which one may still be being read. */
  const gone = useRef(new Set<string>());
  /** Photos that people lay or stood on their heads on, each with the one that has taken its place. */
  const upright = useRef(new Map<string, Photo>());
  /** The face that is had is one that hardly anybody is found by; a photo with a clearer one takes its part. */
  const isWeak = useRef(start.face?.isWeak === true);

  /**
   * A photo without a scan may still show the face that others will look for. `asItIs`: how it lies is what the user made of
   * it.
   */
  async function readFace(
    photo: Photo,
    { chosen, asItIs = false }: { chosen?: number; asItIs?: boolean } = {},
  ): Promise<FormFace | undefined> {
    const isGone = () => gone.current.has(photo.sha256);
    try {
      setLooked('looking');
      const read = await recogniser.enrol(photo.blob, chosen);
      setLooked(undefined);
      if (isGone()) return undefined;
      if (read.kind === 'several-faces') setQuestion({ photo, faces: read.faces });
      if (read.kind === 'no-face') setLooked('none');
      if (read.kind !== 'enrolled') return undefined;
      const { descriptor, model, turns, landmarks, isClear } = read;
      if (isWeak.current && !isClear) {
        setLooked('unclear'); // as the one before it
        return undefined;
      }
      const stands = asItIs || turns === 0 ? undefined : await standUp(photo, turns);
      if (isGone()) return undefined;
      isWeak.current = !isClear;
      setLooked(!isClear ? 'unclear' : stands ? 'turned' : 'found');
      const shown = stands ?? photo;
      const found = { sha256: shown.sha256, descriptor, model, ...(isClear ? {} : { isWeak: true as const }) };
      setFace(found);
      setMesh({ photo: shown, landmarks: stands ? landmarks : turnMesh(landmarks, back(turns)) });
      return found;
    } catch (cause) {
      setLooked(undefined);
      // Without the face pack the photo is sent as it is, for people to look at.
      if (!(cause instanceof AppError)) throw cause;
      return undefined;
    }
  }

  /** The photo turned in the form; undefined when it cannot be, and is compared all the same. */
  async function standUp(photo: Photo, turns: Turns): Promise<Photo | undefined> {
    try {
      const turned = await cropPhoto(photo.blob, { turns, area: WHOLE });
      upright.current.set(photo.sha256, turned);
      await form.replacePhoto(photo, turned);
      return turned;
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      return undefined;
    }
  }

  /** No face, and none on its way. */
  function forgetFace(): void {
    reading.current = undefined;
    isWeak.current = false;
    setMesh(undefined);
    setLooked(undefined);
  }

  return {
    ...form,
    question,
    mesh,
    /** What came of looking for a face on the photo that was added last. */
    looked,
    set<K extends keyof PersonValues>(key: K, value: PersonValues[K]): void {
      form.change({ [key]: value });
    },
    async addPhoto(photo: Photo): Promise<void> {
      gone.current.delete(photo.sha256);
      await form.addPhoto(photo);
      const before = reading.current;
      const readNext = async () => {
        const had = await before;
        return had && !isWeak.current ? had : ((await readFace(photo)) ?? had);
      };
      if (!face || isWeak.current) reading.current = readNext();
    },
    removePhoto(photo: Photo): void {
      gone.current.add(photo.sha256);
      form.removePhoto(photo);
      if (face?.sha256 !== photo.sha256) return;
      forgetFace();
      setFace(undefined);
      const [next] = photos.filter(({ sha256 }) => sha256 !== photo.sha256);
      if (next && !form.values.fromScan) reading.current = readFace(next);
    },
    async replacePhoto(photo: Photo, by: Photo): Promise<void> {
      gone.current.add(photo.sha256);
      gone.current.delete(by.sha256);
      await form.replacePhoto(photo, by);
      // The face of a scan was read before its camera, not on this photo.
      if (face && form.values.fromScan) setFace({ ...face, sha256: by.sha256 });
      else if (!face || face.sha256 === photo.sha256) {
        forgetFace();
        setFace(undefined);
        reading.current = readFace(by, { asItIs: true });
      }
    },
    /** Which of several faces the report is about; undefined when it is none of them. */
    answer(chosen: number | undefined): void {
      setQuestion(undefined);
      if (question && chosen !== undefined) reading.current = readFace(question.photo, { chosen });
    },
    save: () =>
      form.save(async () => {
        const read = face && !isWeak.current ? face : await inTime(reading.current, FACE_WITHIN_MS);
        return { face: read ?? face, photos: photos.map((photo) => upright.current.get(photo.sha256) ?? photo) };
      }),
    async clear(): Promise<void> {
      await form.clear();
      forgetFace();
    },
  };
}

export type PersonFormState = ReturnType<typeof usePersonForm>;
