/** The environment, read once. Everything has a safe default, so that `npm start` needs no settings. */

import * as z from 'zod/mini';
import type { ConnectionLimits } from './http/connections.ts';

const flag = z.pipe(
  z.enum(['0', '1', 'true', 'false']),
  z.transform((text) => text === '1' || text === 'true'),
);
const MIB = 1024 * 1024;
/** None, or some with a comma between them. */
const EMAILS = /^[\s,]*([^\s,@]+@[^\s,@]+\.[^\s,@]+[\s,]*)*$/;
const ORIGINS = /^[\s,]*(https?:\/\/[^\s,/]+[\s,]*)*$/;
const count = z.coerce.number().check(z.int(), z.gte(0));

const Environment = z.object({
  PORT: z._default(count, 8080),
  HOST: z._default(z.string(), '127.0.0.1'),
  /** A PostgreSQL to use; without it the embedded database lives in DATA_DIR. */
  DATABASE_URL: z.optional(z.string()),
  DATA_DIR: z._default(z.string(), 'data'),
  /** The keys of what is told of people (server/db/keys.ts), for all servers on one database; in DATA_DIR unless they lie on a disk of their own. */
  KEYS_DIR: z.optional(z.string()),
  /** The built app and models. */
  DIST_DIR: z._default(z.string(), 'dist'),
  /** `people`: a report is public once a moderator has looked at it. `at-once`: for trying things out. */
  REVIEW: z.optional(z.enum(['people', 'at-once'])),
  /** Fill an empty database with sample people and things. */
  DEMO: z._default(flag, false),
  /** Have it where others reach it too: whoever does knows the password of its admin. */
  DEMO_ON_NETWORK: z._default(flag, false),
  /** How many proxies of yours stand before it: the caller's address is read that far back in X-Forwarded-For. */
  TRUST_PROXY: z._default(count, 0),
  /** A tile server for maps, as `https://tiles.example.org/{z}/{x}/{y}.png`; without one the app draws its own map. */
  TILE_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[^/]+\/.*\{z\}.*$/), z.regex(/\{x\}/), z.regex(/\{y\}/))),
  /** Who made the tiles, shown on each map. */
  TILE_ATTRIBUTION: z._default(z.string(), '© OpenStreetMap contributors'),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  /** The mail server, `smtp://user:password@host:port` or `smtps:`. Without it mails are printed on the terminal. */
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z._default(z.string(), 'Wapsi <no-reply@example.org>'),
  /** Whoever proves that one of these e-mails is theirs becomes an admin; a comma between them. */
  ADMIN_EMAIL: z._default(z.string().check(z.regex(EMAILS)), ''),
  /**
   * Whether moderators, officers and admins have the powers of their office only in sessions opened with a passkey. By
   * itself where posts are reviewed by people and there is no sample data; off for a first rollout.
   */
  STAFF_PASSKEYS: z.optional(flag),
  /** One-time codes an hour: to one e-mail, and asked for by one caller. */
  CODE_LIMIT_EMAIL: z._default(count, 6),
  CODE_LIMIT_CALLER: z._default(count, 30),
  /** Passwords and codes an hour that one caller may try. */
  SIGN_IN_LIMIT: z._default(count, 60),
  /** Face searches an hour, by who asks. */
  COMPARE_LIMIT_ANONYMOUS: z._default(count, 5),
  COMPARE_LIMIT_USER: z._default(count, 20),
  COMPARE_LIMIT_VOLUNTEER: z._default(count, 200),
  /** All together from one network, of those who are not verified. */
  COMPARE_LIMIT_NETWORK: z._default(count, 200),
  /** Different records an hour that anyone may read who is not verified, however few there are. */
  READ_LIMIT: z._default(count, 960),
  /** Protected records that one caller may ask after by their ids in an hour. */
  GUARDED_LIMIT: z._default(count, 30),
  /** Reports an hour from one caller. */
  REPORT_LIMIT: z._default(count, 60),
  /** How long those who are asked at the duty desk have, before the next are (docs/decisions/081). */
  DUTY_MINUTES: z._default(count.check(z.gte(1)), 30),
  /** With less free than this, nothing more is stored; the embedded database needs room to go on answering. */
  DISK_RESERVE_MB: z._default(count, 64),
  /** What unfinished uploads may take of the disk, all of them together; and as much again for sealed envelopes. */
  UNFINISHED_MB: z._default(count, 2048),
  /** What one address may bring in an hour without an account, and what it may leave of envelopes that nobody can use. */
  ANONYMOUS_MB: z._default(count, 1024),
  /** Slower senders and more connections than these are cut off. One address may stand for a village behind one mast. */
  HEADERS_TIMEOUT_MS: z._default(count, 20_000),
  REQUEST_TIMEOUT_MS: z._default(count, 120_000),
  MAX_CONNECTIONS: z._default(count, 10_000),
  MAX_CONNECTIONS_ADDRESS: z._default(count, 1_000),
  /** The public half of whoever reads the log of processing (`npm run log-key`). */
  LOG_KEY: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  /** Origins of apps that are served from another host than this API, with a comma between them. */
  APP_ORIGINS: z._default(z.string().check(z.regex(ORIGINS)), ''),
  /** Where people reach the app: links in mails and pushes begin with it. */
  SITE_URL: z.optional(z.url()),
  /** Hosts of push services, each with its subdomains: the server calls no other on a device's word. */
  PUSH_HOSTS: z._default(z.string(), 'fcm.googleapis.com push.services.mozilla.com notify.windows.com push.apple.com'),
  /** Whom a push service may write to about our pushes: `mailto:` or `https:`. */
  PUSH_CONTACT: z._default(z.string().check(z.regex(/^(mailto:|https:\/\/)/)), 'mailto:support@example.org'),
});

