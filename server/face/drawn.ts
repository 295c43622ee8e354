/** Faces that no machine found by itself: a reviewer has drawn a frame around one, and their device has read it there. */

import type { InputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { drawFace } from '../../contract/face.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { recordChange } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { logProcessing } from '../processing/log.ts';
import { held } from '../reports/held.ts';
import { matchSoon } from '../reports/record.ts';
import { readDescriptor } from '../reports/upload.ts';
import { addTemplate } from './enrol.ts';

const DRAWABLE = ['none', 'several', 'unclear'] as const;

/** Whether a person may see on a photo what was not found on it. */
export const isDrawable = (face: string | null): boolean => DRAWABLE.some((state) => state === face);

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
  const looked =
    report?.subject === 'person' &&
    report.hidden_for !== 'protected' &&
    (await tx
      .updateTable('report_file')
      .set({ face: 'enrolled', face_version: TEMPLATE_VERSION, face_tries: 0 })
      .where('report_id', '=', id)
      .where('sha256', '=', sha256)
      .where('brought_at', 'is not', null)
      .where('face', 'in', DRAWABLE)
      .returning('sha256')
      .executeTakeFirst());
  if (!looked) throw new AppError('not-found', 'There is no such photo without a face');
  await tx.deleteFrom('template').where('report_id', '=', id).where('sha256', '=', sha256).execute();
  await addTemplate(tx, { id, sha256, version: TEMPLATE_VERSION, code });
  await logProcessing(tx, { act: 'changed', purpose: 'face', role: by.role, record: id, actor: by.userId });
  await writeAudit(tx, by, 'face-draw', id);
  await recordChange(tx, id, 'references');
  await matchSoon(tx, [id]);
}
