/** The first values of a form, made once for its source; the report's id and the name of its write are drawn here. */

import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_ID, type ReportType } from '../../../contract/report.ts';
import { shrinkPhoto } from '../../platform/image.ts';
import { useServices } from '../../services.ts';
import type { LocalDb } from '../../store/db.ts';
import { filesOf } from '../../store/files.ts';
import { latestDraft, readDraft } from '../../store/own/drafts.ts';
import { keepFileIfItFits } from '../../store/own/fitting.ts';
import type { Draft, FormValues } from '../../store/rows.ts';
import type { FormStart } from './form-slot.ts';
import type { Match, Outcome } from './scan.ts';

/** Where a form comes from. */
export type FormSource =
  | { kind: 'hand'; type: ReportType }
  | { kind: 'draft'; id: string }
  | { kind: 'not-found'; outcome: Outcome }
  | { kind: 'match'; outcome: Outcome; match: Match };

interface Start {
  start: FormStart | undefined;
  /** It was begun before and has been kept. */
  isOld: boolean;
}

/** `fresh` above 0: the user wants an empty form instead of the kept one. */
export function useFormStart(source: FormSource, fresh: number): Start {
  const { db } = useServices();
  const { t } = useTranslation();
  const [made, setMade] = useState<Start>({ start: undefined, isOld: false });
  // A source is told apart by what it is about: an answer of the server changes the outcome, not the form.
  const about = source.kind === 'hand' ? source.type : source.kind === 'draft' ? source.id : source.outcome.opId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `about`
  useEffect(() => {
    let here = true;
    void makeStart(db, t, source, fresh > 0).then((start) => here && setMade(start));
    return () => {
      here = false;
    };
  }, [db, source.kind, about, fresh]);
  return made;
}

async function makeStart(db: LocalDb, t: TFunction, source: FormSource, isFresh: boolean): Promise<Start> {
  switch (source.kind) {
    case 'hand': {
      const draft = isFresh ? undefined : await latestDraft(db);
      return draft
        ? { start: await fromDraft(db, draft), isOld: true }
        : { start: empty({ type: source.type }), isOld: false };
    }
    case 'draft': {
      const draft = await readDraft(db, source.id);
      return draft
        ? { start: await fromDraft(db, draft), isOld: true }
        : { start: empty({ type: 'lost' }), isOld: false };
    }
    case 'not-found':
      return { start: await fromScan(db, source.outcome, { type: 'lost', fromScan: true }), isOld: false };
    case 'match':
      return { start: await fromScan(db, source.outcome, foundOf(t, source.match)), isOld: false };
  }
}

const empty = (values: FormValues): FormStart => ({
  id: crypto.randomUUID(),
  opId: crypto.randomUUID(),
  values,
  photos: [],
  videos: [],
});

async function fromDraft(db: LocalDb, { id, opId, values, face, photos, videos }: Draft): Promise<FormStart> {
  const files = { photos: await filesOf(db, photos), videos: await filesOf(db, videos) };
  return { id, opId, values, ...(face ? { face } : {}), ...files };
}

/** The scanned photo is made small like every other; the face goes with it. */
async function fromScan(db: LocalDb, { photo, descriptor, model }: Outcome, values: FormValues): Promise<FormStart> {
  const picture = await shrinkPhoto(photo);
  await keepFileIfItFits(db, picture, Date.now());
  return { ...empty(values), photos: [picture], face: { sha256: picture.sha256, descriptor, model } };
}

/** The scanned person is here and was taken for `match`: what is known of them, and which record it was. */
function foundOf(t: TFunction, { view }: Match): FormValues {
  const person = view.subject.kind === 'person' ? view.subject : undefined;
  return {
    type: 'found',
    fromScan: true,
    title: t('match.foundTitle'),
    name: person?.name ?? '',
    nameUnknown: person?.name === undefined,
    age: person?.ageMin === undefined ? '' : String(person.ageMin),
    description: view.id === NO_ID ? '' : t('match.mayBeRecord', { id: view.id }),
  };
}
