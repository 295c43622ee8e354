/** What the form on the scan screen begins with, by where it comes from. */

import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NO_ID, type ReportType } from '../../../contract/report.ts';
import { useServices } from '../../services.ts';
import type { LocalDb } from '../../store/db.ts';
import { latestDraft, readDraft } from '../../store/own/drafts.ts';
import { keepFileIfItFits } from '../../store/own/fitting.ts';
import { type Begun, type FormStart, newStart, startOf, useFormStart } from '../../store/own/form-start.ts';
import { scannedFace } from '../../store/own/kept-scan.ts';
import type { FormValues } from '../../store/rows.ts';
import { type Match, type Outcome, UNNAMED } from './scan.ts';

/** Where a form comes from. */
export type FormSource =
  | { kind: 'hand'; type: ReportType }
  | { kind: 'draft'; id: string }
  | { kind: 'not-found'; outcome: Outcome }
  | { kind: 'match'; outcome: Outcome; match: Match };

/** `fresh` above 0: the user wants an empty form instead of the kept one. Undefined while it is read. */
export function useStartFrom(source: FormSource, fresh: number): Begun | undefined {
  const { db } = useServices();
  const { t } = useTranslation();
  // A source is told apart by what it is about: an answer of the server changes the outcome, not the form.
  const about = source.kind === 'hand' ? source.type : source.kind === 'draft' ? source.id : source.outcome.opId;
  return useFormStart(() => makeStart(db, t, source, fresh > 0), `${source.kind} ${about} ${fresh}`);
}

async function makeStart(db: LocalDb, t: TFunction, source: FormSource, isFresh: boolean): Promise<Begun> {
  switch (source.kind) {
    case 'hand': {
      const draft = isFresh ? undefined : await latestDraft(db);
      return draft
        ? { start: await startOf(db, draft), isOld: true }
        : { start: newStart({ type: source.type }), isOld: false };
    }
    case 'draft': {
      const draft = await readDraft(db, source.id);
      return draft
        ? { start: await startOf(db, draft), isOld: true }
        : { start: newStart({ type: 'lost' }), isOld: false };
    }
    case 'not-found': // whoever was scanned stands here
      return { start: await fromScan(db, source.outcome, { type: 'found', fromScan: true }), isOld: false };
    case 'match':
      return { start: await fromScan(db, source.outcome, foundOf(t, source.match)), isOld: false };
  }
}

/** The scanned photo is made small like every other; the face goes with it. */
async function fromScan(db: LocalDb, outcome: Outcome, values: FormValues): Promise<FormStart> {
  const { picture, face } = await scannedFace(outcome);
  await keepFileIfItFits(db, picture, Date.now());
  return { ...newStart(values), photos: [picture], face };
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
    description: [NO_ID, UNNAMED].includes(view.id) ? '' : t('match.mayBeRecord', { id: view.id }),
  };
}
