/** The user record as the browser keeps it, whoever wrote it: the server, an older app, or a registration without a network. */

import type { User } from '../../contract/auth.ts';
import { apiBase } from './base.ts';

/** Registered on this device alone so far (A6): everything a registration asks but the password, which is never kept. */
export interface LocalRegistration {
  ageGroup: 'adult' | 'young';
  birthYear?: number;
  /** The version of the terms that was agreed to. */
  terms: string;
}

export type SessionUser = User & { local?: LocalRegistration };

/** Read a record: `id` or `_id` names it (A22), and whatever else is missing gets its plainest value. Throws for what is none. */
export function readUser(value: unknown): SessionUser {
  if (typeof value !== 'object' || value === null) throw new TypeError('The user is no record');
  const from = value as Partial<SessionUser>;
  const id = from.id ?? from._id;
  if (typeof id !== 'string' || typeof from.email !== 'string') throw new TypeError('The user has no id or no e-mail');
  const user = { ...defaultUser(from.email), ...defined(from), id, _id: id };
  if (typeof user.name !== 'string') throw new TypeError('The name of the user is no text');
  return { ...user, avatar_url: from.avatar_url ?? generatedAvatar(user.name) };
}

/** Of whom nothing is known but the e-mail (R242 to R245). */
export function defaultUser(email: string, now = new Date()): SessionUser {
  const name = email.split('@')[0] || email;
  const id = crypto.randomUUID();
  const at = now.toISOString();
  return {
    id,
    _id: id,
    name,
    email,
    role: 'poster',
    avatar_url: generatedAvatar(name),
    joinedAt: at,
    updatedAt: at,
    status: 'active',
    verification: 'pending',
    standing: 'whole',
    language: 'en',
    mailNotices: true,
  };
}

const COLOURS = ['2f3aa8', '046a4a', '7a4d00', 'b01c1c', '565c78'];

/** The first letters of a name in a circle, as a picture that needs no network (R172, R244). */
export function generatedAvatar(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '')
    .join('')
    .toLocaleUpperCase();
  const colour = COLOURS[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % COLOURS.length];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#${colour}"/><text x="48" y="50" fill="#fff" font-family="sans-serif" font-size="38" font-weight="600" text-anchor="middle" dominant-baseline="middle">${letters || '?'}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Where the picture of a user is shown from: the API's host has it, or it is drawn. */
export function pictureOf({ name, avatar_url: url }: Pick<User, 'name' | 'avatar_url'>): string {
  if (url === undefined) return generatedAvatar(name);
  return url.startsWith('/') ? `${apiBase()}${url}` : url;
}

const defined = (record: Partial<SessionUser>): Partial<SessionUser> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));
