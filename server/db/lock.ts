/** One process a data folder: two PGlites in one folder silently destroy it. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Who holds the folder. The start time tells it from a later process that was given the same pid. */
interface Holder {
  pid: number;
  started: string;
  host: string;
}

/** The holder touches its lock this often; elsewhere (another machine or container) that is the only sign of life. */
const BEAT_MS = 5_000;
const DEAD_AFTER_MS = 60_000;
/** A lock is written at once. One that is empty for so long is what a power cut has left of it. */
const WRITTEN_AFTER_MS = 10_000;

/** Take the folder, or throw an error that names the process which has it. The result gives it back. */
export function lockFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'lock');
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), host: hostname() } satisfies Holder);
  while (!create(path, mine)) clearAway(path, dir);
  const beat = setInterval(() => touch(path), BEAT_MS).unref();
  return () => {
    clearInterval(beat);
    if (readFileSync(path, 'utf8') === mine) rmSync(path);
  };
}

function create(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Remove a lock that nobody holds any more; throw when somebody does. */
function clearAway(path: string, dir: string): void {
  try {
    const found = readFileSync(path, 'utf8');
    if (isHeld(found, path)) throw inUse(dir, found);
    // Moved, then looked at: another process may have done the same and already put its own lock there.
    const aside = `${path}-${randomUUID()}`;
    renameSync(path, aside);
    const moved = readFileSync(aside, 'utf8');
    if (moved !== found) {
      renameSync(aside, path);
      throw inUse(dir, moved);
    }
    rmSync(aside);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error; // it was given back meanwhile
  }
}

function isHeld(lock: string, path: string): boolean {
  const holder = parse(lock);
  const age = Date.now() - statSync(path).mtimeMs;
  if (holder === undefined) return age < WRITTEN_AFTER_MS;
  if (holder.host !== hostname()) return age < DEAD_AFTER_MS;
  return isAlive(holder.pid) && holder.started === startOf(holder.pid);
}

function inUse(dir: string, lock: string): Error {
  const holder = parse(lock);
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'a process that is just starting';
  return new Error(`The data folder ${dir} is in use by ${who}. Stop that one first, or choose another folder.`);
}

/** Undefined while the file is being written. */
function parse(lock: string): Holder | undefined {
  try {
    return JSON.parse(lock) as Holder; // written by this module only
  } catch {
    return undefined;
  }
}

/** Whether there is a process of this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM'); // alive, and another user's
  }
}

/** Boot and ticks since it on Linux; elsewhere unknown, and the pid alone decides. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${afterName[19]}`;
  } catch {
    return 'unknown';
  }
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error; // the folder was removed; the database will say so
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
