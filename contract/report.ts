/** What people post: one kind of record, about a person or an item. */

import * as z from 'zod/mini';
import { AlertedPerson, AreaAlert } from './alert.ts';
import { Consent, Purpose } from './consent.ts';
import { PersonDetails, Sex } from './details.ts';
import { endpoint } from './endpoint.ts';
import {
  DEFAULT_EXPIRY_DAYS,
  MAX_AGE,
  MAX_EXPIRY_DAYS,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  MAX_MARKS,
  MAX_NAME,
  MAX_REWARD_RUPEES,
  MAX_TEXT,
  MAX_TITLE,
  MAX_VIDEOS,
  MIN_EXPIRY_DAYS,
  PAGE_SIZE,
} from './limits.ts';
import { PhotoFace } from './photo-face.ts';
import { Id, Instant, Op, optionalText, Place, Receipt, Sha256, shortText } from './primitives.ts';
import { Reunion } from './reunion.ts';
import { PERMISSIONS } from './user.ts';

export const ReportType = z.enum(['lost', 'found']);
export type ReportType = z.infer<typeof ReportType>;

/** A19. A draft and a queued report live on the device only and never reach the server. */
export const ReportStatus = z.enum([
  'pending_review',
  'published',
  'rejected',
  'appealed',
  'resolved',
  'withdrawn',
  'expired',
]);
export type ReportStatus = z.infer<typeof ReportStatus>;

export const PersonCondition = z.enum(['missing', 'seen', 'found', 'safe']);
export const ItemStatus = z.enum(['lost', 'found', 'claimed', 'returned']);
export const ItemCategory = z.enum([
  'Electronics',
  'Clothing',
  'Jewelry',
  'Documents',
  'Keys',
  'Bags',
  'Wallet',
  'Other',
]);

/** `fir`: a First Information Report of the police. `cwc`: an order of a Child Welfare Committee (JJ Act 2015, s. 27). */
export const CaseKind = z.enum(['fir', 'cwc']);
export type CaseKind = z.infer<typeof CaseKind>;

/** The words of the specification: who posts. Never to be mixed with the session role `finder` (A46). */
export const PostingRole = z.enum(['victim', 'founder']);
export type PostingRole = z.infer<typeof PostingRole>;

export const PersonSubject = z.object({
  kind: z.literal('person'),
  /** Absent when nobody knows the name (A27). */
  name: z.optional(z.string()),
  ageMin: z.optional(z.int()),
  ageMax: z.optional(z.int()),
  clothColor: z.optional(z.string()),
  details: z.optional(PersonDetails),
  condition: PersonCondition,
});

export const ItemSubject = z.object({
  kind: z.literal('item'),
  category: ItemCategory,
  colour: z.optional(z.string()),
  status: ItemStatus,
});

/**
 * A report as one viewer may see it. What the viewer may not see is absent: nothing here is hidden by the screen.
 * It is what every read answers, and the only shape in which a report leaves the server.
 */
