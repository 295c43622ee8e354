/** From what was posted, in the specification's field names, to what we store. Pure. */

import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { besideFaces } from '../../contract/face.ts';
import type { PersonUpload } from '../../contract/person.ts';
import type { PhotoFace } from '../../contract/photo-face.ts';
import type { Place } from '../../contract/primitives.ts';
import type { createReport, PostingRole } from '../../contract/report.ts';
import { DIMS, encodeTemplate, TEMPLATE_VERSION } from '../../match/template.ts';
import { consentColumns } from './agreed.ts';
import { type DetailColumns, detailColumns } from './person-details.ts';

/** What is told of a person and of an item alike. */
interface NewReport {
  type: 'lost' | 'found';
  title: string;
  posting_role: PostingRole | undefined;
  region: string | null;
  lat: number | null;
  lng: number | null;
  address: string | null;
  time_of_loss_date: string | null;
  time_of_loss_time: string | null;
  reward_rupees: number | null;
  phone: string | null;
  description: string | null;
  public_photo: boolean;
  public_phone: boolean;
  compare_face: boolean;
  carry_face: boolean;
  guardian: boolean;
  consent_notice: string | null;
}

/** A face as a template code; of the old call, it is that of the report's first photo. */
interface PhotoTemplate {
  photo: string | undefined;
  code: Uint8Array;
}

export interface NewPerson extends NewReport, DetailColumns {
  name: string | null;
  /** Unknown of a scan that is kept. */
  age_min: number | null;
  age_max: number | null;
  kept_scan: boolean;
  cloth_color: string | null;
  /** Those of its faces that can be compared, each by the photo that shows it. */
  templates: readonly PhotoTemplate[];
}

export interface NewItem extends NewReport {
  category: ParsedInputOf<typeof createReport>['category'];
  colour: string | null;
  serial_hash: string | null;
  /** What only its owner would know; of a found item alone. */
  marks: readonly { question: string; answer: string }[];
  expiresInDays: number | undefined;
}

/** Read a posted person; a missing name or age is refused with its field (R305 to R309). */
export function readPerson(upload: PersonUpload): NewPerson {
  if (upload.keptScan) return readKeptScan(upload);
  const lost = upload.type === 'lost';
  const named = upload.name || (lost ? upload.lostPersonName : upload.foundPersonName) || null;
  const age = lost ? upload.lostPersonAge : upload.foundPersonAge;
  const fields: Record<string, string> = {};
  if (!named && !upload.nameUnknown) fields[lost ? 'lostPersonName' : 'foundPersonName'] = 'required';
  if (age === undefined) fields[lost ? 'lostPersonAge' : 'foundPersonAge'] = 'required';
  Object.assign(fields, whenErrors(upload));
  if (age === undefined || Object.keys(fields).length > 0)
    throw new AppError('bad-input', 'A person needs a name (or "unknown"), an age, and a day and time that exist', {
      fields,
    });

  const margin = upload.ageMargin ?? 0;
  const { descriptor, text } = splitDescription(upload.description);
  return {
    type: upload.type,
    title: upload.title,
    posting_role: upload.role,
    ...placeColumns(upload.place),
    name: upload.nameUnknown ? null : named,
    ...ageColumns(age, margin),
    cloth_color: upload.clothColor || null,
    ...detailColumns(upload.details ?? {}),
    ...whereAndWhen(upload),
    reward_rupees: upload.rewardOffer ?? null,
    phone: upload.phoneNumber || null,
    description: splitDescription(upload.descriptionText).text || text || null,
    ...consentColumns(upload.consent),
    templates: templatesOf(upload, descriptor),
    kept_scan: false,
  };
}

/** Of whoever was scanned nobody says anything: no more than what the scan itself knows is kept. */
function readKeptScan(upload: PersonUpload): NewPerson {
  const fields = { ...(upload.type === 'found' ? {} : { type: 'found' }), ...whenErrors(upload) };
  if (Object.keys(fields).length > 0)
    throw new AppError('bad-input', 'A scan that is kept is of somebody found, on a day that exists', { fields });
  return {
    type: 'found',
    title: upload.title,
    posting_role: undefined,
    ...placeColumns(upload.place),
    name: null,
    age_min: null,
    age_max: null,
    cloth_color: null,
    ...detailColumns({}),
    ...whereAndWhen(upload),
    reward_rupees: null,
    phone: upload.phoneNumber || null,
    description: null,
    ...consentColumns(undefined),
    templates: templatesOf(upload, splitDescription(upload.description).descriptor),
    kept_scan: true,
  };
}

