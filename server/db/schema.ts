/** The tables as Kysely sees them. The migrations make them; this file only names what they made. */

import type { ColumnType, Generated, Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Band } from '../../contract/face.ts';
import type { ItemCategory, ItemStatus, PersonCondition, ReportStatus, ReportType } from '../../contract/report.ts';
import type { Feed } from '../../contract/sync.ts';
import type { Role } from '../../contract/user.ts';

/** A connection pool or one transaction: whoever gets a `Db` must not care which. */
export type Db = Kysely<Schema>;

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
  role: Role;
  created_at: Instant;
}

interface SessionTable {
  /** SHA-256 of the token: a stolen table opens no account. */
  token_hash: Uint8Array;
  user_id: string;
  created_at: Instant;
  expires_at: Date;
  revoked_at: Date | null;
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
  /** The version of the notice that was read. */
  consent_notice: string | null;
  consent_at: Date | null;
  name: string | null;
  age_min: number | null;
  age_max: number | null;
  cloth_color: string | null;
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
}

interface FileTable {
  sha256: string;
  /** The length of the whole, whether or not all of it is here. */
  bytes: number;
  complete: Generated<boolean>;
  mime: string | null;
  created_at: Instant;
}

interface ReportFileTable {
  report_id: string;
  /** Named by the report before its bytes arrive, so there may be no such file yet. */
  sha256: string;
  position: number;
  purpose: 'photo' | 'video' | 'proof';
}

interface TemplateTable {
  id: string;
  report_id: string;
  /** The photo it was made from, when that is known. */
  sha256: string | null;
  /** The pipeline that made it; templates of two versions are never compared. */
  version: string;
  code: Uint8Array;
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
  from_status: ReportStatus | null;
  to_status: ReportStatus;
  actor: string;
  reason: string | null;
  at: Instant;
}

interface RateLimitTable {
  key: string;
  window_start: Date;
  count: number;
}

/** See Note: Change order, in change.ts. */
interface ChangeTable {
  feed: Feed;
  id: string;
  /** 64-bit integers come as text: JavaScript has no safe number for them. */
  xid: Generated<string>;
  seq: Generated<string>;
  first_xid: Generated<string>;
  first_seq: Generated<string>;
}

interface MigrationTable {
  name: string;
  applied_at: Instant;
}

export interface Schema {
  meta: MetaTable;
  app_user: AppUserTable;
  session: SessionTable;
  report: ReportTable;
  file: FileTable;
  report_file: ReportFileTable;
  template: TemplateTable;
  scan: ScanTable;
  scan_candidate: ScanCandidateTable;
  receipt: ReceiptTable;
  history: HistoryTable;
  rate_limit: RateLimitTable;
  change: ChangeTable;
  migration: MigrationTable;
}