export const ReportView = z.object({
  id: Id,
  _id: Id,
  rev: z.string(),
  type: ReportType,
  /** The same under the specification's name (R189). */
  reportType: z.optional(ReportType),
  status: ReportStatus,
  subject: z.discriminatedUnion('kind', [PersonSubject, ItemSubject]),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  region: z.optional(z.string()),
  /** Where it happened. Only who sees all gets the exact point; others one rounded to about a kilometre. */
  place: z.optional(Place),
  rewardRupees: z.optional(z.int()),
  /** When the person or item was lost or found; local wall-clock date and time as the reporter gave them. */
  timeOfLossDate: z.optional(z.string()),
  timeOfLossTime: z.optional(z.string()),
  phoneNumber: z.optional(z.string()),
  photos: z.array(Sha256),
  /** Where the first photo is read, under the specification's name (R189). */
  image: z.optional(z.string()),
  videos: z.optional(z.array(Sha256)),
  /** Absent when it was posted without an account, or is not for this viewer. A first name and an initial. */
  owner: z.optional(z.object({ name: z.string() })),
  role: z.optional(PostingRole),
  /** What they agreed to, for whose it is. */
  consents: z.optional(z.record(Purpose, z.boolean())),
  /** It is the viewer's own (A21). */
  mine: z.optional(z.boolean()),
  /** Read out on the phone, and the address of its page (`sharePath`); for whoever sees the record. It proves nothing. */
  number: z.optional(z.string()),
  /** Of a missing person never: that ends by somebody's word. */
  expiresAt: z.optional(Instant),
  /** For whoever made it: they were asked for news, or after a year whether they still look, and have not said so far. */
  asked: z.optional(z.enum(['news', 'year'])),
  /** For whoever posted it: nobody is found by the faces on its photos, and why. */
  faceless: z.optional(z.enum(['unclear', 'several', 'none'])),
  /** For whoever posted it: photos with several faces, of which nothing says which one it is about (`updateReport`, `faces`). */
  facesToChoose: z.optional(z.array(Sha256)),
  /** For its owner and for moderators: the question of a year had no answer; since when nobody has said that they look. */
  unconfirmedSince: z.optional(Instant),
  /** It has ended, and is erased then unless its owner keeps it (`updateReport`): for its owner. */
  erasesAt: z.optional(Instant),
  /** Under which a child is looked for. Its number is for who sees all. */
  case: z.optional(z.object({ kind: CaseKind, number: z.optional(z.string()), station: z.string() })),
  /** Nobody but officers and moderators sees it until an officer names a case: for its owner and for who sees all. */
  needsCase: z.optional(z.boolean()),
  /** Three people said that something is wrong with it, and nobody has looked yet. */
  hidden: z.optional(z.boolean()),
  /**
   * Why details are absent: `relay` = write through the app; `guarded` = a child or a found person, ask the police
   * (112) or Childline (1098); `open` = nothing is held back.
   */
  contact: z.enum(['open', 'relay', 'guarded']),
  /** No report, but a face that was kept of a scan: for who sees it at all. */
  keptScan: z.optional(z.literal(true)),
  /** A person of ours has looked at it. */
  reviewed: z.boolean(),
  createdAt: Instant,
});
export type ReportView = z.infer<typeof ReportView>;

/** Stands where an answer must not say which record it is about. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * All that is told of a guarded record to who may not see it: there is one, call 112 or 1098. Every field is the same of
 * every record, so that no answer says which one it is, of what kind, since when, or how it stands now.
 */
export const GUARDED_VIEW: ReportView = {
  id: NO_ID,
  _id: NO_ID,
  rev: '0',
  type: 'lost',
  reportType: 'lost',
  status: 'pending_review',
  subject: { kind: 'person', condition: 'missing' },
  photos: [],
  contact: 'guarded',
  reviewed: false,
  createdAt: new Date(0).toISOString(),
};

const Day = z.union([z.literal(''), z.iso.date()]);
const Time = z.union([z.literal(''), z.string().check(z.regex(/^\d\d:\d\d$/))]);
const Phone = z.string().check(z.trim(), z.regex(/^$|^\+?[\d\s()-]{4,24}$/));
const Days = z.coerce.number().check(z.int(), z.gte(MIN_EXPIRY_DAYS), z.lte(MAX_EXPIRY_DAYS));

/**
 * Whether a report that stands until `expiresAt` can be shown {@link DEFAULT_EXPIRY_DAYS} days longer: nothing stands longer
 * than {@link MAX_EXPIRY_DAYS} from `now` (ms).
 */
export const mayStandLonger = (expiresAt: Date, now: number): boolean =>
  expiresAt.getTime() <= now + (MAX_EXPIRY_DAYS - DEFAULT_EXPIRY_DAYS) * 86_400_000;

const Rupees = z.coerce.number().check(z.int(), z.gte(0), z.lte(MAX_REWARD_RUPEES));
const Age = z.coerce.number().check(z.int(), z.gte(0), z.lte(MAX_AGE));

/**
 * What only the owner of a found thing would know: the finder's question and the answer. The question is put to whoever
 * claims it; the answer never leaves the server.
 */
export const Mark = z.object({ question: shortText(MAX_TITLE), answer: shortText(MAX_TITLE) });

const words = {
  title: shortText(MAX_TITLE),
  description: optionalText(MAX_TEXT),
  region: optionalText(MAX_TITLE),
  place: z.optional(Place),
  timeOfLossDate: z.optional(Day),
  timeOfLossTime: z.optional(Time),
  rewardOffer: z.optional(Rupees),
  phoneNumber: z.optional(Phone),
  consent: z.optional(Consent),
};

/**
 * 32 random bytes as hex, drawn on the device with a report and kept there; the report carries their SHA-256. Who has
 * them may end the report, with or without an account, and reads and changes it while it is no account's.
 */
export const MakerSecret = Sha256;

