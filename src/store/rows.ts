/** The rows of this device's database, and what can be read off one of them. Pure. */

import type { Consents } from '../../contract/consent.ts';
import type { DutyTask } from '../../contract/duty.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { MapPack } from '../../contract/map.ts';
import type { Receipt } from '../../contract/primitives.ts';
import type { QueuedName } from '../../contract/queued.ts';
import type { ReportStatus, ReportType, ReportView } from '../../contract/report.ts';

interface Row {
  schema?: number;
}

export type ReportCall = Extract<QueuedName, 'uploadLostFoundPerson' | 'createReport'>;
/** The writes that may wait in the outbox, besides reports, scans and files. */
export type WriteName = Exclude<QueuedName, ReportCall | 'compareFace' | 'putFile'>;

/** Who made a thing on this device: nobody else's name is ever put on it. */
export interface Author {
  id: string;
  name: string;
}

/** Whose it is who leaves; what nobody signed, they have made too as far as this device knows. */
export const isTheirs = (row: { author?: { id: string } }, account: string | undefined): boolean =>
  row.author === undefined || row.author.id === account;

/**
 * What somebody made on this device for the server, in one row until the server has it all and a while longer: its words,
 * whose they are, and what of it is still to be sent.
 */
interface MadeRow extends Row {
  /** Names the write for ever. */
  opId: string;
  /**
   * What it makes or changes: a report, a scan, a claim, a conversation. Texts of one entity go in the order in which they
   * were made, and their files after them; those behind a refused one of the same entity wait.
   */
  entityId: string;
  /** Its place among all that was made here: smaller goes first. */
  order: number;
  /** As it is sent, without its names; emptied when it need not be sent any more, nor again. */
  input: Record<string, unknown>;
  /** Absent when nobody was signed in: it is then sent without an account, whoever is signed in by that time. */
  author?: Author;
  createdAt: number;
  /** The hash of what it says: content.ts. */
  content?: string;
  /** What the server does not have of it, as far as this device can bring it. */
  steps: Step[];
  /** As long as there are steps. */
  waits?: typeof WAITS;
}

/** A text, and the field an index: of those alone a vault tells rows apart without opening them. */
export const WAITS = 'yes';

/** One call that is still to be made: the text of what was made, or one of its files. */
export interface Step {
  /** The file; absent for the text. */
  sha256?: string;
  /** Smaller goes first: RANK. */
  rank: number;
  state: 'waiting' | 'refused';
  /** Of a report's text: it has set out, be it sealed on another phone, and the server may have it. */
  begun?: true;
  error?: ErrorCode;
  /** Field -> reason, of a refused one. */
  fields?: Record<string, string>;
  tries: number;
  /** Wall-clock milliseconds; not before. */
  nextAt: number;
  /** The pause that set `nextAt`; absent before the first. */
  pauseMs?: number;
  /** Bytes of it that the server has confirmed, of `bytes`. */
  sentBytes: number;
  bytes: number;
  /** A small picture of this photo went ahead, or cannot. */
  thumbed?: boolean;
}

/** A report made on this device, kept after it was received so that its maker can follow it. */
export interface OwnReport extends MadeRow {
  /** A thing or a person. */
  endpoint: ReportCall;
  /** Whoever has it may end the report, with or without an account. Absent of those made before there were any. */
  secret?: string;
  type: ReportType;
  /** What the lists call it: the person's name, or the title. */
  label: string;
  photos: string[];
  videos: string[];
  /** What was typed, to go back into the form if the server refuses it. It goes with the `input`: Note: Put back. */
  values: FormValues;
  face?: FormFace;
  /** The server holds its files whole: this device no longer needs them. */
  complete?: boolean;
  /** Absent until the server has answered. */
  receipt?: Receipt;
  /** Whether the server still has its receipt is not known yet. */
  doubted?: boolean;
  /** The server was put back to a day before it, and its words are not here either. */
  gone?: boolean;
  /** Somebody signed out here since: its words are gone from this device, and may be on their way sealed. */
  left?: true;
  /** The server's word on it, when last asked. */
  status?: ReportStatus;
  /** A person has looked at it. */
  reviewed?: boolean;
  /** What its maker agrees to, as last said here; absent of those made before it could be taken back. */
  consents?: Consents;
  /** Of those that were posted so. */
  ofChild?: true;
  /** No report, but a face that was kept of a scan: it is taken back, and not changed. */
  keptScan?: true;
  /** Anyone can find it. */
  shown?: boolean;
  /** How it stands has changed since its maker last looked, who has no account to be told by. */
  news?: true;
  /** Stands for what the server lets its maker read of a reunion; empty once that was taken back. */
  reunion?: string;
  /** When its maker was last asked whether there is news, and had not said so; ISO. */
  asked?: string;
  /** How much others have told of it, when that was last asked. */
  told?: number;
  /** When the server was last asked how it stands. */
  followedAt?: number;
}

