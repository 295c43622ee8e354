/** The device's few single values, each with its type. */

import type { SealKey } from '../../contract/envelope.ts';
import type { LocalDb } from './db.ts';
import type { KeptDesk, Loan, LoanPack } from './rows.ts';

interface Meta {
  /** Where the device has read to in the feed of reports. */
  reportsCursor: string;
  /**
   * Where the gallery has read to. The gallery's own file is the truth; this copy tells without opening it whether
   * there is anything new. Absent until the gallery pack was taken.
   */
  galleryCursor: string;
  /** People in the gallery, and when it was last brought up to date (ISO), for the screens. */
  galleryPeople: number;
  galleryAt: string;
  /** Somebody has asked for the faces, and not all of it is here: taking it goes on whenever it can. */
  facesWanted: true;
  /** The key that packs are signed by, as this device knows it. */
  packSigner: string;
  /** Note: Time of a loan (own/loan.ts). The pack goes when the loan has ended. */
  loan: Loan;
  loanPack: LoanPack;
  /** The duty desk of whoever is here, as last read: others/desk.ts. */
  desk: KeptDesk;
  /** Videos wait for Wi-Fi; absent means yes. */
  videosOnAnyLink: boolean;
  /** When the last pull ended, milliseconds. */
  pulledAt: number;
  /** The browser promised not to evict this device's data. */
  persisted: boolean;
  /** What envelopes are sealed to, and when the server last said so (milliseconds). */
  sealKey: SealKey & { at: number };
  /** In a vault only: the session of its owner, as the browser's storage would hold it on a device of one's own. */
  session: Record<string, string>;
  /** Drawn anew when somebody leaves: what was asked for in their name is not kept after that. */
  visit: string;
  /** This device's mark; a database without it is new, or was cleared. */
  device: string;
}

export async function readMeta<K extends keyof Meta>(db: LocalDb, key: K): Promise<Meta[K] | undefined> {
  return (await db.meta.get(key)) as Meta[K] | undefined; // written by writeMeta alone, with this type
}

/** Who was here when `visit` was read has not left since; asked inside the transaction that keeps what was read for them. */
export const isSameVisit = async (db: LocalDb, visit: string | undefined): Promise<boolean> =>
  (await readMeta(db, 'visit')) === visit;

export async function writeMeta<K extends keyof Meta>(db: LocalDb, key: K, value: Meta[K]): Promise<void> {
  await db.meta.put(value, key);
}