/**
 * A thing that was lost or found (R158, R336). Image parts of a multipart body are added to `photos`; ours names its
 * photos by hash and sends the bytes after. Persons are posted by `uploadLostFoundPerson`.
 */
export const createReport = endpoint({
  method: 'POST',
  path: '/report',
  access: PERMISSIONS.member,
  queued: { makes: 'entity', together: true, sealed: true },
  body: 'multipart',
  // Old clients send photos inside of the JSON, a third longer than the files; as many as weigh together what one may.
  maxBodyBytes: MAX_IMAGE_BYTES * 1.5,
  input: z.object({
    ...Op,
    ...words,
    secretHash: z.optional(Sha256),
    kind: z._default(z.literal('item'), 'item'),
    reportType: ReportType,
    role: z.optional(PostingRole),
    category: ItemCategory,
    colour: optionalText(MAX_TITLE),
    /** Of a serial number or IMEI, made on the device (contract/serial.ts): the number itself never leaves it. */
    serialHash: z.optional(Sha256),
    marks: z.optional(z.array(Mark).check(z.maxLength(MAX_MARKS))),
    photos: z.optional(z.array(Sha256).check(z.maxLength(MAX_IMAGES))),
    /** Photos as data URLs, as old clients send them (A23). */
    images: z.optional(z.array(z.string()).check(z.maxLength(MAX_IMAGES))),
    videos: z.optional(z.array(Sha256).check(z.maxLength(MAX_VIDEOS))),
    expiresInDays: z.optional(Days),
  }),
  output: z.object({ receipt: Receipt, data: ReportView }),
});

export const ReportSort = z.enum(['newest', 'oldest', 'reward']);
export type ReportSort = z.infer<typeof ReportSort>;

/**
 * A page of reports (R337 to R339). `currentUser` is a hint and never trusted; `profile` adds the caller's own
 * unpublished ones to the public ones, `scope=mine` gives only own (A21).
 */
export const listReports = endpoint({
  method: 'GET',
  path: '/report',
  access: PERMISSIONS.public,
  input: z.object({
    currentUser: z._default(z.string().check(z.maxLength(80)), ''),
    profile: z._default(z.stringbool(), false),
    scope: z._default(z.enum(['public', 'mine']), 'public'),
    kind: z.optional(z.enum(['person', 'item'])),
    type: z.optional(ReportType),
    /** Words of the title, the description, the name, the region or the report's number. */
    q: z._default(z.string().check(z.trim(), z.maxLength(80)), ''),
    region: z._default(z.string().check(z.trim(), z.maxLength(MAX_TITLE)), ''),
    category: z.optional(ItemCategory),
    /** Also people of whom it is not said. */
    sex: z.optional(Sex),
    ageMin: z.optional(Age),
    ageMax: z.optional(Age),
    /** Lost, found or, without a day, posted on or after it. */
    since: z.optional(z.iso.date()),
    withReward: z._default(z.stringbool(), false),
    /** Without it: people called by these words, the nearest first; what else has them; people of a name that is near. Else `newest`. */
    sort: z.optional(ReportSort),
    cursor: z._default(z.string().check(z.maxLength(200)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), PAGE_SIZE),
  }),
  /** `cursor` is absent on the last page. */
  output: z.object({ data: z.array(ReportView), cursor: z.optional(z.string()) }),
});

/** More than so many reports are not counted: whoever looks for a word that common has to say more. */
export const MOST_COUNTED = 500;

/**
 * How many of the reports that anyone may see have these words, by what they are about: so that a search of one side says
 * what the other has. Where `more`, there are so many that these are the first that were found.
 */
export const countReports = endpoint({
  method: 'GET',
  path: '/report/count',
  access: PERMISSIONS.public,
  input: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)) }),
  output: z.object({
    found: z.array(z.object({ kind: z.enum(['person', 'item']), type: ReportType, count: z.int() })),
    more: z.boolean(),
  }),
});

/** What officers said of two records that may be one, in the histories of both; for officers and moderators alone. */
export const LINK_STEPS = ['linked', 'not-linked', 'link-reopened', 'link-ended'] as const;

/** One step of a life cycle; what was wrong with a post, or why its owner took it down, is for who sees all. */
export const HistoryEntry = z.object({
  at: Instant,
  /** `status`: of the report (A19). `subject`: of the item (A20) or of what is known of the person. */
  what: z.enum(['status', 'subject']),
  from: z.optional(z.string()),
  to: z.string(),
  by: z.enum(['owner', 'moderator', 'officer', 'system']),
  reason: z.optional(z.string()),
});

