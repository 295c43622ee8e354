/** Databases of a PostgreSQL that is there for a whole run, each for one server or one suite. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export interface ServersDatabase {
  url: string;
  /** Doing it again changes nothing. */
  remove(): Promise<void>;
}

/** The database that is copied: no server is connected to it. */
export const SAMPLE = 'sample';

async function ask(url: string, command: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(command);
  await client.end();
}

/** Answers its URL. */
export async function createDatabase(postgresUrl: string, name: string, like = 'template1'): Promise<string> {
  await ask(postgresUrl, `create database ${name} template ${like}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** With nothing in it, not even tables; or as the one that it is `like`. */
export async function newDatabase(postgresUrl: string, like?: string): Promise<ServersDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = await createDatabase(postgresUrl, name, like);
  return { url, remove: () => ask(postgresUrl, `drop database if exists ${name} with (force)`) };
}

/**
 * Wait until all that is committed by now, in whichever database, is behind the horizon (server/db/change.ts): a feed keeps a
 * change back while any transaction of the same PostgreSQL runs that is older, also one of another test file.
 */
export async function untilAllReadable(postgresUrl: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
    const passed = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as passed';
    while (!(await client.query<{ passed: boolean }>(passed, [rows[0]?.xid])).rows[0]?.passed) await sleep(5);
  } finally {
    await client.end();
  }
}

/**
 * One with the sample people. It takes itself for the one that it is a copy of (server/db/epoch.ts), as a copied folder does:
 * what a ready phone knows of that one is true of this.
 */
export async function copySample(postgresUrl: string): Promise<ServersDatabase> {
  const copy = await newDatabase(postgresUrl, SAMPLE);
  const oid = "'.' || (select oid from pg_database where datname = current_database()) || '.'";
  await ask(copy.url, `update meta set value = regexp_replace(value, '[.][0-9]+[.]', ${oid}) where key = 'home'`);
  return copy;
}
