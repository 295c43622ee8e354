/** The tables as Kysely sees them. The migrations make them; this file only names what they made. */

import type { ColumnType, Generated, Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { CodePurpose } from '../../contract/auth.ts';
import type { CandidateState, Reason } from '../../contract/candidate.ts';
import type { Agreement, ClaimStatus } from '../../contract/claim.ts';
import type { Purpose } from '../../contract/consent.ts';
import type { Sex } from '../../contract/details.ts';
import type { DutyKind, DutyLevel, DutyTask } from '../../contract/duty.ts';
import type { Band } from '../../contract/face.ts';
import type { FlagReason } from '../../contract/moderation.ts';
import type { Note, NoteKind } from '../../contract/note.ts';
import type { NoticeKind } from '../../contract/notice.ts';
import type { ObjectionKind, ObjectionOutcome } from '../../contract/protection.ts';
import type {
  CaseKind,
  ItemCategory,
  ItemStatus,
  PersonCondition,
  ReportStatus,
  ReportType,
} from '../../contract/report.ts';
import type { Sign } from '../../contract/sign.ts';
import type { StrikeAbout } from '../../contract/strike.ts';
import type { Feed } from '../../contract/sync.ts';
import type { Role } from '../../contract/user.ts';

/** A connection pool or one transaction: whoever gets a `Db` must not care which. */
export type Db = Kysely<Schema>;

/** Absent until something sets it. */
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** `YYYY-MM-DD`, where it is read as text. */
type Day = ColumnType<string | null, string | null | undefined, string | null>;

/** Set by the database when left out. */
type Instant = ColumnType<Date, Date | undefined, Date>;

interface MetaTable {
  key: string;
  value: string;
}

interface AppUserTable {
  id: string;
  name: string;
  email: string;
  /** What the e-mail and the name are found by (blind.ts): written beside them by sealing.ts. */
  email_mark: ColumnType<string | null, never, never>;
  name_marks: ColumnType<number[], never, never>;
  role: Role;
  created_at: Instant;
  /** Absent until the account has one: it is then signed in to by code. */
  password_hash: string | null;
  phone: string | null;
  language: Generated<'en' | 'pa' | 'hi'>;
  /** When a code proved the e-mail. */
  verified_at: Date | null;
  suspended_at: Date | null;
  /** Deleted by its owner, who may still bring it back: server/users/closing.ts. */
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Only of who said to be 13 to 17 (A8). */
  birth_year: number | null;
  guardian_name: string | null;
  guardian_email: string | null;
  guardian_at: Date | null;
  organisation: string | null;
  /** Ids of the districts that officers and volunteers see protected records of; reference/districts.ts. */
  districts: Generated<string[]>;
  avatar_sha256: string | null;
  /** What they say about themselves. */
  bio: ColumnType<string | null, string | null | undefined, string | null>;
  mail_notices: Generated<boolean>;
  stop_token_hash: Uint8Array | null;
  /** The version of the terms that was agreed to. */
  terms: string | null;
  terms_at: Date | null;
  updated_at: Instant;
  /** Too many strikes: until then they only look and appeal (server/moderation/strikes.ts). */
  paused_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** It stands for an account that was erased: server/users/left.ts. */
  erased_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

interface LetterTable {
  name: string;
  user_id: string;
  at: Instant;
}

interface OneTimeCodeTable {
  id: string;
  /** Of the e-mail that it goes to: server/db/blind.ts. */
  email_mark: string;
  purpose: CodePurpose | 'guardian';
  code_hash: Uint8Array;
  tries: Generated<number>;
  expires_at: Date;
  used_at: Date | null;
  created_at: Instant;
  /** Whose call asked for it; codes of an older server have none. */
  asker: string | null;
  subject: string | null;
}

/** How often somebody tried a code. */
interface CodeTryTable {
  code_id: string;
  asker: string;
  tries: number;
}

/** How often the codes of an account were tried: server/auth/guesses.ts. */
interface GuessTable {
  key: string;
  spent_until: Date;
}

/** A device that an account was signed in on: server/auth/devices.ts. */
interface DeviceTable {
  token_hash: Uint8Array;
  user_id: string;
  created_at: Instant;
  used_at: Instant;
}

/** Who is to become an admin: server/users/admins.ts. */
interface AdminProposalTable {
  user_id: string;
  proposer_id: string;
  at: Instant;
}

interface AuditTable {
  id: string;
  at: Instant;
  actor_id: string | null;
  role: string;
  action: string;
  subject_id: string | null;
  reason: string | null;
  /** Its place in the chain, once it is sealed (server/audit/chain.ts). */
  seq: ColumnType<string | null, number | undefined, number>;
  hash: ColumnType<Uint8Array | null, undefined, Uint8Array | null>;
  reason_salt: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
  reason_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
}

interface SessionTable {
  /** SHA-256 of the token: a stolen table opens no account. */
  token_hash: Uint8Array;
  user_id: string;
  created_at: Instant;
  expires_at: Date;
  revoked_at: Date | null;
  /** Names its row in `courier`; null until it has called a server that knows of couriers. */
  courier_hash: Uint8Array | null;
  /** What its owner knows it by, who is never told the hash. */
  id: Generated<string>;
  /** What it was opened with, in a word each: `Chrome`, `Android`. Nothing more of the device is kept. */
  browser: ColumnType<string | null, string | null | undefined, string | null>;
  system: ColumnType<string | null, string | null | undefined, string | null>;
  /** The beginning of the day (UTC) on which it was last used. */
  seen_at: ColumnType<Date | null, Date | null | undefined, Date>;
  /** Names its row in `device`. */
  device_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
  /** What its owner has shown in it; gone with the passkey. */
  passkey_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** When they last proved who they are. */
  proved_at: Instant;
  /** When the powers of an office were last used in it. */
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** server/auth/passkeys.ts */
interface PasskeyTable {
  id: Generated<string>;
  user_id: string;
  credential_id: string;
  public_key: Uint8Array;
  counter: ColumnType<string, number, number>;
  transports: string[];
  name: string;
  synced: boolean;
  added_at: Instant;
  used_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

interface PasskeyChallengeTable {
  challenge: string;
  user_id: string | null;
  expires_at: Date;
}

export interface ReportTable {
  id: string;
  owner_id: string | null;
  posting_role: 'victim' | 'founder';
  type: ReportType;
  status: ReportStatus;
  subject: 'person' | 'item';
  title: string | null;
  description: string | null;
  region: string | null;
  reward_rupees: number | null;
  /** Local wall-clock date and time as the reporter gave them, never an instant. */
  time_of_loss_date: string | null;
  time_of_loss_time: string | null;
  phone: string | null;
  public_photo: Generated<boolean>;
  public_phone: Generated<boolean>;
  compare_face: Generated<boolean>;
  carry_face: Generated<boolean>;
  /** Whoever posted a child's report is their guardian, or acts for one. */
  guardian: Generated<boolean>;
  /** The version of the notice that was read. */
  consent_notice: string | null;
  consent_at: Date | null;
  name: string | null;
  age_min: number | null;
  age_max: number | null;
  cloth_color: string | null;
  sex: Sex | null;
  /** Of a person: server/reports/person-details.ts. */
  details: string | null;
  condition: z.infer<typeof PersonCondition> | null;
  category: z.infer<typeof ItemCategory> | null;
  colour: string | null;
  item_status: z.infer<typeof ItemStatus> | null;
  /** What a person can read out on the phone, for example `W-7K4M-29`. */
  number: string;
  created_at: Instant;
  updated_at: Instant;
  /** Some device may hold it, so its end must be told to all. */
  ever_public: Generated<boolean>;
  lat: number | null;
  lng: number | null;
  address: string | null;
  /** Empty where no place is known; null until it has been looked up (backfill.ts). */
  district: string | null;
  /** Devices there may hold it still. */
  former_districts: Generated<string[]>;
  serial_hash: string | null;
  /** Absent of whoever is missing: that ends by somebody's word alone. */
  expires_at: Optional<Date>;
  /** When its owner was told that it will expire. */
  expiry_told_at: Date | null;
  /** When its owner is next asked for news, when they were last, and when they last said that they look on: server/reports/asking.ts. */
  ask_at: Optional<Date>;
  asked_at: Optional<Date>;
  confirmed_at: Optional<Date>;
  /** Nobody but its owner and those who look at it sees it. */
  hidden_at: Date | null;
  /** Why: server/reports/rules.ts. */
  hidden_for: Optional<'flags' | 'closed' | 'objection' | 'protected' | 'seen-before'>;
  /** The case of the police or of a Child Welfare Committee under which a child is looked for: server/reports/case.ts. */
  case_kind: Optional<z.infer<typeof CaseKind>>;
  case_number: Optional<string>;
  case_station: Optional<string>;
  /** The officer. */
  case_by: Optional<string>;
  case_at: Optional<Date>;
  /** Not a report, but what somebody keeps of a scan until a report comes: docs/decisions/088. */
  kept_scan: Generated<boolean>;
  /** By the age it may be a child, and a reviewer says that it does not look like one. */
  looks_adult: Generated<boolean>;
  search: Generated<string>;
  /** SHA-256 of the secret on its maker's device: server/reports/end.ts. */
  secret_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  /** Absent while it is open. */
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When it gave up what an ended report no longer needs: server/reports/strip.ts. */
  stripped_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When it is erased by itself, having ended: server/retention. */
  erase_at: Optional<Date>;
  /** When its owner was told so. */
  erase_told_at: Optional<Date>;
}

interface ReportMarkTable {
  report_id: string;
  position: number;
  question: string;
  /** Never selected by anything that answers a call. */
  answer: string;
}

/** Somebody says "this is me", "I am safe" or "take it down": server/objections. */
export interface ObjectionTable {
  id: string;
  report_id: string;
  kind: z.infer<typeof ObjectionKind>;
  proof: 'none' | 'selfie' | 'station';
  words: string | null;
  /** How a moderator reaches them; nobody else reads it. */
  contact: string | null;
  /** Where an officer has seen who they are. */
  station: string | null;
  /** Whether the report was hidden for it. */
  hid: boolean;
  created_at: Instant;
  due_at: Date;
  decided_at: Optional<Date>;
  outcome: Optional<z.infer<typeof ObjectionOutcome>>;
}

/** What waits at the duty desk, one row a thing and place: server/duty. */
export interface DutyTaskTable {
  id: string;
  kind: z.infer<typeof DutyKind>;
  report_id: string;
  candidate_id: Optional<string>;
  note_id: Optional<string>;
  /** Empty where no place is known; absent of what is for moderators alone. */
  district: string | null;
  /** The state of India that the district is in. */
  state: string | null;
  level: z.infer<typeof DutyLevel>;
  status: Generated<DutyTask['state']>;
  since: Date;
  /** When the next are asked; of a task that is taken, when it is asked for again. */
  due_at: Date;
  taken_by: Optional<string>;
  taken_at: Optional<Date>;
  done_at: Optional<Date>;
  rev: Generated<number>;
}

interface DutyStepTable {
  id: Generated<string>;
  task_id: string;
  /** Whose key the words of why are sealed by. */
  report_id: string;
  at: Date;
  act: DutyTask['history'][number]['act'];
  /** Absent of what came about by itself. */
  actor_id: Optional<string>;
  reason: Optional<string>;
}

interface ConsentTable {
  id: Generated<string>;
  report_id: string;
  purpose: Purpose;
  given: boolean;
  notice: string;
  at: Instant;
}

interface FlagTable {
  report_id: string;
  user_id: string;
  reason: z.infer<typeof FlagReason>;
  text: string | null;
  at: Instant;
  handled_at: Date | null;
}

export type AttachmentKind = 'note' | 'claim' | 'message';

interface AttachmentTable {
  kind: AttachmentKind;
  owner_id: string;
  sha256: string;
  position: number;
  brought_at: BroughtAt;
  /** The day on which a photo like it was taken down: until somebody has looked, nobody else sees it. */
  taken_down: Day;
  looked_at: Optional<Date>;
  /** As of the photo of a report; set of sightings alone. */
  face: Optional<FaceState>;
  face_version: Optional<string>;
  face_tries: Generated<number>;
}

/** The face on a photo of a sighting, apart from those of reports: docs/decisions/093. */
interface SightingFaceTable {
  kind: Generated<'note'>;
  note_id: string;
  sha256: string;
  /** The record that the sighting is on, whose key it is sealed by. */
  report_id: string;
  version: string;
  code: Uint8Array;
  /** Another record of the same district whose face it likely is. */
  looks_like: Optional<string>;
  created_at: Instant;
}

export interface NoteTable {
  id: string;
  report_id: string;
  author_id: string | null;
  /**
   * Since when who posted the report may read it; one without an account, or of whom they have blocked, not before an office
   * has confirmed it.
   */
  released_at: Date | null;
  /** When they were told of it. */
  told_at: Optional<Date>;
  kind: NoteKind;
  text: string;
  condition: z.infer<typeof PersonCondition> | null;
  region: string | null;
  lat: number | null;
  lng: number | null;
  address: string | null;
  seen_at: Date | null;
  status: Generated<Note['status']>;
  created_at: Instant;
}

/** server/candidates */
export interface CandidateTable {
  id: string;
  lost_id: string;
  found_id: string;
  score: number;
  band: Band;
  because: ColumnType<Reason[], string, string>;
  state: Generated<CandidateState>;
  /** What a confirmed one makes of the two. */
  link: Optional<'same-person' | 'same-thing'>;
  /** Of things its two owners decide. */
  lost_answer: Optional<'yes' | 'no'>;
  found_answer: Optional<'yes' | 'no'>;
  decided_by: Optional<string>;
  decided_at: Optional<Date>;
  reason: Optional<string>;
  /** One more with each change that somebody may have decided by. */
  rev: Generated<number>;
  created_at: Instant;
}

/** By what a report is found: server/candidates/keys.ts. */
interface CandidateKeyTable {
  report_id: string;
  key: string;
  side: ReportType;
  day: number;
}

/** By what a person is found whose name is written in another way: server/reports/near-names.ts. */
interface NameKeyTable {
  report_id: string;
  key: string;
}

/** A job waits that compares this report: server/reports/record.ts. */
interface CandidateDueTable {
  report_id: string;
  asked_at: Instant;
}

interface ClaimTable {
  id: string;
  report_id: string;
  claimant_id: string;
  status: Generated<ClaimStatus>;
  frozen_from: ClaimStatus | null;
  /** What a moderator says of a freeze. */
  freeze_reason: Optional<string>;
  /** Refused since the thing was handed over to another claimant. */
  given_away: Generated<boolean>;
  message: string | null;
  /** What the finder asked or why they refused. */
  reason: string | null;
  code_hash: Uint8Array | null;
  code_expires_at: Date | null;
  code_tries: Generated<number>;
  conversation_id: string | null;
  created_at: Instant;
  updated_at: Instant;
}

interface ClaimAnswerTable {
  claim_id: string;
  position: number;
  question: string;
  answer: string;
  agreement: z.infer<typeof Agreement> | null;
}

interface ConversationTable {
  id: string;
  report_id: string | null;
  starter_id: string;
  owner_id: string;
  last_seq: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

interface ConversationSideTable {
  conversation_id: string;
  user_id: string;
  read_seq: Generated<number>;
  delivered_seq: Generated<number>;
  blocked_at: Date | null;
  shows_phone: Generated<boolean>;
  shows_email: Generated<boolean>;
}

interface MessageTable {
  id: string;
  conversation_id: string;
  seq: number;
  author_id: string | null;
  text: string | null;
  photo: string | null;
  lat: number | null;
  lng: number | null;
  address: string | null;
  created_at: Instant;
}

/** What waits for a reviewer: a message, a claim or a note with signs of a fraud. */
interface WarningTable {
  id: string;
  author_id: string;
  message_id: Optional<string>;
  claim_id: Optional<string>;
  note_id: Optional<string>;
  signs: Sign[];
  at: Instant;
  handled_at: Date | null;
}

interface StrikeTable {
  id: string;
  user_id: string;
  /** Who gave it. */
  by_id: string | null;
  about: StrikeAbout;
  subject_id: string;
  reason: string;
  at: Instant;
  appeal: string | null;
  appealed_at: Date | null;
  outcome: 'lifted' | 'stands' | null;
  /** What whoever decided says. */
  answer: string | null;
  decided_at: Date | null;
}

interface ComplaintTable {
  id: string;
  conversation_id: string;
  by_id: string;
  about_id: string;
  text: string;
  at: Instant;
  handled_at: Date | null;
}

interface NoticeTable {
  id: string;
  user_id: string;
  kind: NoticeKind;
  report_id: string | null;
  claim_id: string | null;
  conversation_id: string | null;
  detail: string | null;
  created_at: Instant;
  read_at: Date | null;
}

interface FollowTable {
  id: string;
  user_id: string;
  report_id: string | null;
  region: string | null;
  /** What its place is found by; the plugin that seals writes it. */
  region_mark: Generated<string | null>;
  stop_token_hash: Uint8Array | null;
  created_at: Instant;
}

interface PushSubscriptionTable {
  endpoint: string;
  user_id: string;
  p256dh: string;
  auth: string;
  created_at: Instant;
  /** The session that asked for it, with which it ends; of some that are older nobody knows it. */
  session_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
}

interface JobTable {
  id: Generated<string>;
  kind: string;
  /** It lets all others go first: server/jobs/jobs.ts. */
  patient: Generated<boolean>;
  payload: ColumnType<unknown, string, string>;
  run_at: Instant;
  tries: Generated<number>;
  held_until: Date | null;
  created_at: Instant;
}

/** The files that were kept whole: what the disk must still hold of each. */
interface FileTable {
  sha256: string;
  bytes: number;
  complete: Generated<boolean>;
  mime: string | null;
  created_at: Instant;
}

/** When whoever named the file had brought its bytes; until then the hash is a word, and gives nobody anything. */
type BroughtAt = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** What was found on a photo: server/face/enrol.ts. */
export type FaceState = 'enrolled' | 'unclear' | 'none' | 'several' | 'unreadable';

export interface ReportFileTable {
  report_id: string;
  /** Named by the report before its bytes arrive, so there may be no such file yet. */
  sha256: string;
  position: number;
  purpose: 'photo' | 'video' | 'proof';
  brought_at: BroughtAt;
  /** Since when something of a photo is here: its bytes, or its small picture ahead of them. */
  arrived_at: Optional<Date>;
  /** Since when a photo waits that came after somebody had looked at its report. */
  unseen_at: Optional<Date>;
  /** Since when the face on a photo waits that was chosen after that. */
  face_unseen_at: Optional<Date>;
  /** What was found on a photo by the pipeline of `face_version`; server/face/enrol.ts. */
  face: Optional<FaceState>;
  face_version: Optional<string>;
  /** How often it was tried since it was last found out. */
  face_tries: Generated<number>;
  /** Since when a reviewer has seen that no face can be shown on it; who, is in the log of acts. */
  face_left_at: Optional<Date>;
}

interface TemplateTable {
  id: string;
  report_id: string;
  /** The photo it was made from, when that is known. */
  sha256: string | null;
  /** The pipeline that made it; templates of two versions are never compared. */
  version: string;
  code: Uint8Array;
  /** A device's word: nobody here has seen it on the photo. */
  unproven: Generated<boolean>;
  created_at: Instant;
}

interface ScanTable {
  op_id: string;
  caller_key: string;
  /** By the device's own clock, when it told. */
  scanned_at: Date | null;
  /** How many records were searched. */
  searched: number;
  created_at: Instant;
}

interface ScanCandidateTable {
  op_id: string;
  report_id: string;
  band: Band;
  position: number;
  /** Found by a photo that somebody else took of the person, not by those of the record. */
  by_sighting: Generated<boolean>;
}

interface ReceiptTable {
  op_id: string;
  input_hash: string;
  number: string | null;
  received_at: Instant;
}

interface HistoryTable {
  id: string;
  report_id: string;
  /** `status`: of the report (A19). `subject`: of the item (A20), or of what is known of the person. */
  what: Generated<'status' | 'subject'>;
  from_status: string | null;
  to_status: string;
  actor: string;
  reason: string | null;
  at: Instant;
}

/** What a session is lent: server/sync/lending.ts. */
interface LentPackTable {
  session_hash: Uint8Array;
  user_id: string;
  pack_id: string;
  scope: 'volunteer' | 'officer';
  districts: string[];
  held: ColumnType<Record<string, string>, string, string>;
  seen_to: string;
  built_at: Date;
  ends_at: Date;
}

/** Note: What was read, in server/reports/reading.ts. */
interface ReadingTable {
  key: string;
  window_start: Date;
  /** As many as 16,384. */
  seen: string;
}

/** server/reunions */
export interface ReunionTable {
  lost_id: string;
  found_id: string;
  /** Who confirmed it. */
  by_id: string | null;
  confirmed_at: Instant;
  station: string | null;
  words: Optional<string>;
  phone: Optional<string>;
  tells_finder: Generated<boolean>;
  together_at: Optional<Date>;
  /** The family has said that it was not them; until they say that they are together, or an officer takes it back. */
  doubted_at: Optional<Date>;
}

/** server/protection/alert.ts */
interface AreaAlertTable {
  report_id: string;
  by_id: string | null;
  /** That it was sent to, wherever the record is now. */
  district: string;
  station: string;
  words: Optional<string>;
  made_at: Instant;
  until: Date;
}

/** Numbers that everybody has seen, of records that are erased and of alerts: server/reports/shown.ts. */
interface GoneShareTable {
  number: string;
  at: Instant;
}

interface RateLimitTable {
  key: string;
  window_start: Date;
  count: number;
}

/** `own`: that of reports as whoever posted each of them is told of it (change.ts). */
export const KEPT_FEEDS = ['reports', 'references', 'own'] as const satisfies readonly (Feed | 'own')[];
export type KeptFeed = (typeof KEPT_FEEDS)[number];

/** See Note: Change order, in change.ts. */
interface ChangeTable {
  feed: KeptFeed;
  id: string;
  /** 64-bit integers come as text: JavaScript has no safe number for them. */
  xid: Generated<string>;
  seq: Generated<string>;
  first_xid: Generated<string>;
  first_seq: Generated<string>;
}

/** See Note: Marks, in epoch.ts. */
interface LifeTable {
  id: Generated<string>;
  mark: string;
  at: Instant;
  /** Of the life before the next mark; null while there is none. */
  end_xid: string | null;
  end_horizon: string | null;
  end_last: string | null;
}

/** What a session proves itself with inside an envelope; it outlives the session, so that what was sealed still arrives. */
interface CourierTable {
  secret_hash: Uint8Array;
  user_id: string;
  expires_at: Date;
  ended_at: Date | null;
  /** As its session has it. */
  passkey_id: ColumnType<string | null, string | null | undefined, string | null>;
}

/** What became of an envelope. */
interface EnvelopeTable {
  sha256: string;
  outcome: 'taken' | 'refused' | 'waits';
  code: string | null;
  at: Instant;
}

interface MigrationTable {
  name: string;
  applied_at: Instant;
}

/** The token of an erased account, until it would have ended; it names nobody. */
interface GoneSessionTable {
  token_hash: Uint8Array;
  expires_at: Date;
}

/** server/suppression/list.ts */
interface SuppressionTable {
  id: Generated<string>;
  what: 'photo' | 'face';
  at: string;
  until: Date;
  /** Whoever had posted it took it down; else the team did, or it was for whoever it is about. */
  by_maker: Generated<boolean>;
}

interface SuppressionMarkTable {
  mark: Uint8Array;
  suppression_id: string;
  view: number;
}

interface FileTraceTable {
  sha256: string;
  marks: Uint8Array;
}

interface SeenBeforeTable {
  report_id: string;
  name: string;
  what: 'photo' | 'face';
  taken_down: string;
  at: Instant;
  looked_at: Optional<Date>;
  by_maker: Generated<boolean>;
}

/** server/processing/log.ts */
export interface ProcessingTable {
  id: Generated<string>;
  stream: Uint8Array;
  place: number;
  at: Instant;
  sealed: Uint8Array;
}

export interface Schema {
  meta: MetaTable;
  app_user: AppUserTable;
  letter: LetterTable;
  one_time_code: OneTimeCodeTable;
  code_try: CodeTryTable;
  guess: GuessTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  device: DeviceTable;
  admin_proposal: AdminProposalTable;
  audit: AuditTable;
  session: SessionTable;
  gone_session: GoneSessionTable;
  report: ReportTable;
  file: FileTable;
  report_file: ReportFileTable;
  template: TemplateTable;
  sighting_face: SightingFaceTable;
  scan: ScanTable;
  scan_candidate: ScanCandidateTable;
  receipt: ReceiptTable;
  history: HistoryTable;
  rate_limit: RateLimitTable;
  lent_pack: LentPackTable;
  reading: ReadingTable;
  gone_share: GoneShareTable;
  reunion: ReunionTable;
  area_alert: AreaAlertTable;
  change: ChangeTable;
  life: LifeTable;
  report_mark: ReportMarkTable;
  flag: FlagTable;
  objection: ObjectionTable;
  duty_task: DutyTaskTable;
  duty_step: DutyStepTable;
  consent: ConsentTable;
  attachment: AttachmentTable;
  note: NoteTable;
  candidate: CandidateTable;
  candidate_key: CandidateKeyTable;
  candidate_due: CandidateDueTable;
  name_key: NameKeyTable;
  claim: ClaimTable;
  claim_answer: ClaimAnswerTable;
  conversation: ConversationTable;
  conversation_side: ConversationSideTable;
  message: MessageTable;
  warning: WarningTable;
  strike: StrikeTable;
  complaint: ComplaintTable;
  notice: NoticeTable;
  follow: FollowTable;
  push_subscription: PushSubscriptionTable;
  job: JobTable;
  courier: CourierTable;
  envelope: EnvelopeTable;
  migration: MigrationTable;
  suppression: SuppressionTable;
  suppression_mark: SuppressionMarkTable;
  file_trace: FileTraceTable;
  seen_before: SeenBeforeTable;
  processing: ProcessingTable;
}