export const getReport = endpoint({
  method: 'GET',
  path: '/report/:id',
  access: PERMISSIONS.public,
  input: z.object({ id: Id }),
  output: z.object({
    data: ReportView,
    history: z.array(HistoryEntry),
    /** What the viewer may do: the buttons that are shown. */
    may: z.array(
      z.enum([
        'edit',
        'extend',
        'resolve',
        'withdraw',
        'appeal',
        'claim',
        'message',
        'note',
        'flag',
        'follow',
        'moderate',
        'name-case',
        'protect',
      ]),
    ),
    /** The questions a claim is asked; never their answers. */
    questions: z.array(z.string()),
    followed: z.boolean(),
    /** The viewer's office lets them open the whole of it with a reason (`openRecord`); absent from an older server. */
    opens: z.optional(z.boolean()),
    /** It is of another district than theirs: opened with words of why, and the officers there are told. */
    elsewhere: z.optional(z.boolean()),
    /** They may end the search for this person (`endSearch`); absent from an older server. An older app reads no new `may`. */
    endsSearch: z.optional(z.boolean()),
    /** They may ask the whole district to look for this person (`alertArea`), which would read this; absent from an older server. */
    alerts: z.optional(AlertedPerson),
    /** The one that runs, for whoever asks: it is public. */
    alert: z.optional(AreaAlert),
    /** For the owner: how many open claims, notes not looked at, and possible matches there are. */
    waiting: z.optional(z.object({ claims: z.int(), notes: z.int(), matches: z.int() })),
    /** For the owner: there is something to read of who was found (`readReunion`). */
    reunion: z.optional(z.literal(true)),
  }),
});

/**
 * What a viewer sees of the answers that an owner may change, under the names of `updateReport`, each as a text to
 * compare: where two texts are equal, nobody has changed the answer in between.
 */
export function seenOf({ subject, ...view }: ReportView) {
  const person = subject.kind === 'person' ? subject : undefined;
  const answers = {
    title: view.title,
    name: person?.name,
    age: person && [person.ageMin, person.ageMax],
    clothColor: person?.clothColor,
    // In the order of the schema, so that the same details are the same text.
    details: person?.details && PersonDetails.parse(person.details),
    colour: subject.kind === 'item' ? subject.colour : undefined,
    description: view.description,
    region: view.region,
    place: view.place && [view.place.lat, view.place.lng],
    timeOfLossDate: view.timeOfLossDate,
    timeOfLossTime: view.timeOfLossTime,
    rewardOffer: view.rewardRupees,
    phoneNumber: view.phoneNumber,
    photos: view.photos,
  };
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, JSON.stringify(answer ?? '')]),
  ) as Record<keyof typeof answers, string>;
}
export type EditedName = keyof ReturnType<typeof seenOf>;

/**
 * The owner changes words, or moves the report along its life: `resolved`, `withdrawn`, `appealed`, or, of one that has
 * expired, `published` again. What is not listed in the life cycle is a conflict. Whoever has the secret that was made with
 * it may do the same without an account.
 */
export const updateReport = endpoint({
  method: 'PUT',
  path: '/report/:id',
  access: PERMISSIONS.public,
  queued: { together: true, sealed: true },
  body: 'multipart',
  input: z.object({
    opId: z.optional(Id),
    id: Id,
    secret: z.optional(MakerSecret),
    ...words,
    title: z.optional(shortText(MAX_TITLE)),
    name: optionalText(MAX_NAME),
    /** Of a person; `margin` is how many years it may be off, either way (A26). */
    age: z.optional(
      z.object({ years: z.int().check(z.gte(0), z.lte(MAX_AGE)), margin: z.int().check(z.gte(0), z.lte(50)) }),
    ),
    clothColor: optionalText(MAX_TITLE),
    /** All of them: what is not named is taken away. */
    details: z.optional(PersonDetails),
    colour: optionalText(MAX_TITLE),
    condition: z.optional(PersonCondition),
    itemStatus: z.optional(ItemStatus),
    photos: z.optional(z.array(Sha256).check(z.maxLength(MAX_IMAGES))),
    /**
     * Who it is about, on photos that it has or that come with this change. Of one that has a face already, or that it does
     * not show, none is taken.
     */
    faces: z.optional(z.array(PhotoFace).check(z.maxLength(MAX_IMAGES))),
    /**
     * The answers that change, as they were seen when they were typed over ({@link seenOf}). Where another device has
     * changed one since, the call is `changed-meanwhile`; photos that were added or taken away there stay so.
     */
    was: z.optional(z.record(z.string(), z.string())),
    status: z.optional(z.enum(['resolved', 'withdrawn', 'appealed', 'published'])),
    reason: optionalText(MAX_TEXT),
    expiresInDays: z.optional(Days),
    /** Of a missing person: its owner was asked, and looks on. */
    looking: z.optional(z.literal(true)),
    /** Of a report that has ended: it is not erased yet, but as long after now as after its end. */
    keep: z.optional(z.literal(true)),
  }),
  output: z.object({ receipt: z.optional(Receipt), data: ReportView }),
});

