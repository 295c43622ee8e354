/** The environment, read once. Everything has a safe default, so that `npm start` needs no settings. */

import * as z from 'zod/mini';

const flag = z.pipe(
  z.enum(['0', '1', 'true', 'false']),
  z.transform((text) => text === '1' || text === 'true'),
);
const count = z.coerce.number().check(z.int(), z.gte(0));

const Environment = z.object({
  PORT: z._default(count, 8080),
  HOST: z._default(z.string(), '127.0.0.1'),
  /** A PostgreSQL to use; without it the embedded database lives in DATA_DIR. */
  DATABASE_URL: z.optional(z.string()),
  DATA_DIR: z._default(z.string(), 'data'),
  /** The built app and models. */
  DIST_DIR: z._default(z.string(), 'dist'),
  /** `people`: a report is public once a moderator has looked at it. `at-once`: for trying things out. */
  REVIEW: z.optional(z.enum(['people', 'at-once'])),
  /** Fill an empty database with sample people and things. */
  DEMO: z._default(flag, false),
  /** How many proxies of yours stand before it: the caller's address is read that far back in X-Forwarded-For. */
  TRUST_PROXY: z._default(count, 0),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  /** Face searches an hour, by who asks. */
  COMPARE_LIMIT_ANONYMOUS: z._default(count, 5),
  COMPARE_LIMIT_USER: z._default(count, 20),
  COMPARE_LIMIT_VOLUNTEER: z._default(count, 200),
  /** Reports an hour from one caller. */
  REPORT_LIMIT: z._default(count, 60),
});

export interface Config {
  port: number;
  host: string;
  database: { kind: 'pglite'; dir: string } | { kind: 'postgres'; url: string };
  filesDir: string;
  distDir: string;
  review: 'people' | 'at-once';
  demo: boolean;
  /** Proxies of ours; 0 believes no header. */
  trustProxy: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  limits: { compare: { anonymous: number; user: number; volunteer: number }; reports: number };
}

/** Read the settings; an unusable one stops the start with its name. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings cannot be used: ${names.join('; ')}`);
  }
  const e = parsed.data;
  return {
    port: e.PORT,
    host: e.HOST,
    database: e.DATABASE_URL
      ? { kind: 'postgres', url: e.DATABASE_URL }
      : { kind: 'pglite', dir: `${e.DATA_DIR}/database` },
    filesDir: `${e.DATA_DIR}/files`,
    distDir: e.DIST_DIR,
    review: e.REVIEW ?? (e.DEMO ? 'at-once' : 'people'),
    demo: e.DEMO,
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
    limits: {
      compare: {
        anonymous: e.COMPARE_LIMIT_ANONYMOUS,
        user: e.COMPARE_LIMIT_USER,
        volunteer: e.COMPARE_LIMIT_VOLUNTEER,
      },
      reports: e.REPORT_LIMIT,
    },
  };
}
