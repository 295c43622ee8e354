/** Accounts as moderators and admins handle them: look-up, roles, standing. Each act is written down. */

import { sql } from 'kysely';
import { listAdminProposals, refuseAdmin } from '../../contract/admins.ts';
import { type Account, changeRole, changeStanding, endSessionsOf, findUsers } from '../../contract/auth.ts';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { MEMBER_DISTRICTS } from '../../contract/user.ts';
import { findDistrict } from '../../reference/districts.ts';
import { writeAudit } from '../audit/audit.ts';
import { type AccountRow, changeAccount, emailMark, findAccount } from '../auth/accounts.ts';
import { type SignedIn, signedIn } from '../auth/signed-in.ts';
import { standingOf } from '../auth/standing.ts';
import { isNamed, marksSought } from '../db/blind.ts';
import { once } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { ACCOUNT_KEY, keyed } from '../db/sealing.ts';
import { leaveDesk } from '../duty/open.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { opOf } from '../http/op.ts';
import { tell } from '../notices/tell.ts';
import { endAllOf } from '../operator/sessions.ts';
import { type AdminProposal, confirmsAdmin, forgetProposal, proposalsOf, readProposals } from './admins.ts';
import { toUser } from './view.ts';

const MAX_FOUND = 20;
/** So many are opened to find them: several names have one mark. */
const MAX_ALIKE = 200;
/** Look-ups an hour by one person: more is somebody who goes through a list. */
const LOOK_UPS_AN_HOUR = 60;

/** Where somebody of that role is to serve. @throws AppError bad-input for a place that the role does not go with */
function membershipOf({ role, organisation, districts = [] }: ParsedInputOf<typeof changeRole>) {
  const most = MEMBER_DISTRICTS[role];
  if (most === undefined) return { organisation: null, districts: [] };
  const own = [...new Set(districts)].sort();
  const wrong = own.length === 0 ? 'required' : own.length > most ? 'too many' : undefined;
  const unknown = own.every((id) => findDistrict(id)) ? undefined : 'unknown';
  const named = role === 'officer' && !organisation ? { organisation: 'required' } : {};
  const placed = wrong || unknown ? { districts: wrong ?? unknown ?? '' } : {};
  const fields = { ...named, ...placed };
  if (Object.keys(fields).length > 0)
    throw new AppError('bad-input', 'An officer has a station and one district, a volunteer some districts', {
      fields,
    });
  return { organisation: organisation || null, districts: own };
}

