/**
 * The process beside the server in which files are opened, one at a time. It watches its own time and memory, and ends
 * when a file takes too much of either; whatever a decoder does to it, the server goes on. It knows no secret, and no path
 * but those it is told.
 */

import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { CARD, drawCard } from './card.ts';
import { asKept, readKept } from './kept.ts';
import { type FileKind, formatOf, kindOf, NotKept } from './kinds.ts';
import { cleanMp4 } from './mp4.ts';
import { lookOf, redrawn, smaller } from './pictures.ts';
import { type Answer, MAX_CPU_MS, MAX_GROWTH_BYTES, MAX_RESTING_BYTES, type Outcome, type Task } from './tasks.ts';
import { cleanWebm } from './webm.ts';

/** Between two looks at what a task has taken. */
const LOOK_EVERY_MS = 20;

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function run(task: Task): Promise<Outcome> {
  const bytes = task.from === undefined ? Buffer.alloc(0) : await readIfThere(task.from);
  if (!bytes) return { kind: 'missing' };
  switch (task.kind) {
    case 'verify': {
      const { sound, asItCame } = readKept(bytes, task.sha256);
      return { kind: 'verified', sound, asItCame, bytes: bytes.length };
    }
    case 'clean': {
      if (task.sha256 !== undefined && hashOf(bytes) !== task.sha256) return { kind: 'others' };
      return keep(bytes, task.kinds, task.to);
    }
    case 'renew': {
      const { body, sound } = readKept(bytes, task.sha256);
      return sound ? keep(body, ['photo', 'video'], task.to) : { kind: 'others' };
    }
    case 'look': {
      const { body, sound } = readKept(bytes, task.sha256);
      if (!sound) return { kind: 'others' };
      const look = kindOf(body) === 'photo' ? await lookOf(body).catch(unlessNotKept) : undefined;
      return { kind: 'looked', look };
    }
    case 'card': {
      const { card, fonts, sha256 } = task;
      const { body, sound } = sha256 === undefined ? { body: undefined, sound: true } : readKept(bytes, sha256);
      if (!sound) return { kind: 'others' };
      const small = body && (await smaller(body, CARD.height));
      return { kind: 'made', of: 'photo', ...(await write(task.to, await drawCard(card, fonts, small), false)) };
    }
    case 'draw': {
      const kept = task.sha256 === undefined ? { body: bytes, sound: true } : readKept(bytes, task.sha256);
      if (!kept.sound) return { kind: 'others' };
      return wanted(kept.body, ['photo'], async () => {
        const small = await smaller(kept.body, task.edge);
        const look = task.sha256 === undefined ? await lookOf(small) : undefined;
        return { ...(await write(task.to, small, false)), look };
      });
    }
  }
}

const readIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** An older version kept what cannot be opened: there is nothing to see. */
function unlessNotKept(error: unknown): undefined {
  if (!(error instanceof NotKept)) throw error;
}

const keep = (bytes: Buffer, kinds: readonly FileKind[], to: string): Promise<Outcome> =>
  wanted(bytes, kinds, async () => {
    const body = await cleaned(bytes);
    const look = kindOf(body) === 'photo' ? await lookOf(body) : undefined;
    return { ...(await write(to, body, true)), look };
  });

async function cleaned(bytes: Buffer): Promise<Buffer> {
  const format = formatOf(bytes);
  if (format === 'mp4') cleanMp4(bytes);
  else if (format === 'webm') cleanWebm(bytes);
  else return redrawn(bytes);
  return bytes;
}

async function wanted(
  bytes: Buffer,
  kinds: readonly FileKind[],
  make: () => Promise<{ bytes: number; body: string; look: string | undefined }>,
): Promise<Outcome> {
  const of = kindOf(bytes);
  const [first = 'photo'] = kinds;
  if (!of || !kinds.includes(of)) return { kind: 'refused', why: 'not-one', of: of ?? first, detail: 'first bytes' };
  try {
    return { kind: 'made', of, ...(await make()) };
  } catch (error) {
    if (error instanceof NotKept) return { kind: 'refused', why: error.why, of, detail: error.message };
    throw error;
  }
}

async function write(to: string, body: Buffer, kept: boolean): Promise<{ bytes: number; body: string }> {
  const all = kept ? asKept(body) : body;
  const file = await open(to, 'w');
  try {
    await file.appendFile(all);
    if (kept) await file.sync();
  } finally {
    await file.close();
  }
  return { bytes: all.length, body: hashOf(body) };
}

function watch(onTooMuch: () => void): () => void {
  const before = process.cpuUsage();
  const atFirst = process.memoryUsage.rss();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const grown = process.memoryUsage.rss() - atFirst;
    if ((user + system) / 1000 > MAX_CPU_MS || grown > MAX_GROWTH_BYTES) onTooMuch();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

function answer(outcome: Outcome, last = false): void {
  globalThis.gc?.(); // the bytes of a file are large, and the next one's are too
  const message: Answer = { outcome, last: last || process.memoryUsage.rss() > MAX_RESTING_BYTES };
  process.send?.(message);
}

/** Its decoder cannot be stopped but with the process, which the server ends. */
async function serve(task: Task): Promise<void> {
  const stop = watch(() => {
    stop();
    const [of = 'photo'] = task.kind === 'clean' ? task.kinds : [];
    answer({ kind: 'refused', why: 'too-costly', of, detail: 'time or memory' }, true);
  });
  const outcome = await run(task).catch((error: NodeJS.ErrnoException): Outcome => {
    const { code, message } = error;
    return { kind: 'failed', code, message };
  });
  stop();
  answer(outcome);
}

process.on('message', (task: Task) => void serve(task));
process.on('disconnect', () => process.exit());
