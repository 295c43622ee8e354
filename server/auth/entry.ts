/** Coming in, whichever way it was proved who comes. */

import type * as z from 'zod/mini';
import type { Session } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import type { Db } from '../db/schema.ts';
import { reopenAccount } from '../users/closing.ts';
import { toUser } from '../users/view.ts';
import { findAccount } from './accounts.ts';
import { meetDevice } from './devices.ts';
import { beginSession } from './sessions.ts';
import { lacksPasskey, type PasskeyRule } from './standing.ts';
import { openedWith } from './user-agent.ts';

/** By which devices' tokens, with what browser, and with which passkey if it was one. */
export interface Entry {
  input: { devices: readonly string[] };
  userAgent: string | undefined;
  passkeyId?: string;
}

export async function openSession(
  tx: Db,
  userId: string,
  { input: { devices }, userAgent, passkeyId }: Entry,
  rule: PasskeyRule,
): Promise<z.infer<typeof Session>> {
  const { hash, token: deviceToken } = await meetDevice(tx, userId, devices);
  const opening = { ...openedWith(userAgent), device_hash: hash, ...(passkeyId ? { passkey_id: passkeyId } : {}) };
  const accessToken = await beginSession(tx, userId, opening);
  const account = await findAccount(tx, userId);
  if (!account) throw new AppError('not-found', 'The account is gone');
  await reopenAccount(tx, account);
  const isKeyless = lacksPasskey({ role: account.role, passkey_id: passkeyId ?? null }, rule);
  const user = { ...toUser(account), ...(isKeyless ? { needsPasskey: true } : {}) };
  return { accessToken, user, data: { _id: user._id }, ...(deviceToken ? { deviceToken } : {}) };
}
