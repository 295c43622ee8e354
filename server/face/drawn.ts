/** Faces that no machine found by itself: a person has shown one, and their device has read it there. */

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { InputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { drawFace } from '../../contract/face.ts';
import type { PhotoFace } from '../../contract/photo-face.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { recordChange } from '../db/change.ts';
import type { Db, Schema } from '../db/schema.ts';
import { logProcessing } from '../processing/log.ts';
import { held } from '../reports/held.ts';
import type { ReportRow } from '../reports/read.ts';
import { matchSoon } from '../reports/record.ts';
import { isLookedAt } from '../reports/rules.ts';
import { readDescriptor, readFaces } from '../reports/upload.ts';
import { addTemplate } from './enrol.ts';
import { enrolSoon } from './enrol-soon.ts';
import { isLooking } from './looking.ts';

/** What was found on a photo on which a person may see more. */
export const DRAWABLE = ['none', 'several', 'unclear', 'unreadable'] as const;

export const isDrawable = (face: string | null): face is (typeof DRAWABLE)[number] =>
  DRAWABLE.some((state) => state === face);

/**
 * It takes the place of what was read there unclearly.
 * @throws AppError not-found: no face of such a photo is missing; other-version: of another pipeline; bad-input: no template
 */
export async function keepDrawnFace(
  tx: Db,
  by: SignedIn,
  { id, photo: sha256, descriptor, model }: InputOf<typeof drawFace>,
): Promise<void> {
  if (model !== TEMPLATE_VERSION)
    throw new AppError('other-version', 'Another version of the app has read the face: update it, and draw it again');
  const code = readDescriptor(descriptor);
  if (!code)
    throw new AppError('bad-input', 'The face is none of our pipeline', { fields: { descriptor: 'descriptor' } });
  const report = await held(tx, id);
  const isKept =
    report && mayBeDrawn(report) && (await keepShown(tx, id, { sha256, code, unproven: false }, isFaceless));
  if (!isKept) throw new AppError('not-found', 'There is no such photo without a face');
  await logProcessing(tx, { act: 'changed', purpose: 'face', role: by.role, record: id, actor: by.userId });
  await writeAudit(tx, by, 'face-draw', id);
}

/**
 * Whose photos it is about, said by who posted it: of photos that were looked at without finding that out, and of those that
 * this change has brought. The photo is looked at again, for that face. A face of another pipeline is left to that look. Whoever
 * has approved the report did not see whose face leads to it from now on: it leads nobody before a reviewer has looked, whoever
 * it is of, so that nothing tells whether it is like one that was taken down.
 * @throws AppError bad-input: no template
 */
export async function keepChosenFaces(tx: Db, id: string, faces: readonly PhotoFace[]): Promise<void> {
  const report = await held(tx, id);
  if (report?.subject !== 'person') return;
  const waits = isLookedAt(report);
  for (const { photo: sha256, code } of readFaces(faces))
    if (await keepShown(tx, id, { sha256, code, unproven: isLooking(tx), waits }, isToBeSaid))
      await logProcessing(tx, { act: 'changed', purpose: 'face', role: 'owner', record: id });
}

/** Of who is protected nobody is asked to find anything. */
export const mayBeDrawn = ({ subject, hidden_for }: ReportRow): boolean =>
  subject === 'person' && hidden_for !== 'protected';

type FileWhere = ExpressionBuilder<Schema, 'report_file'>;
/** Looked at, and without the face of who it is about. */
const isFaceless = ({ and, eb }: FileWhere) => and([eb('brought_at', 'is not', null), eb('face', 'in', DRAWABLE)]);
/** The same, or nobody has looked yet. */
const isToBeSaid = ({ or, eb }: FileWhere) => or([eb('face', 'in', DRAWABLE), eb('face', 'is', null)]);

const SEEN = { face: 'enrolled', face_version: TEMPLATE_VERSION } as const;

/** The face of a photo that a person has shown, in the place of what was read there unclearly; false where none is missing. */
async function keepShown(
  tx: Db,
  id: string,
  { sha256, code, unproven, waits = false }: { sha256: string; code: Uint8Array; unproven: boolean; waits?: boolean },
  isMissing: (where: FileWhere) => Expression<SqlBool>,
): Promise<boolean> {
  const photo = await tx
    .updateTable('report_file')
    .set({
      ...(unproven ? { face: null, face_version: null } : SEEN),
      ...(waits ? { face_unseen_at: new Date() } : {}),
      face_tries: 0,
    })
    .where('report_id', '=', id)
    .where('sha256', '=', sha256)
    .where('purpose', '=', 'photo')
    .where(isMissing)
    .returning('sha256')
    .executeTakeFirst();
  if (!photo) return false;
  await tx.deleteFrom('template').where('report_id', '=', id).where('sha256', '=', sha256).execute();
  await addTemplate(tx, { id, sha256, version: TEMPLATE_VERSION, code, unproven });
  if (unproven) await enrolSoon(tx);
  await recordChange(tx, id, 'references');
  await matchSoon(tx, [id]);
  return true;
}