/** Reached from this machine alone. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

export interface Config {
  port: number;
  host: string;
  database: ({ kind: 'pglite'; dir: string } | { kind: 'postgres'; url: string }) & { keysDir: string };
  dataDir: string;
  filesDir: string;
  /** Map packs to offer, `*.pmtiles`. */
  mapsDir: string;
  distDir: string;
  /** Assets of former builds. */
  keptDir: string;
  review: 'people' | 'at-once';
  demo: boolean;
  logKey: string | undefined;
  /** Sample data that this machine alone reaches: nobody is hurt by what is public at once. */
  tryingOut: boolean;
  /** Without a slash at its end. */
  siteUrl: string;
  /** Pages of these may call, beside the app's own. */
  appOrigins: readonly string[];
  push: { hosts: readonly string[]; contact: string };
  /** What passkeys belong to (WebAuthn's relying party); server/auth/webauthn.ts. */
  passkeys: { domain: string; origins: readonly string[] };
  staffPasskeys: boolean;
  /** Proxies of ours; 0 believes no header. */
  trustProxy: number;
  dutyMinutes: number;
  tiles: { url: string; attribution: string } | undefined;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Bytes that must stay free. */
  diskReserve: number;
  /** Bytes of unfinished uploads, in each of two folders. */
  unfinishedBytes: number;
  /** Bytes an hour from one address. */
  anonymousBytes: number;
  connections: ConnectionLimits;
  mail: { smtpUrl?: string; from: string };
  adminEmails: readonly string[];
  limits: {
    compare: { anonymous: number; user: number; volunteer: number; network: number };
    reads: number;
    guarded: number;
    reports: number;
    codes: { email: number; caller: number };
    signIns: number;
  };
}

/** Read the settings; an unusable one stops the start with its name. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings cannot be used: ${names.join('; ')}`);
  }
  const e = parsed.data;
  if (e.DEMO && !e.DEMO_ON_NETWORK && !LOOPBACK.test(e.HOST))
    throw new Error(
      `DEMO=1 makes accounts with a printed password, an admin's too, and HOST=${e.HOST} may be open to others. Set DEMO=0, or HOST=127.0.0.1, or DEMO_ON_NETWORK=1 to have it all the same.`,
    );
  const review = e.REVIEW ?? (e.DEMO ? 'at-once' : 'people');
  const siteUrl = (e.SITE_URL ?? `http://127.0.0.1:${e.PORT}`).replace(/\/+$/, '');
  const appOrigins = listed(e.APP_ORIGINS);
  const { hostname, origin } = new URL(siteUrl);
  return {
    port: e.PORT,
    host: e.HOST,
    database: {
      ...(e.DATABASE_URL
        ? { kind: 'postgres', url: e.DATABASE_URL }
        : { kind: 'pglite', dir: `${e.DATA_DIR}/database` }),
      keysDir: e.KEYS_DIR ?? `${e.DATA_DIR}/keys`,
    },
    dataDir: e.DATA_DIR,
    filesDir: `${e.DATA_DIR}/files`,
    mapsDir: `${e.DATA_DIR}/maps`,
    distDir: e.DIST_DIR,
    keptDir: `${e.DATA_DIR}/assets`,
    review,
    demo: e.DEMO,
    logKey: e.LOG_KEY,
    tryingOut: e.DEMO && LOOPBACK.test(e.HOST),
    siteUrl,
    appOrigins,
    passkeys: { domain: LOOPBACK.test(hostname) ? 'localhost' : hostname, origins: [origin, ...appOrigins] },
    staffPasskeys: e.STAFF_PASSKEYS ?? (review === 'people' && !e.DEMO),
    push: { hosts: listed(e.PUSH_HOSTS), contact: e.PUSH_CONTACT },
    trustProxy: e.TRUST_PROXY,
    dutyMinutes: e.DUTY_MINUTES,
    tiles: e.TILE_URL ? { url: e.TILE_URL, attribution: e.TILE_ATTRIBUTION } : undefined,
    logLevel: e.LOG_LEVEL,
    diskReserve: e.DISK_RESERVE_MB * MIB,
    unfinishedBytes: e.UNFINISHED_MB * MIB,
    anonymousBytes: e.ANONYMOUS_MB * MIB,
    connections: {
      headersMs: e.HEADERS_TIMEOUT_MS,
      requestMs: e.REQUEST_TIMEOUT_MS,
      connections: e.MAX_CONNECTIONS,
      perAddress: e.MAX_CONNECTIONS_ADDRESS,
    },
    mail: { ...(e.SMTP_URL ? { smtpUrl: e.SMTP_URL } : {}), from: e.MAIL_FROM },
    adminEmails: listed(e.ADMIN_EMAIL),
    limits: {
      compare: {
        anonymous: e.COMPARE_LIMIT_ANONYMOUS,
        user: e.COMPARE_LIMIT_USER,
        volunteer: e.COMPARE_LIMIT_VOLUNTEER,
        network: e.COMPARE_LIMIT_NETWORK,
      },
      reads: e.READ_LIMIT,
      guarded: e.GUARDED_LIMIT,
      reports: e.REPORT_LIMIT,
      codes: { email: e.CODE_LIMIT_EMAIL, caller: e.CODE_LIMIT_CALLER },
      signIns: e.SIGN_IN_LIMIT,
    },
  };
}

/** Names that stand in one text, with commas or spaces between them; case says nothing in any of them. */
const listed = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
