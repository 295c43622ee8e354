/**
 * The sealed log of processing (server/processing).
 * - `npm run log-key`: a key pair for it, and what to do with each half.
 * - `npm run export-log -- FILE`: its sealed lines out of the database of this environment; the embedded one answers while its
 *   server is stopped.
 * - `npm run read-log -- FILE --key FILE [--of ID --pseudonyms FILE]`: the lines of such a file in plain words, all of them or
 *   those about one report or account.
 */

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { readConfig } from '../server/config.ts';
import { openDb } from '../server/db/open.ts';
import { pseudonymOf } from '../server/processing/log.ts';
import { makeLogKey, openReader } from '../server/processing/sealing.ts';

const PAGE = 1000;
const Line = z.object({ stream: z.string(), place: z.int(), at: z.string(), sealed: z.string() });

function makeKey(): void {
  const { publicKey, privateKey } = makeLogKey();
  console.log(`LOG_KEY=${publicKey}

Set that for each server process. Keep the following away from them, in a file of its own that you have twice; without it nobody
reads the log, you neither:

${privateKey}`);
}

async function exportTo(file: string): Promise<void> {
  const { db, close } = await openDb(readConfig(process.env).database);
  try {
    writeFileSync(file, '', { mode: 0o600 });
    let count = 0;
    for (let after = '0'; ; ) {
      const rows = await db
        .selectFrom('processing')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .execute();
      for (const { stream, place, at, sealed } of rows)
        appendFileSync(file, `${JSON.stringify({ ...texts({ stream, sealed }), place, at: at.toISOString() })}\n`);
      count += rows.length;
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
    console.log(`${count} lines`);
  } finally {
    await close();
  }
}

const texts = <K extends string>(bytes: Record<K, Uint8Array>) =>
  Object.fromEntries(
    Object.entries<Uint8Array>(bytes).map(([name, value]) => [name, Buffer.from(value).toString('base64url')]),
  );

function read(file: string, key: string, wanted: string | undefined): void {
  const secret = Buffer.from(readFileSync(key, 'utf8').trim(), 'base64url');
  const streams = new Map<string, z.infer<typeof Line>[]>();
  for (const text of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const line = Line.parse(JSON.parse(text));
    streams.set(line.stream, [...(streams.get(line.stream) ?? []), line]);
  }
  const all = [...streams].flatMap(([stream, lines]) => {
    const open = openReader(secret, Buffer.from(stream, 'base64url'));
    const inOrder = lines.sort((a, b) => a.place - b.place);
    return inOrder.map(({ at, place, sealed }) => ({
      at,
      text: open({ place, sealed: Buffer.from(sealed, 'base64url') }),
    }));
  });
  for (const { text } of all.sort((a, b) => a.at.localeCompare(b.at)))
    if (wanted === undefined || text.includes(wanted)) console.log(text);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, of: { type: 'string' }, pseudonyms: { type: 'string' } },
});
const [what, file] = positionals;
try {
  if (what === 'key') makeKey();
  else if (what === 'export' && file) await exportTo(file);
  else if (what === 'read' && file && values.key) {
    const { of, pseudonyms } = values;
    read(file, values.key, of && pseudonyms ? pseudonymOf(readFileSync(pseudonyms), of) : undefined);
  } else throw new Error('See the head of scripts/processing-log.ts');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
