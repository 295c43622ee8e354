/**
 * What this device owns, in IndexedDB: reports and their photos, the outbox, scans, drafts, and the records it pulled.
 *
 * Writes that a user was told about use strict durability: the browser has flushed them to disk before we say "saved".
 *
 * Note: Record schema. After an update the code of a tab that is still open may write rows of its own, older shape into
 * the newer database. So each row names the shape it was written in; one without a name is of the first. What was added
 * since is optional, so an older row is read as it is; an op of a newer shape than this code knows is left for the newer
 * app to send, and no write of ours takes from a newer row what it does not know (newer-rows.ts).
 */

import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie';
import type { ErrorCode } from '../../contract/errors.ts';
import type { MapPack } from '../../contract/map.ts';
import type { Receipt } from '../../contract/primitives.ts';
import type { QueuedName } from '../../contract/queued.ts';
import type { ReportStatus, ReportType, ReportView } from '../../contract/report.ts';
import { bringBackInto, letGo, type Renewable } from './erase.ts';
import { keepNewerRows } from './newer-rows.ts';

/** Of whoever uses a device that is theirs. Vaults, and what is carried beside them, have names of their own. */
export const MAIN = 'wapsi';
/** See Note: Record schema. */
export const SCHEMA = 2;
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

/** One call to make. `seq` is its place in the outbox; `opId` names the write for ever. */
export interface Op extends Row {
  seq: number;
  opId: string;
  /**
   * What the call makes or changes: a report, a scan, a claim, a conversation. Texts of one entity go in the order in
   * which they were made, and its files after them; those behind a refused op of the same entity wait.
   */
  entityId: string;
  endpoint: QueuedName;
  input: unknown;
  /** Absent when nobody was signed in: it is then sent without an account, whoever is signed in by that time. */
  author?: Author;
  /** Smaller goes first: RANK of outbox.ts. */
  rank: number;
  state: 'waiting' | 'refused';
  error?: ErrorCode;
  /** Field -> reason, of a refused op. */
  fields?: Record<string, string>;
  tries: number;
  /** Wall-clock milliseconds; not before. */
  nextAt: number;
  /** The pause that set `nextAt`; absent before the first. */
  pauseMs?: number;
  /** Bytes of it that the server has confirmed, of `bytes`. */
  sentBytes: number;
  bytes: number;
  createdAt: number;
  /** A small picture of this photo went ahead, or cannot. */
  thumbed?: boolean;
}

/** A report made on this device, kept after it was received so that its maker can follow it. */
export interface OwnReport extends Row {
  id: string;
  opId: string;
  /** The hash of what it says: content.ts. */
  content?: string;
  /** Whoever has it may end the report, with or without an account. Absent of those made before there were any. */
  secret?: string;
  /** Absent for a person. */
  kind?: 'item';
  type: ReportType;
  author?: Author;
  /** What the lists call it: the person's name, or the title. */
  label: string;
  photos: string[];
  videos: string[];
  /** What was typed, to go back into the form if the server refuses it. Gone once it was received. */
  values: FormValues;
  face?: FormFace;
  createdAt: number;
  /** The server holds its files whole: this device no longer needs them. */
  complete?: boolean;
  /** Absent until the server has answered. */
  receipt?: Receipt;
  /** As it was sent, for a while after its receipt: Note: Put back. */
  sent?: SentReport;
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
  /** Anyone can find it. */
  shown?: boolean;
  /** When the server was last asked how it stands. */
  followedAt?: number;
}

/** What it takes to send a received report again, or to put it back into its form. */
export interface SentReport {
  endpoint: ReportCall;
  input: unknown;
  values: FormValues;
  face?: FormFace;
}

export interface StoredFile {
  sha256: string;
  blob: Blob;
  createdAt: number;
}

/** A scan to be checked by the server, and what came of it. The template is dropped with the op once answered. */
export interface ScanRecord {
  opId: string;
  createdAt: number;
  /** A small picture of the scanned face, so that the user knows which scan an answer is about. */
  thumb?: Blob;
  /** The user has looked at the answer. */
  seen?: boolean;
  answer?: { receipt: Receipt; searched: number; candidates: { band: 'likely' | 'possible'; data: ReportView }[] };
}