/** A scan to be checked by the server, and what came of it. The template is dropped once it was answered. */
export interface OwnScan extends MadeRow {
  endpoint: 'compareFace';
  /** A small picture of the scanned face, so that the user knows which scan an answer is about. */
  thumb?: Blob;
  /** Where the device was at the scan, if it was allowed to say so before: goes with it to the police, or nowhere. */
  place?: { lat: number; lng: number };
  /** The user has looked at the answer. */
  seen?: boolean;
  /** When they are asked about it once more, because they said nothing; milliseconds. */
  asksAgainAt?: number;
  answer?: {
    receipt: Receipt;
    searched: number;
    candidates: { band: 'likely' | 'possible'; data: ReportView; sighting?: true | undefined }[];
  };
}

/** A claim, a note, a message, an edit: any other write. */
export interface OwnWrite extends MadeRow {
  endpoint: WriteName;
  /** What it is about, in the outbox. */
  label: string;
  /** Hashes; the bytes are in `file`. */
  files: string[];
  /** Absent until the server has answered. */
  receivedAt?: number;
}

export type Made = OwnReport | OwnScan | OwnWrite;

/** What the reserve takes: words, without their files. */
export type Held = OwnReport | OwnWrite;

export interface StoredFile {
  sha256: string;
  blob: Blob;
  createdAt: number;
}

/** A form being filled. Written while typing, so a killed tab loses at most half a second. */
export interface Draft extends Row {
  /** The report that it will be; also its opId is drawn once, so that saving twice cannot make two reports. */
  id: string;
  opId: string;
  /** Absent for the forms of a person; `unsent` are words that become a write: `id` is then what they are about. */
  form?: 'item' | 'unsent';
  /** The record that an unsent write will make. */
  makes?: string;
  /** The report that waits and whose place it is to take: correct.ts. */
  corrects?: string;
  values: FormValues;
  /** Hashes; the bytes are in `file`. */
  photos: string[];
  videos: string[];
  face?: FormFace;
  updatedAt: number;
}

/** Every answer of a form as it was typed. */
export type FormValues = Record<string, string | boolean>;

/** The template that goes with a report, and the photo that it was made from. */
export interface FormFace {
  sha256: string;
  descriptor: number[];
  model: string;
  /** One that hardly anybody is found by. */
  isWeak?: true;
}

/** A report pulled from the server. */
export interface PulledRecord {
  id: string;
  type: ReportType;
  createdAt: string;
  view: ReportView;
}

/** A sealed write that waits for a network: of somebody who signed out here, or brought from another phone. */
export interface KeptEnvelope {
  /** SHA-256 of its bytes. */
  id: string;
  /** What stands on it: contract/envelope.ts. */
  rank: number;
  entity: string;
  op: string;
  blob: Blob;
  from: 'here' | 'other';
  createdAt: number;
  state: 'waiting' | 'refused';
  error?: ErrorCode;
  tries: number;
  /** Wall-clock milliseconds; not before. */
  nextAt: number;
  /** The pause that set it. */
  pauseMs?: number;
}

