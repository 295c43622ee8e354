/** From what was posted, in the specification's field names, to what we store. Pure. */

import { AppError } from '../../contract/errors.ts';
import type { PersonUpload } from '../../contract/face.ts';
import { DIMS, encodeTemplate } from '../../match/template.ts';

export interface NewPerson {
  type: 'lost' | 'found';
  title: string;
  name: string | null;
  age_min: number;
  age_max: number;
  cloth_color: string | null;
  region: string | null;
  time_of_loss_date: string | null;
  time_of_loss_time: string | null;
  reward_rupees: number | null;
  phone: string | null;
  description: string | null;
  public_photo: boolean;
  public_phone: boolean;
  consent_notice: string | null;
  /** One template code of the face, when the upload carried one. */
  code: Uint8Array | undefined;
}

/** Read a posted person; a missing name or age is refused with its field (R305 to R309). */
export function readPerson(upload: PersonUpload): NewPerson {
  const lost = upload.type === 'lost';
  const named = upload.name || (lost ? upload.lostPersonName : upload.foundPersonName) || null;
  const age = lost ? upload.lostPersonAge : upload.foundPersonAge;
  const fields: Record<string, string> = {};
  if (!named && !upload.nameUnknown) fields[lost ? 'lostPersonName' : 'foundPersonName'] = 'required';
  if (age === undefined) fields[lost ? 'lostPersonAge' : 'foundPersonAge'] = 'required';
  if (age === undefined || Object.keys(fields).length > 0)
    throw new AppError('bad-input', 'A person needs a name (or "unknown") and an age', { fields });

  const margin = upload.ageMargin ?? 0;
  const { descriptor, text } = splitDescription(upload.description);
  return {
    type: upload.type,
    title: upload.title,
    name: upload.nameUnknown ? null : named,
    age_min: Math.max(0, age - margin),
    age_max: age + margin,
    cloth_color: upload.clothColor || null,
    region: upload.region || null,
    time_of_loss_date: upload.timeOfLossDate || null,
    time_of_loss_time: upload.timeOfLossTime || null,
    reward_rupees: upload.rewardOffer ?? null,
    phone: upload.phoneNumber || null,
    description: upload.descriptionText || text || null,
    public_photo: upload.consent?.publicPhoto ?? false,
    public_phone: upload.consent?.publicPhone ?? false,
    consent_notice: upload.consent?.notice ?? null,
    code: descriptor && encode(descriptor),
  };
}

/** The old API hides the descriptor in `description`, as the text of a list of numbers (A10). */
export function splitDescription(description: string | undefined): { descriptor?: number[]; text?: string } {
  const text = description?.trim();
  if (!text) return {};
  if (!text.startsWith('[')) return { text };
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.length >= 64 && list.every((n) => typeof n === 'number'))
      return { descriptor: list };
  } catch {
    // Human words that happen to begin with a bracket.
  }
  return { text };
}

function encode(descriptor: number[]): Uint8Array {
  const code = readDescriptor(descriptor);
  if (!code)
    throw new AppError('bad-input', `A descriptor has ${DIMS} numbers and a length`, {
      fields: { description: 'descriptor' },
    });
  return code;
}

/** A descriptor as a template code; undefined when it is not one of our pipeline's. */
export function readDescriptor(descriptor: number[]): Uint8Array | undefined {
  const usable = descriptor.length === DIMS && descriptor.every(Number.isFinite) && descriptor.some((n) => n !== 0);
  return usable ? encodeTemplate(descriptor) : undefined;
}
