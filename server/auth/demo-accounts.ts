/** One account of each role, for trying things out. Never made where the server is open to the world. */

import { randomUUID } from 'node:crypto';
import type { Role } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import { hashPassword } from './passwords.ts';

export const DEMO_PASSWORD = 'wapsi-demo-1';

interface DemoAccount {
  name: string;
  role: Role;
  organisation?: string;
}

const ACCOUNTS: readonly DemoAccount[] = [
  { name: 'Jaspreet Kaur', role: 'poster' },
  { name: 'Imran Qureshi', role: 'finder' },
  { name: 'Meera Nair', role: 'volunteer', organisation: 'Ludhiana Helping Hands' },
  { name: 'Harbhajan Singh', role: 'officer', organisation: 'Ludhiana City Kotwali' },
  { name: 'Ritu Sharma', role: 'moderator' },
  { name: 'Arun Das', role: 'admin' },
];

export const demoEmail = (role: Role): string => `${role}@demo.example`;
export const DEMO_EMAILS: readonly string[] = ACCOUNTS.map(({ role }) => demoEmail(role));

export async function seedAccounts(db: Db): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const now = new Date();
  const rows = ACCOUNTS.map(({ name, role, organisation }) => ({
    ...{
      id: randomUUID(),
      name,
      role,
      email: demoEmail(role),
      password_hash,
      verified_at: now,
      phone: '+91 98140 00000',
    },
    ...{ suspended_at: null, birth_year: null, guardian_name: null, guardian_email: null, guardian_at: null },
    ...{ organisation: organisation ?? null, avatar_sha256: null, stop_token_hash: null },
    ...{ terms: 'demo', terms_at: now, mail_notices: false },
  }));
  await db
    .insertInto('app_user')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
