/**
 * How `npm run backup` reaches a running server whose database nobody else can open: a socket in the data folder, in a
 * folder that only its owner may enter. Whoever can connect can read the database's files as well.
 */

import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../db/schema.ts';
import { dumpRows } from './rows.ts';

/** The system's limit for the path of a socket, on the strictest. */
const MAX_PATH_BYTES = 103;

const socketIn = (dataDir: string): string => join(dataDir, 'control', 'socket');

/** Answer on the socket until the returned function is called. The caller holds the folder's lock. */
export async function openControl(dataDir: string, db: Db): Promise<() => Promise<void>> {
  const path = socketIn(dataDir);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    console.warn(`The path ${path} is too long for a socket: backups need the server to be stopped.`);
    return async () => {};
  }
  await rm(join(dataDir, 'control'), { recursive: true, force: true }); // of a process that was killed
  await mkdir(join(dataDir, 'control'), { mode: 0o700 });
  const server = createServer((asked, answer) => {
    answerDump(join(dataDir, 'control', 'dump'), db, asked, answer).catch((error: unknown) =>
      answer.destroy(asError(error)),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(join(dataDir, 'control'), { recursive: true, force: true });
  };
}

let dumping = Promise.resolve();

/** First to the disk, then to whoever asked: the database waits for the disk only, not for them. */
async function answerDump(spool: string, db: Db, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  if (asked.method !== 'POST' || asked.url !== '/dump') return void answer.writeHead(404).end();
  const turn = dumping.then(async () => {
    const file = createWriteStream(spool, { mode: 0o600 });
    try {
      await dumpRows(db, (lines) => write(file, lines));
      await new Promise<void>((resolve, reject) => file.once('error', reject).end(resolve));
      answer.writeHead(200, { 'content-type': 'application/x-ndjson' });
      await pipeline(createReadStream(spool), answer);
    } finally {
      file.destroy();
      await rm(spool, { force: true });
    }
  });
  dumping = turn.catch(() => undefined);
  await turn;
}

function write(file: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    file.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Ask the server that runs on the folder for all rows; undefined when none runs. */
export function askForDump(dataDir: string): Promise<AsyncIterable<Buffer> | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath: socketIn(dataDir), path: '/dump', method: 'POST' }, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`The server would not make a backup (${answer.statusCode}).`));
    });
    asking.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    asking.end();
  });
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
