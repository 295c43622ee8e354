/** A disk of a few megabytes for a PostgreSQL, to be filled to its last byte and given room again. */

import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOBODY } from './postgres.ts';

export interface SmallDisk {
  /** Where the database is to be. */
  readonly data: string;
  /**
   * `tmpfs`: a file system of its own. `log`: where nothing may be mounted, a folder whose log cannot grow, which ends
   * PostgreSQL as a full disk does; its tables still can.
   */
  readonly kind: 'tmpfs' | 'log';
  fill(): void;
  free(): void;
  remove(): void;
}

export function makeSmallDisk(megabytes: number): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-small-'));
  const data = join(dir, 'disk', 'data');
  chmodSync(dir, 0o755);
  mkdirSync(join(dir, 'disk'));
  if (process.getuid?.() === 0) chownSync(join(dir, 'disk'), NOBODY, NOBODY);
  const kind = mount(join(dir, 'disk'), megabytes) ? 'tmpfs' : 'log';
  const filler = join(dir, 'disk', 'filler');
  const log = join(data, 'pg_wal');
  let isThere = true;
  function remove(): void {
    if (!isThere) return;
    isThere = false;
    process.off('exit', remove);
    if (kind === 'tmpfs') execFileSync('umount', ['--lazy', join(dir, 'disk')]);
    rmSync(dir, { recursive: true, force: true });
  }
  process.once('exit', remove);
  return {
    data,
    kind,
    remove,
    fill: () => (kind === 'tmpfs' ? fillUp(filler) : chmodSync(log, 0o500)),
    free: () => (kind === 'tmpfs' ? rmSync(filler, { force: true }) : chmodSync(log, 0o700)),
  };
}

function mount(at: string, megabytes: number): boolean {
  const options = `size=${megabytes}m,uid=${NOBODY},gid=${NOBODY},mode=0700`;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', at], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** What a smaller piece still has room for is taken too. */
function fillUp(path: string): void {
  const file = openSync(path, 'a');
  for (let bytes = 1024 * 1024; bytes >= 512; bytes /= 2) while (hasTaken(file, bytes));
  closeSync(file);
}

function hasTaken(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) === bytes;
  } catch {
    return false;
  }
}
