/** PGlite in a thread of its own: its work, which blocks, never holds up a request. */

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DurableFs, syncPath, syncTree } from './durable-fs.ts';
import type { FromWorker, ToWorker } from './pglite-protocol.ts';
import { checkWhole, forgetNote, noteStored } from './whole.ts';

const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'), // -F turns fsync off
  ...['wal_sync_method=fsync', 'shared_buffers=32MB'].flatMap((setting) => ['-c', setting]),
];

/** Open the database in `dir`, or make it. A making that was cut short is begun again. */
async function start(dir: string): Promise<{ pglite: PGlite; fs: DurableFs }> {
  const cluster = join(dir, 'pg');
  const unfinished = join(dir, 'unfinished');
  const isNew = existsSync(unfinished) || !existsSync(cluster);
  if (isNew) {
    writeFileSync(unfinished, '');
    syncPath(dir);
    rmSync(cluster, { recursive: true, force: true });
    forgetNote(dir);
    mkdirSync(cluster, { mode: 0o700 });
  }
  const fs = new DurableFs(cluster);
  const pglite = await PGlite.create({ fs, startParams: START_PARAMS, initDbStartParams: ['--data-checksums'] });
  if (isNew) {
    syncTree(cluster);
    rmSync(unfinished);
    syncPath(dir);
  } else await checkWhole(pglite, dir);
  return { pglite, fs };
}

/** The other end is pglite.ts, which starts this module as a worker and gives it the folder. */
const port = parentPort as MessagePort;
const dir = workerData as string;
const { pglite, fs } = await start(dir);
const post = (message: FromWorker) => port.postMessage(message);

async function answer(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'bytes': {
      // A copy: some answers are views of PGlite's own buffer.
      const bytes = (await pglite.execProtocolRaw(message.bytes)).slice();
      await noteNews();
      return post({ kind: 'bytes', bytes });
    }
    case 'hang-up':
      // The last connection may hang up behind the closing.
      if (!pglite.closed && pglite.isInTransaction()) await pglite.exec('rollback');
      return;
    case 'count-fsyncs':
      return post({ kind: 'fsyncs', count: fs.fsyncs });
    case 'close':
      await noteStored(pglite, dir);
      await pglite.close();
      post({ kind: 'closed' });
      return port.close();
  }
}

/** How much had been forced to the disk when it was last noted what is stored. */
let noted = fs.fsyncs;

/** Before anybody is told that it is stored: what nobody was told of may be lost without a word. */
async function noteNews(): Promise<void> {
  if (fs.fsyncs === noted || pglite.isInTransaction()) return;
  noted = fs.fsyncs;
  await noteStored(pglite, dir);
}

let last = Promise.resolve();
port.on('message', (message: ToWorker) => {
  last = last.then(() => answer(message));
});
post({ kind: 'ready' });