/** A map pack on this device; its parts are files of their own (src/maps/kept.ts). */
export interface KeptMap extends Row {
  id: string;
  /** In use: all of it has been here. */
  pack?: MapPack;
  /** On its way; it takes the place of the one in use when all its parts are here. */
  next?: MapPack;
  from: 'server' | 'file';
  changedAt: number;
}

/** A town and what is around it, whose reports are kept with all their photos until `expiresAt`. */
export interface KeptArea extends Row {
  /** "Ludhiana, Punjab". */
  id: string;
  lat: number;
  lng: number;
  /** When the server last said what belongs to it, milliseconds; absent before the first time. */
  checkedAt?: number;
  /** Without word from the server by then its photos go. */
  expiresAt: number;
}

/** A small photo that is kept for areas. */
export interface AreaPhoto extends StoredFile {
  areas: string[];
}

/** What goes first. */
export const RANK = { text: 0, photo: 1, video: 2 } as const;

export const REPORTS: readonly Made['endpoint'][] = ['uploadLostFoundPerson', 'createReport'];
export const isReport = (row: Made): row is OwnReport => REPORTS.includes(row.endpoint);
export const isScan = (row: Made): row is OwnScan => row.endpoint === 'compareFace';
export const isWrite = (row: Made): row is OwnWrite => !isReport(row) && !isScan(row);

/** Of a thing; else it is of a person. */
export const isItem = ({ endpoint }: OwnReport): boolean => endpoint === 'createReport';

const step = (rank: number, bytes: number): Step => ({
  rank,
  state: 'waiting',
  tries: 0,
  nextAt: 0,
  sentBytes: 0,
  bytes,
});

export const textStep = (input: object): Step => step(RANK.text, JSON.stringify(input).length);
export const fileStep = (sha256: string, bytes: number, rank: number): Step => ({ ...step(rank, bytes), sha256 });

/** Its files that the server does not have, by their hashes. */
export const filesToSend = ({ steps }: Made): string[] => steps.flatMap(({ sha256 }) => sha256 ?? []);

/** What of it is still to be sent; nothing is, and it waits no more. */
export function setSteps(row: Made, steps: Step[]): void {
  row.steps = steps;
  if (steps.length > 0) row.waits = WAITS;
  else delete row.waits;
}

/** Its text has not set out: nobody but this device has a word of it. */
export const isOnlyHere = ({ receipt, left, steps }: OwnReport): boolean =>
  receipt === undefined &&
  left === undefined &&
  steps.some(({ sha256, state, tries, begun }) => !sha256 && state === 'waiting' && tries === 0 && !begun);

/** It can be sent, or sent again: what it says is here. */
export const hasWords = ({ input }: OwnReport): boolean => Object.keys(input).length > 0;

/** What it says and shows is not kept any more; its names, number and secret are. */
export function forgetWords(report: OwnReport): void {
  Object.assign(report, { input: {}, values: {} });
  delete report.face;
}

/** It, and what its call names, belongs to the entity that the server has under another id. */
export function movedTo<Row extends Made>(row: Row, entityId: string): Row {
  const isNamed = row.input.conversationId === row.entityId;
  return { ...row, entityId, input: isNamed ? { ...row.input, conversationId: entityId } : row.input };
}

/** Note: Time of a loan, in own/loan.ts. */
export interface Loan {
  id: string;
  /** Whose it is: nobody else at this device opens it. */
  account: string;
  people: number;
  /** By the server's clock, milliseconds. */
  endsAt: number;
  /** The latest moment that this device has seen, by the server's clock. */
  seen: number;
  /** By how far this device's clock was ahead of the server's. */
  aheadMs: number;
  /** When it was last asked for, by this device's clock. */
  askedAt: number;
}

/** The key cannot be read where the browser keeps it; in a vault it is sealed with the rest. */
export interface LoanPack {
  parts: Uint8Array[];
  key: CryptoKey | Uint8Array;
}

/** The duty desk as it was last read. */
export interface KeptDesk {
  tasks: DutyTask[];
  total: number;
  /** When the server said it, milliseconds. */
  at: number;
}
