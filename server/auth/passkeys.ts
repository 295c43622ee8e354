/** Passkeys in the database: their challenges, their rows, and what of a session they make. */

import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Passkey, Shown } from '../../contract/passkey.ts';
import type { Db, Schema } from '../db/schema.ts';
import { sendMail } from '../mail/mailer.ts';
import { mailText } from '../mail/texts.ts';
import { type AccountRow, findAccount } from './accounts.ts';
import { dayOf } from './sessions.ts';
import { CEREMONY_MS, challengeIn, handleOf, type Passkeys, readShown } from './webauthn.ts';

export type PasskeyRow = Selectable<Schema['passkey']>;

/** A minute for the way. */
const LASTS_MS = CEREMONY_MS + 60_000;

/** For one answer; of who adds a passkey, or for anybody who signs in. */
export async function drawChallenge(db: Db, userId?: string, now = new Date()): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + LASTS_MS);
  await db
    .insertInto('passkey_challenge')
    .values({ challenge, user_id: userId ?? null, expires_at })
    .execute();
  return challenge;
}

/** The challenge that this answer names, if it was drawn for that and has not been answered yet; from now on it has. */
export async function takeChallenge(db: Db, clientDataJSON: string, userId?: string, now = new Date()) {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challengeIn(clientDataJSON))
    .where('user_id', userId === undefined ? 'is' : '=', userId ?? null)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return taken && taken.expires_at > now ? taken.challenge : undefined;
}

export async function forgetChallenges(db: Db, now = new Date()): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', now).execute();
}

export const passkeysOf = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('added_at').orderBy('id').execute();

export const toPasskey = ({ id, name, added_at, used_at, synced }: PasskeyRow): Passkey => ({
  id,
  name,
  addedAt: added_at.toISOString(),
  ...(used_at ? { usedAt: used_at.toISOString() } : {}),
  synced,
});

/**
 * Whose passkey was shown, for a challenge of this moment; undefined for whatever is wrong with it. An answer that is true
 * but whose counter has been passed already comes from a copy of the key, or its copy was used before: its owner is told.
 */
export async function ownerOf(
  db: Db,
  passkeys: Passkeys,
  shown: Shown,
  now = new Date(),
): Promise<Pick<PasskeyRow, 'id' | 'user_id'> | undefined> {
  const challenge = await takeChallenge(db, shown.response.clientDataJSON, undefined, now);
  const row = await db.selectFrom('passkey').selectAll().where('credential_id', '=', shown.id).executeTakeFirst();
  const { userHandle } = shown.response;
  const isTheirs = row && (userHandle === undefined || userHandle === handleOf(row.user_id));
  if (challenge === undefined || !isTheirs) return undefined;
  const answer = await readShown(passkeys, shown, challenge, row);
  if (!answer) return undefined;
  const { counter, synced } = answer;
  const used = await db
    .updateTable('passkey')
    .set({ counter, synced, used_at: dayOf(now) })
    .where('id', '=', row.id)
    .where(({ eb, or }) =>
      or([eb('counter', '<', String(counter)), eb.and([eb('counter', '=', '0'), eb.val(counter === 0)])]),
    )
    .returning(['id', 'user_id'])
    .executeTakeFirst();
  const account = used ? undefined : await findAccount(db, row.user_id);
  if (account) await tellOfPasskey(db, account, 'copied', row.name);
  return used;
}

/** What was shown in a session makes it one by passkey, and what it seals too. */
export async function markShown(tx: Db, session: Uint8Array, passkeyId: string, now = new Date()): Promise<void> {
  const set = { passkey_id: passkeyId };
  const own = tx.selectFrom('session').select('courier_hash').where('token_hash', '=', session);
  await tx.updateTable('courier').set(set).where('secret_hash', '=', own).execute();
  await tx
    .updateTable('session')
    .set({ ...set, proved_at: now })
    .where('token_hash', '=', session)
    .execute();
}

/** The owner hears of each passkey that comes or goes, whoever did it. */
export const tellOfPasskey = (
  tx: Db,
  { id, language }: AccountRow,
  what: 'added' | 'removed' | 'copied',
  name: string,
): Promise<void> =>
  sendMail(tx, id, {
    subject: mailText(language, `passkey.${what}.subject`),
    text: mailText(language, `passkey.${what}.text`, { name }),
  });