/**
 * Its maker takes a report back: `withdrawn` hides it and keeps its words for its owner, `erased` leaves nothing of it.
 * By its owner, or by the secret that was made with it. One that is not there is ended already; where `of` names the op
 * that posts it, it will not be taken when it comes after all.
 */
export const endReport = endpoint({
  method: 'POST',
  path: '/report/:id/end',
  access: PERMISSIONS.public,
  queued: { sealed: true },
  input: z.object({
    opId: z.optional(Id),
    id: Id,
    how: z.enum(['withdrawn', 'erased']),
    secret: z.optional(MakerSecret),
    of: z.optional(Id),
  }),
  output: z.object({ receipt: z.optional(Receipt) }),
});

/**
 * An officer of its district ends the report of a person whom nobody needs to look for any more, where no other report says
 * so: they were found, or were never missing. Who posted it is told and reads why; a moderator can open it again.
 */
export const endSearch = endpoint({
  method: 'POST',
  path: '/report/:id/end-search',
  access: PERMISSIONS.police,
  input: z.object({ id: Id, reason: shortText(MAX_TEXT) }),
  output: z.object({ data: ReportView }),
});

/**
 * What became of it, for who has the secret that was made with it: as its owner reads it. `notes` is how many others have
 * told something that is for its maker; to read them it is made an account's.
 */
export const readMine = endpoint({
  method: 'POST',
  path: '/report/:id/mine',
  access: PERMISSIONS.public,
  input: z.object({ id: Id, secret: MakerSecret }),
  output: z.object({
    data: ReportView,
    history: z.array(HistoryEntry),
    notes: z.int(),
    /** Somebody who may be the one was found. */
    reunion: z.optional(Reunion),
  }),
});

/** What somebody posted without an account becomes their account's, by the secret that was made with it; that opens nothing any more. */
export const adoptReport = endpoint({
  method: 'POST',
  path: '/report/:id/adopt',
  access: PERMISSIONS.member,
  queued: { sealed: true },
  input: z.object({ opId: z.optional(Id), id: Id, secret: MakerSecret }),
  output: z.object({ receipt: z.optional(Receipt) }),
});

/** Two reports that may be about the same thing; nothing is merged, its two owners decide. */
export const ItemMatch = z.object({
  lost: ReportView,
  found: ReportView,
  band: z.enum(['likely', 'possible']),
  /** What agrees, in the order of weight. */
  because: z.array(z.enum(['serial', 'category', 'words', 'colour', 'place', 'time'])),
  /** `open` until both owners have said yes, or one no; a no is shown to who said it alone. */
  status: z.enum(['open', 'confirmed', 'dismissed']),
  /** What the viewer has answered. */
  answer: z.optional(z.enum(['yes', 'no'])),
});
export type ItemMatch = z.infer<typeof ItemMatch>;

export const listMatches = endpoint({
  method: 'GET',
  path: '/report/:id/matches',
  access: PERMISSIONS.user,
  input: z.object({ id: Id }),
  output: z.object({ data: z.array(ItemMatch) }),
});

/** `undo` takes back what the caller has answered, and with it what that made: `conflict` where it has gone on since. */
export const answerMatch = endpoint({
  method: 'PUT',
  path: '/matches/:lostId/:foundId',
  access: PERMISSIONS.member,
  queued: { together: true, sealed: true },
  input: z.object({ opId: z.optional(Id), lostId: Id, foundId: Id, answer: z.enum(['yes', 'no', 'undo']) }),
  output: z.object({ receipt: z.optional(Receipt), data: ItemMatch }),
});