const whereAndWhen = (upload: PersonUpload) => ({
  region: upload.region || null,
  time_of_loss_date: upload.timeOfLossDate || null,
  time_of_loss_time: upload.timeOfLossTime || null,
});

/** Read a posted item. */
export function readItem(post: ParsedInputOf<typeof createReport>): NewItem {
  const fields = whenErrors(post);
  if (Object.keys(fields).length > 0) throw new AppError('bad-input', 'The day and the time must exist', { fields });
  return {
    type: post.reportType,
    title: post.title,
    posting_role: post.role,
    category: post.category,
    colour: post.colour || null,
    region: post.region || null,
    ...placeColumns(post.place),
    serial_hash: post.serialHash ?? null,
    time_of_loss_date: post.timeOfLossDate || null,
    time_of_loss_time: post.timeOfLossTime || null,
    reward_rupees: post.rewardOffer ?? null,
    phone: post.phoneNumber || null,
    description: splitDescription(post.description).text || null,
    ...consentColumns(post.consent),
    marks: post.reportType === 'found' ? (post.marks ?? []) : [],
    expiresInDays: post.expiresInDays,
  };
}

export const placeColumns = (place: Place | undefined) => ({
  lat: place?.lat ?? null,
  lng: place?.lng ?? null,
  address: place?.address || null,
});

/** What is wrong with a day and a time of day, by field. */
export function whenErrors(when: {
  timeOfLossDate?: string | undefined;
  timeOfLossTime?: string | undefined;
}): Record<string, string> {
  return {
    ...(isDay(when.timeOfLossDate) ? {} : { timeOfLossDate: 'not a day' }),
    ...(isTime(when.timeOfLossTime) ? {} : { timeOfLossTime: 'not a time of day' }),
  };
}

/** The calendar of the database has no year 0. */
const isDay = (date: string | undefined): boolean => !date?.startsWith('0000');
const isTime = (time: string | undefined): boolean => !time || /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

/**
 * The old API hides the descriptor in `description`, as the text of a list of numbers (A10). Wherever it stands among
 * words, it never stays in what others may read.
 */
export function splitDescription(description: string | undefined): { descriptor?: number[]; text?: string } {
  let descriptor: number[] | undefined;
  const words =
    description &&
    besideFaces(
      description,
      (text) => text,
      (numbers) => {
        descriptor ??= readNumbers(numbers);
        return '';
      },
    );
  const text = words?.trim();
  return { ...(descriptor ? { descriptor } : {}), ...(text ? { text } : {}) };
}

/** Undefined for numbers that no program wrote. */
function readNumbers(text: string): number[] | undefined {
  try {
    const values: unknown[] = Object.values(JSON.parse(text));
    return values.every((value) => typeof value === 'number') ? values : undefined;
  } catch {
    return undefined;
  }
}

/** A face of another pipeline is compared with nothing here: the report is taken without it. */
function templatesOf(
  { faces, model = TEMPLATE_VERSION }: PersonUpload,
  descriptor: number[] | undefined,
): PhotoTemplate[] {
  const old = descriptor ? [{ photo: undefined, descriptor, model, field: 'description' }] : [];
  return faces ? readFaces(faces) : readSent(old);
}

/** The faces of photos as template codes; those of another pipeline are left out. @throws AppError bad-input */
export const readFaces = (faces: readonly PhotoFace[]): (PhotoTemplate & { photo: string })[] =>
  readSent(faces.map((face) => ({ ...face, field: 'faces' })));

const readSent = <P>(sent: readonly { photo: P; descriptor: number[]; model: string; field: string }[]) =>
  sent
    .filter(({ model }) => model === TEMPLATE_VERSION)
    .map(({ photo, descriptor, field }) => ({ photo, code: encode(descriptor, field) }));

function encode(descriptor: number[], field: string): Uint8Array {
  const code = readDescriptor(descriptor);
  if (!code)
    throw new AppError('bad-input', `A descriptor has ${DIMS} numbers and a length`, {
      fields: { [field]: 'descriptor' },
    });
  return code;
}

/** A descriptor as a template code; undefined when it is not one of our pipeline's. */
export function readDescriptor(descriptor: number[]): Uint8Array | undefined {
  const squares = descriptor.reduce((sum, n) => sum + n * n, 0);
  const hasLength = squares > 0 && squares < Number.POSITIVE_INFINITY;
  return descriptor.length === DIMS && hasLength ? encodeTemplate(descriptor) : undefined;
}

/** A guessed age as the years between which it is. */
export const ageColumns = (years: number, margin: number): { age_min: number; age_max: number } => ({
  age_min: Math.max(0, years - margin),
  age_max: years + margin,
});
