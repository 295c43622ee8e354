/** Where the tests put what they write and forget: in memory, where there is plenty of it. */

import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_DISK = '/dev/shm';
/** About four times what a run was seen to hold at once. */
const MEMORY_DISK_BYTES = 4 * 1024 ** 3;

/** A new folder, which whoever asks removes. Another user finds the way through it: PostgreSQL does not run as root. */
export function scratchFolder(): string {
  const dir = folderInMemory() ?? mkdtempSync(join(tmpdir(), 'wapsi-'));
  chmodSync(dir, 0o711);
  return dir;
}

function folderInMemory(): string | undefined {
  if (freemem() < 2 * MEMORY_DISK_BYTES) return undefined;
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize < MEMORY_DISK_BYTES ? undefined : mkdtempSync(join(MEMORY_DISK, 'wapsi-'));
  } catch {
    return undefined; // there is none, or it is not for us to write to
  }
}
