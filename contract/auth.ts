/** Accounts by the specification's calls (§7, A4 to A8, A44). */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  CODE_DIGITS,
  MAX_BIO,
  MAX_DEVICE_TOKENS,
  MAX_DISTRICTS,
  MAX_NAME,
  MAX_PASSWORD,
  MAX_TEXT,
  MIN_PASSWORD,
  PROOF_MINUTES,
} from './limits.ts';
import { Id, Instant, optionalText, shortText } from './primitives.ts';
import { PERMISSIONS, Role, Standing } from './user.ts';

const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(z.regexes.email));
const Password = z.string().check(z.maxLength(MAX_PASSWORD));
const NewPassword = z.string().check(z.minLength(MIN_PASSWORD), z.maxLength(MAX_PASSWORD));
const Phone = z.string().check(z.trim(), z.regex(/^\+?[\d\s()-]{4,24}$/));
export const Code = z.string().check(z.trim(), z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`)));
export const Language = z.enum(['en', 'pa', 'hi']);
export type Language = z.infer<typeof Language>;

/** What a one-time code is for; a code for one purpose is nothing for another (A7). */
export const CodePurpose = z.enum(['login', 'register', 'reset']);
export type CodePurpose = z.infer<typeof CodePurpose>;

/** The session user of the specification (R167 to R174), as its owner sees it. */
export const User = z.object({
  id: Id,
  _id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  /** Absent when there is none: the app draws one from the name (R172). */
  avatar_url: z.optional(z.string()),
  joinedAt: Instant,
  updatedAt: Instant,
  phone: z.optional(z.string()),
  /** What they say about themselves (R224); read by nobody but themselves and who looks up their account. */
  bio: z.optional(z.string()),
  /** R163. */
  status: z.enum(['active', 'inactive']),
  /** R164: the e-mail was proved by a code. */
  verification: z.enum(['verified', 'pending']),
  standing: Standing,
  /** Their office wants a passkey, and this session was not opened with one: until then they have nothing of its powers. */
  needsPasskey: z.optional(z.boolean()),
  /** The station or organisation a volunteer or officer belongs to. */
  organisation: z.optional(z.string()),
  /** Their place of duty: ids of districts (reference/districts.ts). */
  districts: z.optional(z.array(z.string())),
  /** A reader that does not know the language of a newer app takes it for English. */
  language: z.catch(Language, 'en'),
  /** What they asked to be told by e-mail. */
  mailNotices: z.boolean(),
});
export type User = z.infer<typeof User>;

/** A token that is missing reads as empty: the app then says so in the words of the specification (R288). */
export const Session = z.object({
  accessToken: z._default(z.string(), ''),
  user: User,
  data: z.object({ _id: Id }),
  /** Of a device that the account was not signed in on before: to be kept there, also when one signs out. */
  deviceToken: z.optional(z.string()),
});
/** All that this device was given: who shows one of the account's has tries that no stranger can use up. */
const devices = z._default(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_DEVICE_TOKENS)), []);
/** The same answer whether or not the e-mail is known, so that nobody can find out who has an account (A7). */
const Told = z.object({ sent: z.literal(true) });

export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: PERMISSIONS.guest,
  input: z.object({ primaryEmail: Email, password: Password, devices }),
  output: Session,
});

/** A list of one (A5). */
export const me = endpoint({
  method: 'GET',
  path: '/me',
  access: PERMISSIONS.user,
  input: z.object({}),
  output: z.array(User),
});

export const AgeGroup = z.enum(['adult', 'young']);

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: PERMISSIONS.guest,
  input: z.object({
    opId: z.optional(Id),
    name: shortText(MAX_NAME),
    email: Email,
    phoneNumber: Phone,
    password: NewPassword,
    /** `young`: 13 to 17; the year of birth then says when that ends. Younger ones have no account (R312, R381). */
    ageGroup: AgeGroup,
    birthYear: z.optional(z.int().check(z.gte(1900), z.lte(2100))),
    /** The version of the terms and the notice that were read. */
    terms: z.string().check(z.maxLength(20)),
    language: z._default(Language, 'en'),
  }),
  output: Told,
});

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/auth/verifyOtp',
  access: PERMISSIONS.guest,
  input: z.object({
    email: Email,
    otp: Code,
    purpose: z._default(CodePurpose, 'register'),
    /** With `register`: what was chosen there. Who has the code and the password in one hand is who registered. */
    password: z.optional(NewPassword),
    devices,
  }),
  /** `login` and `register` open a session; `reset` says that the code is right and may be used once, with a password. */
  output: z.object({ verified: z.literal(true), session: z.optional(Session) }),
});

export const resendOtp = endpoint({
  method: 'POST',
  path: '/auth/resendOtp',
  access: PERMISSIONS.guest,
  input: z.object({
    email: Email,
    purpose: z._default(CodePurpose, 'register'),
    language: z._default(Language, 'en'),
    devices,
  }),
  output: Told,
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgotPassword',
  access: PERMISSIONS.guest,
  input: z.object({ email: Email, language: z._default(Language, 'en'), devices }),
  output: Told,
});

/** Ends every session of the account. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/resetPassword',
  access: PERMISSIONS.guest,
  input: z.object({ email: Email, otp: Code, password: NewPassword, devices }),
  output: z.object({ changed: z.literal(true) }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: PERMISSIONS.user,
  input: z.object({ everywhere: z._default(z.boolean(), false) }),
  output: z.object({ ended: z.int() }),
});

/**
 * Erases the account with its reports, photos and templates at once (A44). Who asks for time to think has it closed and
 * hidden at once instead, and erased UNDO_DAYS later; signing in until then brings it back.
 */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/auth/delete-account',
  access: PERMISSIONS.user,
  input: z.object({ undo: z._default(z.boolean(), false) }),
  /** `erasedAt` lies ahead when there is still time to undo it. */
  output: z.object({ deleted: z.literal(true), erasedAt: Instant, logRetainedUntil: Instant }),
});

/** Someone of 13 to 17 names a parent or guardian, who gets a code by e-mail and says yes with it (A8). */
export const askGuardian = endpoint({
  method: 'POST',
  path: '/auth/guardian',
  access: PERMISSIONS.user,
  input: z.object({ guardianName: shortText(MAX_NAME), guardianEmail: Email }),
  output: Told,
});

export const confirmGuardian = endpoint({
  method: 'PUT',
  path: '/auth/guardian',
  access: PERMISSIONS.user,
  input: z.object({ otp: Code }),
  output: z.object({ user: User }),
});

/** The owner's own profile; the picture comes as a file part `avatar` (R333). */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: PERMISSIONS.user,
  body: 'multipart',
  input: z.object({
    id: Id,
    name: optionalText(MAX_NAME),
    phone: z.optional(z.union([z.literal(''), Phone])),
    bio: optionalText(MAX_BIO),
    language: z.optional(Language),
    mailNotices: z.optional(z.boolean()),
    removeAvatar: z.optional(z.boolean()),
    /** Both, to change the password; every other session then ends. */
    password: z.optional(Password),
    newPassword: z.optional(NewPassword),
  }),
  output: z.object({ user: User }),
});

export const avatar = endpoint({
  method: 'GET',
  path: '/avatars/:sha256',
  access: PERMISSIONS.public,
  body: 'bytes-out',
  input: z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  output: z.unknown(),
});

/** As who looks it up sees it: also whether it is to become an admin, which a second admin has to confirm. */
export const Account = z.extend(User, {
  adminProposal: z.optional(z.object({ by: z.object({ id: Id, name: z.string() }), at: Instant })),
});
export type Account = z.infer<typeof Account>;

/** For who gives roles: an account by its e-mail, or the latest. Each look is written down. */
export const findUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: PERMISSIONS.moderate,
  input: z.object({ q: z._default(z.string().check(z.maxLength(254)), '') }),
  output: z.object({ data: z.array(Account) }),
});

/**
 * A role is given and taken by an admin alone, with a reason, and written down. That of an admin is proposed by the first
 * call, and `waits`; the same call of another admin gives it.
 *
 * An officer belongs to a station and one district, a volunteer to some districts: protected records of others are not
 * theirs to see.
 */
export const changeRole = endpoint({
  method: 'PUT',
  path: '/users/:id/role',
  access: PERMISSIONS.administer,
  proofMinutes: PROOF_MINUTES,
  input: z.object({
    id: Id,
    role: Role,
    organisation: optionalText(MAX_NAME),
    districts: z.optional(z.array(z.string().check(z.maxLength(MAX_NAME))).check(z.maxLength(MAX_DISTRICTS))),
    reason: shortText(MAX_TEXT),
  }),
  output: z.object({ user: User, waits: z._default(z.boolean(), false) }),
});

/** Suspend for false reports, or lift it (R23). */
export const changeStanding = endpoint({
  method: 'PUT',
  path: '/users/:id/standing',
  access: PERMISSIONS.moderate,
  input: z.object({ id: Id, suspended: z.boolean(), reason: shortText(MAX_TEXT) }),
  output: z.object({ user: User }),
});

/** An admin signs somebody out everywhere: a device of theirs is in other hands, or may be. */
export const endSessionsOf = endpoint({
  method: 'DELETE',
  path: '/users/:id/sessions',
  access: PERMISSIONS.administer,
  proofMinutes: PROOF_MINUTES,
  input: z.object({ id: Id, reason: shortText(MAX_TEXT) }),
  output: z.object({ ended: z.int() }),
});
