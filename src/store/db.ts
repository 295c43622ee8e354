/**
 * What this device owns, in IndexedDB: reports and their photos, the outbox, scans, drafts, and the records it pulled.
 *
 * Writes that a user was told about use strict durability: the browser has flushed them to disk before we say "saved".
 */

import { Dexie, type EntityTable, type Table } from 'dexie';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Receipt } from '../../contract/primitives.ts';
import type { EndpointName } from '../../contract/protocol.ts';
import type { ReportStatus, ReportType, ReportView } from '../../contract/report.ts';

/** One call to make. `seq` is its place in the outbox; `opId` names the write for ever. */
export interface Op {
  seq: number;
  opId: string;
  /** The report or scan it belongs to; ops behind a refused op of the same entity wait. */
  entityId: string;
  endpoint: Extract<EndpointName, 'uploadLostFoundPerson' | 'compareFace' | 'putFile'>;
  input: unknown;
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
}

/** A report made on this device, kept after it was received so that its maker can follow it. */
export interface OwnReport {
  id: string;
  opId: string;
  type: ReportType;
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
  /** The server's word on it, when last asked. */
  status?: ReportStatus;
  /** A person has looked at it. */
  reviewed?: boolean;
  /** Anyone can find it. */
  shown?: boolean;
  /** When the server was last asked how it stands. */
  followedAt?: number;
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

/** A form being filled. Written while typing, so a killed tab loses at most half a second. */
export interface Draft {
  /** The report that it will be; also its opId is drawn once, so that saving twice cannot make two reports. */
  id: string;
  opId: string;
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

export class LocalDb extends Dexie {
  declare readonly outbox: EntityTable<Op, 'seq'>;
  declare readonly report: EntityTable<OwnReport, 'id'>;
  declare readonly file: EntityTable<StoredFile, 'sha256'>;
  declare readonly scan: EntityTable<ScanRecord, 'opId'>;
  declare readonly draft: EntityTable<Draft, 'id'>;
  declare readonly record: EntityTable<PulledRecord, 'id'>;
  declare readonly thumb: EntityTable<StoredFile, 'sha256'>;
  declare readonly meta: Table<unknown, string>;

  constructor(name = 'wapsi') {
    super(name, { chromeTransactionDurability: 'strict' });
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
    // Another tab brought a newer version: let it upgrade; this page's next write fails loudly instead of writing old shapes.
    this.on('versionchange', () => this.close());
  }
}
