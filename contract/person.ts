/** Posting a person: the second of the two face calls of the specification, §7, and what it carries (A10, A14). */

import * as z from 'zod/mini';
import { Consent } from './consent.ts';
import { PersonDetails, type Sex } from './details.ts';
import { endpoint } from './endpoint.ts';
import {
  ADULT_AGE,
  MAX_AGE,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  MAX_NAME,
  MAX_REWARD_RUPEES,
  MAX_TEXT,
  MAX_TITLE,
  MAX_VIDEOS,
} from './limits.ts';
import { FaceModel, PhotoFace } from './photo-face.ts';
import { Id, optionalText, Place, Receipt, Sha256, shortText } from './primitives.ts';
import { PostingRole, ReportType, ReportView } from './report.ts';
import { PERMISSIONS } from './user.ts';

const numeric = (min: number, max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.trim(), z.regex(/^\d{1,9}$/))]),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  );
const optionalNumeric = (min: number, max: number) =>
  z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      numeric(min, max),
    ]),
  );

/**
 * A lost or found person, field for field as the specification names them; ours names its photos by hash in `photos` and
 * sends the bytes after, and their faces stand in `faces`. Old clients send `photo` as a data URL, and its face as text in
 * `description`, whose words then come in `descriptionText`.
 */
export const PersonUpload = z.object({
  opId: z.optional(Id),
  id: z.optional(Id),
  /** Of the secret by which its maker may end it: MakerSecret. */
  secretHash: z.optional(Sha256),
  photo: z.optional(z.string()),
  photos: z.optional(z.array(Sha256).check(z.maxLength(MAX_IMAGES))),
  videos: z.optional(z.array(Sha256).check(z.maxLength(MAX_VIDEOS))),
  type: ReportType,
  name: optionalText(MAX_NAME),
  nameUnknown: z.optional(z.boolean()),
  title: shortText(MAX_TITLE),
  lostPersonName: optionalText(MAX_NAME),
  foundPersonName: optionalText(MAX_NAME),
  lostPersonAge: optionalNumeric(0, MAX_AGE),
  foundPersonAge: optionalNumeric(0, MAX_AGE),
  /** Years the age may be off, either way (A26). */
  ageMargin: optionalNumeric(0, 50),
  clothColor: optionalText(MAX_TITLE),
  details: z.optional(PersonDetails),
  region: optionalText(MAX_TITLE),
  place: z.optional(Place),
  /** Chosen when posting; a lost person is posted by `victim` and a found one by `founder` unless it says otherwise. */
  role: z.optional(PostingRole),
  timeOfLossDate: z.optional(z.union([z.literal(''), z.iso.date()])),
  timeOfLossTime: z.optional(z.union([z.literal(''), z.string().check(z.regex(/^\d\d:\d\d$/))])),
  rewardOffer: optionalNumeric(0, MAX_REWARD_RUPEES),
  phoneNumber: z.optional(z.string().check(z.trim(), z.regex(/^$|^\+?[\d\s()-]{4,24}$/))),
  faces: z.optional(z.array(PhotoFace).check(z.maxLength(MAX_IMAGES))),
  description: z.optional(z.string().check(z.maxLength(40_000))),
  descriptionText: optionalText(MAX_TEXT),
  /** Of the face in `description`. */
  model: z.optional(FaceModel),
  consent: z.optional(Consent),
  /**
   * Somebody scanned this face, whom nobody looks for, and keeps it for who is on duty, should a report come within
   * `KEPT_DAYS.keptScans`: its photo, when and where, and nothing else that is named here.
   */
  keptScan: z.optional(z.literal(true)),
});
export type PersonUpload = z.infer<typeof PersonUpload>;

export const uploadLostFoundPerson = endpoint({
  method: 'POST',
  path: '/api/face/uploadLostFoundPerson',
  access: PERMISSIONS.public,
  queued: { makes: 'entity', together: true, sealed: true },
  // An old client sends its photo inside of the JSON, a third longer than the file.
  maxBodyBytes: MAX_IMAGE_BYTES * 1.5,
  input: PersonUpload,
  output: z.object({ receipt: Receipt, data: ReportView }),
});

/** A person whose youngest possible age is below {@link ADULT_AGE} is treated as a child; so is one of unknown age. */
export const mayBeChild = (ageMin: number | undefined): boolean => ageMin === undefined || ageMin < ADULT_AGE;

/** A child, or somebody who was found: protected whatever becomes of the report. */
export const isSheltered = ({ type, subject }: Pick<ReportView, 'type' | 'subject'>): boolean =>
  subject.kind === 'person' && (type === 'found' || mayBeChild(subject.ageMin));

/** Whether the age that is given leaves open if this is a child; a reviewer then says whether they look like one. */
export const mayBeEither = (ageMin: number | undefined, ageMax: number | undefined): boolean =>
  mayBeChild(ageMin) && (ageMax === undefined || ageMax >= ADULT_AGE);

/** In a word or two, who is looked for without a name; a range of ages may leave open whether it is a child. */
export type Who = 'girl' | 'boy' | 'child' | 'girlOrWoman' | 'boyOrMan' | 'person' | 'woman' | 'man';
const WHO: Record<'child' | 'either' | 'adult', Record<Sex | 'unknown', Who>> = {
  child: { female: 'girl', male: 'boy', other: 'child', unknown: 'child' },
  either: { female: 'girlOrWoman', male: 'boyOrMan', other: 'person', unknown: 'person' },
  adult: { female: 'woman', male: 'man', other: 'person', unknown: 'person' },
};
interface Seen {
  sex?: Sex | undefined;
  ageMin?: number | undefined;
  ageMax?: number | undefined;
}
export function whoOf({ sex, ageMin, ageMax }: Seen): Who {
  const age = mayBeEither(ageMin, ageMax) ? 'either' : mayBeChild(ageMin) ? 'child' : 'adult';
  return WHO[age][sex ?? 'unknown'];
}
