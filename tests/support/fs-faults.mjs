/**
 * Loaded ahead of a server (`node --import`), in each of its threads and processes: the disk's part in the tests. Plain
 * JavaScript, for it must be there before anything that reads TypeScript. Its settings stand in its address, for not all
 * of these are given the server's environment.
 *
 * - `FS_FULL`: a file of the test's; while it exists the disk is full: no file grows. What it holds, if anything, is what
 *   `statfs` says is free; so a disk can be full that did not look it.
 * - `FS_LOG`: a file to which every change below `DATA_DIR` is appended in the order in which it was made, with what was
 *   forced to the disk, for power-cut.ts to play back.
 */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, resolve } from 'node:path';

const { FS_FULL, FS_LOG } = Object.fromEntries(new URL(import.meta.url).searchParams);
// What is not told where the data lies writes nowhere else.
const root = resolve(process.env.DATA_DIR ?? '/');
const real = { ...fs };
const realPromises = { ...fs.promises };

const isFull = () => FS_FULL !== undefined && real.existsSync(FS_FULL);
function checkRoom(size, end) {
  if (end > size && isFull()) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}

const log = FS_LOG ? real.openSync(FS_LOG, 'a') : -1;
/** One record, in one append: its length, what was done as JSON, a line feed, the bytes. */
function note(what, bytes = Buffer.alloc(0)) {
  if (log < 0) return;
  for (const path of [what.path, what.to]) if (path !== undefined && !path.startsWith(root)) return;
  const head = Buffer.from(`${JSON.stringify({ ...what, bytes: bytes.length })}\n`);
  real.writeSync(log, Buffer.concat([head, bytes]));
}

/** Where each open file is. Opened files are not renamed before they are closed, but for PostgreSQL's log segments. */
const paths = new Map();
const asBytes = (data, offset = 0, length = undefined) =>
  typeof data === 'string'
    ? Buffer.from(data)
    : Buffer.from(data.buffer, data.byteOffset + offset, length ?? data.byteLength - offset);
const creates = (flags) => (typeof flags === 'string' ? /[wa]/.test(flags) : (flags & real.constants.O_CREAT) !== 0);
const empties = (flags) => (typeof flags === 'string' ? /w/.test(flags) : (flags & real.constants.O_TRUNC) !== 0);

function opened(path, flags, existed) {
  if (creates(flags) && !existed) note({ kind: 'create', path });
  else if (empties(flags)) note({ kind: 'truncate', path, size: 0 });
}

function moved(from, to) {
  for (const [fd, path] of paths) if (path === from) paths.set(fd, to);
  note({ kind: 'rename', path: from, to });
}

fs.openSync = (path, flags = 'r', mode = undefined) => {
  const full = resolve(String(path));
  const existed = real.existsSync(full);
  const fd = real.openSync(path, flags, mode);
  paths.set(fd, full);
  opened(full, flags, existed);
  return fd;
};
fs.closeSync = (fd) => {
  paths.delete(fd);
  real.closeSync(fd);
};
fs.writeSync = (fd, data, offset, length, position) => {
  const path = paths.get(fd);
  if (path === undefined) return real.writeSync(fd, data, offset, length, position);
  const bytes = asBytes(data, offset, length);
  const { size } = real.fstatSync(fd);
  const at = position ?? size;
  checkRoom(size, at + bytes.length);
  const written = real.writeSync(fd, data, offset, length, position);
  note({ kind: 'write', path, at }, bytes.subarray(0, written));
  return written;
};
fs.writeFileSync = (path, data, options) => {
  const full = resolve(String(path));
  if (typeof path === 'number') return real.writeFileSync(path, data, options);
  const existed = real.existsSync(full);
  const bytes = asBytes(data);
  checkRoom(0, bytes.length);
  real.writeFileSync(path, data, options);
  opened(full, 'w', existed);
  if (bytes.length > 0) note({ kind: 'write', path: full, at: 0 }, bytes);
};
fs.ftruncateSync = (fd, size = 0) => {
  checkRoom(real.fstatSync(fd).size, size);
  real.ftruncateSync(fd, size);
  note({ kind: 'truncate', path: paths.get(fd), size });
};
fs.truncateSync = (path, size = 0) => {
  checkRoom(real.statSync(path).size, size);
  real.truncateSync(path, size);
  note({ kind: 'truncate', path: resolve(path), size });
};
fs.fsyncSync = (fd) => {
  real.fsyncSync(fd);
  note({ kind: 'sync', path: paths.get(fd) });
};
fs.renameSync = (from, to) => {
  real.renameSync(from, to);
  moved(resolve(from), resolve(to));
};
fs.unlinkSync = (path) => {
  real.unlinkSync(path);
  note({ kind: 'remove', path: resolve(path) });
};
/** A folder, and those above it that were made with it; `first` is the highest. */
function made(first, path) {
  const full = resolve(String(path));
  if (dirname(full).length >= resolve(first).length) made(first, dirname(full));
  note({ kind: 'mkdir', path: full });
}
fs.mkdirSync = (path, options) => {
  const existed = real.existsSync(path);
  const first = real.mkdirSync(path, options);
  if (!existed) made(first ?? path, path);
  return first;
};
fs.rmdirSync = (path) => {
  real.rmdirSync(path);
  note({ kind: 'remove', path: resolve(path) });
};
fs.rmSync = (path, options) => {
  real.rmSync(path, options);
  note({ kind: 'remove', path: resolve(String(path)) });
};

/** The promised ones are noted once they are done: not before, as what is under way is not yet so. */
fs.promises.open = async (path, flags = 'r', mode = undefined) => {
  const full = resolve(String(path));
  const existed = real.existsSync(full);
  const file = await realPromises.open(path, flags, mode);
  opened(full, flags, existed);
  const [sync, appendFile] = [file.sync.bind(file), file.appendFile.bind(file)];
  file.sync = async () => {
    await sync();
    note({ kind: 'sync', path: full });
  };
  file.appendFile = async (data, options) => {
    const { size } = await file.stat();
    checkRoom(size, size + data.length);
    await appendFile(data, options);
    note({ kind: 'write', path: full, at: size }, asBytes(data));
  };
  return file;
};
fs.promises.writeFile = async (path, data, options) => {
  const full = resolve(String(path));
  const existed = real.existsSync(full);
  const bytes = asBytes(data);
  checkRoom(0, bytes.length);
  await realPromises.writeFile(path, data, options);
  opened(full, 'w', existed);
  note({ kind: 'write', path: full, at: 0 }, bytes);
  if (options?.flush) note({ kind: 'sync', path: full });
};
fs.promises.rename = async (from, to) => {
  await realPromises.rename(from, to);
  moved(resolve(from), resolve(to));
};
fs.promises.rm = async (path, options) => {
  const existed = real.existsSync(path);
  await realPromises.rm(path, options);
  if (existed) note({ kind: 'remove', path: resolve(path) });
};
fs.promises.mkdir = async (path, options) => {
  const existed = real.existsSync(path);
  const first = await realPromises.mkdir(path, options);
  if (!existed) made(first ?? path, path);
  return first;
};
fs.promises.statfs = async (path, options) => {
  const answer = await realPromises.statfs(path, options);
  const said = isFull() ? real.readFileSync(FS_FULL, 'utf8') : '';
  return said === '' ? answer : { ...answer, bsize: 1, bavail: Number(said) };
};

syncBuiltinESMExports();
