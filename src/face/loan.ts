/** Being lent the faces of one's districts: asked for and renewed when there is a network, opened for a scan without one. */

import { AppError, type ErrorCode } from '../../contract/errors.ts';
import { type Lease, type LentPack, textOfLease } from '../../contract/pack.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { Role } from '../../contract/user.ts';
import { fromBase64, TEMPLATE_VERSION } from '../../match/template.ts';
import type { Api } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { isOutpost } from '../platform/outpost.ts';
import { sha256Of } from '../platform/sha256.ts';
import type { LocalDb } from '../store/db.ts';
import { wasLately } from '../store/lately.ts';
import { readMeta } from '../store/meta.ts';
import { dropLoan, keepLoan, noteTime } from '../store/own/loan.ts';
import type { Loan, LoanPack } from '../store/rows.ts';
import type { Recogniser } from './protocol.ts';
import { keyFrom } from './sealed.ts';
import { believe } from './signer.ts';

/** Who it is that looks, and whether what they keep lies in a vault. */
export interface Looker {
  account: string | undefined;
  role: Role | undefined;
  inVault: boolean;
}

export interface LoanDeps {
  db: LocalDb;
  api: Api;
  face: Pick<Recogniser, 'takeBack'>;
  now: () => number;
  who: Looker;
}

const ASK_EVERY_MS = 300_000;
const CALL_MS = 60_000;
/** The server's word that nothing is lent any more; whatever else goes wrong may be right the next time. */
const TAKEN_BACK: readonly ErrorCode[] = [
  ...(['sign-in-needed', 'account-gone', 'not-allowed', 'suspended', 'guardian-needed', 'passkey-needed'] as const),
];

/** What officers are lent lies in vaults alone, where it is gone with the lock. */
export const mayBeLent = ({ role, inVault }: Looker): boolean =>
  role === 'volunteer' || (role === 'officer' && inVault);

/** Who is signed in here. */
export function lookerHere(): Looker {
  const { user } = useSession.getState();
  return { account: user?.id, role: user?.role, inVault: isOutpost() };
}

/**
 * Ask for the loan, or for it to go on, on a phone that was made ready for scans; not more often than every few minutes,
 * unless `isAsked` for by somebody. What was taken back is dropped.
 */
export async function followLoan(deps: LoanDeps, isAsked = false): Promise<void> {
  const { db, now, who } = deps;
  const kept = await readMeta(db, 'loan');
  if (kept && !isTheirs(kept, who)) await giveBack(deps);
  if (!mayBeLent(who)) return;
  const loan = await readMeta(db, 'loan');
  const standing = await noteTime(db, now());
  if (!isAsked && loan && standing === 'open' && wasLately(loan.askedAt, ASK_EVERY_MS, now())) return;
  if ((await readMeta(db, 'galleryCursor')) === undefined) return;
  try {
    await borrow(deps);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (TAKEN_BACK.includes(error.code)) await giveBack(deps);
    else if (isAsked) throw error;
    else console.warn('Nothing was lent:', error); // what is here goes on until its end
  }
}

async function borrow({ db, api, now, who }: LoanDeps): Promise<void> {
  const visit = await readMeta(db, 'visit');
  const before = await readMeta(db, 'loan');
  const isHere = before !== undefined && (await readMeta(db, 'loanPack')) !== undefined;
  const asked = now();
  const input = isHere ? { held: before.id } : {};
  const lease = await api.call(endpoints.leasePack, input, { signal: AbortSignal.timeout(CALL_MS) });
  const aheadMs = Math.round((asked + now()) / 2 - Date.parse(lease.now));
  await believe(db, lease.signer, textOfLease(lease), lease.signature);
  const isSame = lease.pack === undefined && isHere && lease.id === before.id;
  if (!isSame && lease.pack?.id !== lease.id) throw new AppError('bad-answer', 'What is lent is not in the answer');
  const pack = lease.pack && (await fetchPack(api, lease, lease.pack, who));
  const people = lease.pack?.count ?? before?.people ?? 0;
  const times = { endsAt: Date.parse(lease.endsAt), seen: Date.parse(lease.now), aheadMs, askedAt: now() };
  await keepLoan(db, { id: lease.id, account: who.account ?? '', people, ...times }, pack, visit);
}

async function fetchPack(api: Api, { key }: Lease, { model, file }: LentPack, { inVault }: Looker): Promise<LoanPack> {
  if (model !== TEMPLATE_VERSION) throw new AppError('update-needed', 'What is lent is for another version of the app');
  const parts: Uint8Array[] = [];
  for (const { sha256 } of file.parts) {
    const blob = await api.bytes(endpoints.lentPart, { sha256 }, AbortSignal.timeout(CALL_MS));
    const part = new Uint8Array(await blob.arrayBuffer());
    if ((await sha256Of(part)) !== sha256) throw new AppError('bad-answer', 'A part of what is lent is another');
    parts.push(part);
  }
  const raw = fromBase64(key);
  return { parts, key: inVault ? raw : await keyFrom(raw) };
}

const isTheirs = ({ account }: Loan, who: Looker): boolean => mayBeLent(who) && account === who.account;

async function giveBack({ db, face }: Pick<LoanDeps, 'db' | 'face'>): Promise<void> {
  await dropLoan(db);
  await face.takeBack();
}

/** Before a scan: the worker opens what is lent, while it may be opened, and forgets it where not. */
export async function openLoan(
  db: LocalDb,
  face: Pick<Recogniser, 'lend' | 'takeBack' | 'isLent'>,
  now: number,
  who: Looker,
): Promise<void> {
  const standing = await noteTime(db, now);
  const loan = await readMeta(db, 'loan');
  if (standing !== 'open' || !loan || !isTheirs(loan, who)) return face.takeBack();
  if (await face.isLent(loan.id)) return;
  const pack = await readMeta(db, 'loanPack');
  await (pack ? face.lend({ id: loan.id, ...pack }) : face.takeBack());
}
