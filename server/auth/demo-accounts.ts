/** One account of each role, for trying things out. Never made where the server is open to the world. */

import { randomUUID } from 'node:crypto';
import type { Role } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import { hashPassword } from './passwords.ts';

export const DEMO_PASSWORD = 'wapsi-demo-1';

interface DemoAccount {
  name: string;
  role: Role;
  bio: string;
  organisation?: string;
  districts?: string[];
}

const ACCOUNTS: readonly DemoAccount[] = [
  {
    name: 'Jaspreet Kaur',
    role: 'poster',
    bio: 'I look after my parents in Ludhiana. My father sometimes forgets the way home.',
  },
  {
    name: 'Imran Qureshi',
    role: 'finder',
    bio: 'I drive an auto-rickshaw near the railway station. People leave all sorts of things on the seat.',
  },
  {
    name: 'Meera Nair',
    role: 'volunteer',
    bio: 'I go through the list of missing people every evening and ask at the shelters and hospitals of our part of town.',
    organisation: 'Ludhiana Helping Hands',
    districts: ['pb-jalandhar', 'pb-ludhiana'],
  },
  {
    name: 'Harbhajan Singh',
    role: 'officer',
    bio: 'Missing persons desk. I am at the station from 9 to 5; at other times call 112.',
    organisation: 'Ludhiana City Kotwali',
    districts: ['pb-ludhiana'],
  },
  {
    name: 'Ritu Sharma',
    role: 'moderator',
    bio: 'I look at posts before others see them. If I refused yours, tell me what I missed.',
  },
  { name: 'Arun Das', role: 'admin', bio: 'I run this server and give out roles.' },
];

export const demoEmail = (role: Role): string => `${role}@demo.example`;
export const DEMO_EMAILS: readonly string[] = ACCOUNTS.map(({ role }) => demoEmail(role));

export async function seedAccounts(db: Db): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const now = new Date();
  const rows = ACCOUNTS.map(({ name, role, bio, organisation, districts = [] }) => ({
    id: randomUUID(),
    name,
    role,
    bio,
    email: demoEmail(role),
    password_hash,
    verified_at: now,
    phone: '+91 98140 00000',
    suspended_at: null,
    birth_year: null,
    guardian_name: null,
    guardian_email: null,
    guardian_at: null,
    organisation: organisation ?? null,
    districts,
    avatar_sha256: null,
    stop_token_hash: null,
    terms: 'demo',
    terms_at: now,
    mail_notices: false,
  }));
  await db
    .insertInto('app_user')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