export function peopleRoutes(http: Http, { db }: { db: Db }): void {
  mount(http, findUsers, async ({ input: { q }, caller }) => {
    const sought = q.trim().toLowerCase();
    if (sought === '') return { data: [] };
    await countUse(db, `look-up:${caller.key}`, LOOK_UPS_AN_HOUR);
    return db.transaction().execute(async (tx) => {
      const rows = await searchAccounts(tx, sought);
      const only = rows.length === 1 ? rows[0]?.id : undefined;
      await writeAudit(tx, signedIn(caller), 'look-up-account', only);
      const proposals = await proposalsOf(
        tx,
        rows.map(({ id }) => id),
      );
      return { data: rows.map((row) => toAccount(row, proposals.get(row.id))) };
    });
  });

  mount(http, listAdminProposals, async () => {
    const proposals = await readProposals(db);
    const ids = [...proposals.keys()];
    const rows = ids.length === 0 ? [] : await db.selectFrom('app_user').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return {
      data: ids.flatMap((id) => {
        const row = byId.get(id);
        return row ? [toAccount(row, proposals.get(id))] : [];
      }),
    };
  });

  mount(http, refuseAdmin, async (call) => {
    const { id, reason } = call.input;
    await once(
      db,
      opOf(call),
      async (tx) => {
        await holdOther(tx, id, signedIn(call.caller));
        if (!(await forgetProposal(tx, id)))
          throw new AppError('conflict', 'It was settled already, or its time is over');
        await writeAudit(tx, signedIn(call.caller), 'refuse-admin', id, reason);
      },
      async () => undefined,
    );
    return { refused: true as const };
  });

  mount(http, changeRole, async (call) => {
    const { id, role, reason } = call.input;
    const membership = membershipOf(call.input);
    const admin = signedIn(call.caller);
    if (id === admin.userId) throw new AppError('conflict', 'Nobody changes their own role');
    const { value } = await once(
      db,
      opOf(call),
      async (tx) => {
        const account = await holdOther(tx, id, admin);
        if (role === 'admin') {
          if (account.role === 'admin') return; // another has confirmed it in the same moment
          if (!(await confirmsAdmin(tx, admin, id, reason))) return;
        }
        await forgetProposal(tx, id);
        await changeAccount(tx, id, { role, ...membership });
        await writeAudit(tx, admin, `role:${role}`, id, reason);
        const isMoved = membership.districts.join() !== account.districts.join();
        if (isMoved) await writeAudit(tx, admin, 'place-of-duty', id, membership.districts.join(', ') || undefined);
        if (isMoved || role !== account.role) await leaveDesk(tx, id);
        await tell(tx, { userId: id, kind: 'role-changed', detail: role });
      },
      (tx) => accountOf(tx, id),
    );
    return { user: toUser(value), waits: value.role !== role };
  });

  mount(http, endSessionsOf, async ({ input: { id, reason }, caller }) => {
    const admin = signedIn(caller);
    if (id === admin.userId) throw new AppError('conflict', 'One ends one’s own sessions in the profile');
    const ended = await db.transaction().execute(async (tx) => {
      await holdOther(tx, id, admin);
      await writeAudit(tx, admin, 'end-sessions', id, reason);
      return endAllOf(tx, id);
    });
    return { ended };
  });

  mount(http, changeStanding, async (call) => {
    const { id, suspended, reason } = call.input;
    const moderator = signedIn(call.caller);
    if (id === moderator.userId) throw new AppError('conflict', 'Nobody changes their own standing');
    const { value } = await once(
      db,
      opOf(call),
      async (tx) => {
        const account = await holdOther(tx, id, moderator);
        const isStaff = account.role === 'admin' || account.role === 'moderator';
        if (isStaff && moderator.role !== 'admin')
          throw new AppError('not-allowed', 'Only an admin suspends this role');
        await changeAccount(tx, id, { suspended_at: suspended ? (account.suspended_at ?? new Date()) : null });
        await writeAudit(tx, moderator, suspended ? 'suspend' : 'lift-suspension', id, reason);
        if (suspended) await leaveDesk(tx, id);
      },
      (tx) => accountOf(tx, id),
    );
    return { user: toUser(value) };
  });
}

const toAccount = (row: AccountRow, proposal: AdminProposal | undefined): Account => ({
  ...toUser(row),
  ...(proposal && { adminProposal: { ...proposal, at: proposal.at.toISOString() } }),
});

/** By e-mail, or by words of the name or their beginnings. */
async function searchAccounts(tx: Db, sought: string): Promise<AccountRow[]> {
  const marks = keyed((key) => marksSought(sought, key), ACCOUNT_KEY);
  const rows = await tx
    .selectFrom('app_user')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        eb('email_mark', '=', emailMark(sought)),
        sql<boolean>`(name_marks @> ${marks}::integer[] and cardinality(${marks}::integer[]) > 0)`,
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_ALIKE)
    .execute();
  return rows.filter(({ name, email }) => email.toLowerCase() === sought || isNamed(name, sought)).slice(0, MAX_FOUND);
}

const noSuchUser = () => new AppError('not-found', 'User not found!');

async function accountOf(tx: Db, id: string): Promise<AccountRow> {
  const account = await findAccount(tx, id);
  if (!account) throw noSuchUser();
  return account;
}

/**
 * The account, held together with that of who acts: of two who take each other's power in one moment the second has none
 * left, or nobody would be there to give it back.
 * @throws AppError not-found, not-allowed
 */
async function holdOther(tx: Db, id: string, { userId, role }: SignedIn): Promise<AccountRow> {
  const both = tx.selectFrom('app_user').selectAll().where('id', 'in', [id, userId]).orderBy('id');
  const rows = await both.forUpdate().execute();
  const account = rows.find((row) => row.id === id);
  const actor = rows.find((row) => row.id === userId);
  if (!account) throw noSuchUser();
  if (actor?.role !== role || actor.closed_at || standingOf(actor) === 'suspended')
    throw new AppError('not-allowed', 'You may not do this any more');
  return account;
}