/** A claim, a note, a message, an edit: any other write made on this device, until the server has it and a while longer. */
export interface OwnWrite extends Row {
  opId: string;
  /** The hash of what it says: content.ts. */
  content?: string;
  endpoint: WriteName;
  /** Its op's `entityId`. */
  entityId: string;
  /** What it is about, in the outbox. */
  label: string;
  /** As it is sent, for the screen that made it; emptied once it was received. */
  input: Record<string, unknown>;
  /** Hashes; the bytes are in `file`. */
  files: string[];
  author?: Author;
  createdAt: number;
  /** Absent until the server has answered. */
  receivedAt?: number;
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

export class LocalDb extends Dexie implements Renewable {
  declare readonly outbox: EntityTable<Op, 'seq'>;
  declare readonly report: EntityTable<OwnReport, 'id'>;
  declare readonly file: EntityTable<StoredFile, 'sha256'>;
  declare readonly scan: EntityTable<ScanRecord, 'opId'>;
  declare readonly write: EntityTable<OwnWrite, 'opId'>;
  declare readonly draft: EntityTable<Draft, 'id'>;
  declare readonly record: EntityTable<PulledRecord, 'id'>;
  declare readonly thumb: EntityTable<StoredFile, 'sha256'>;
  declare readonly envelope: EntityTable<KeptEnvelope, 'id'>;
  declare readonly map: EntityTable<KeptMap, 'id'>;
  declare readonly area: EntityTable<KeptArea, 'id'>;
  declare readonly areaPhoto: EntityTable<AreaPhoto, 'sha256'>;
  declare readonly meta: Table<unknown, string>;

  /** Not to be called: `atOnce` begins every transaction. */
  declare readonly transaction: never;

  /** Who is signed in on this device now; whose name stands on what is written from now on. */
  signedIn: () => Author | undefined = () => undefined;

  /** Where this device keeps sealed writes: here, but beside the vaults on a shared one, for whoever is next to send. */
  carrier: LocalDb = this;

  /** The tables whose rows name their shape. */
  get shaped(): readonly Table[] {
    return [this.outbox, this.report, this.write, this.draft];
  }

  /** How many transactions that may write this page has begun on it. */
  writesBegun = 0;

  readonly where: Renewable['where'];

  /** Another window has taken the database over. */
  onReplaced: () => void = () => undefined;

  constructor(name = MAIN, options: DexieOptions = {}) {
    // Dexie's cache would show rows before they are on the disk, and in a vault keep them beyond the lock.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...options });
    this.version(1).stores({
      outbox: '++seq, &opId, entityId',
      report: 'id, createdAt',
      file: 'sha256',
      scan: 'opId, createdAt',
      draft: 'id, updatedAt',
      record: 'id, createdAt',
      thumb: 'sha256, createdAt',
      meta: '',
    });
    this.version(2).stores({ write: 'opId, entityId, endpoint, createdAt' });
    this.version(5).stores({ envelope: 'id, op, createdAt' });
    this.version(7).stores({ map: 'id', area: 'id', areaPhoto: 'sha256, *areas' });
    const isMain = name === MAIN;
    const { indexedDB, IDBKeyRange } = { ...Dexie.dependencies, ...options };
    this.where = { indexedDB, IDBKeyRange };
    // Another window brought a newer version: let it upgrade, and say so; what this page writes now fails. A database that
    // was deleted is made anew at once (erase.ts), and opens again with the next call.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion !== null) {
        this.close({ disableAutoOpen: true });
        this.onReplaced();
      } else if (this.isOpen() && isMain) void letGo(this);
      else this.close({ disableAutoOpen: false });
      return false; // Dexie's own answer is to close it at once
    });
    if (isMain) this.on('populate', bringBackInto);
    keepNewerRows(this.shaped, SCHEMA);
    this.use({
      stack: 'dbcore',
      name: 'count-writes',
      create: (core) => ({
        ...core,
        transaction: (stores, mode, options) => {
          if (mode === 'readwrite') this.writesBegun++;
          return core.transaction(stores, mode, options);
        },
      }),
    });
  }
}
