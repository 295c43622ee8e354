/**
 * What a disk holds after a power cut, from the log that fs-faults.mjs wrote.
 *
 * A write is on the disk for sure once its file was synced, a name once its folder was (or, for a new file, the file
 * itself, as on ext4, XFS and Btrfs). Of what was not, each sector and each name may be there or not, by the seed: a disk
 * writes in the order it likes.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const SECTOR_BYTES = 512;
const OFF_MS = 30_000;

type Change =
  | { kind: 'create' | 'mkdir' | 'remove' | 'sync'; path: string; bytes: number }
  | { kind: 'write'; path: string; at: number; bytes: number }
  | { kind: 'truncate'; path: string; size: number; bytes: number }
  | { kind: 'rename'; path: string; to: string; bytes: number }
  | { kind: 'told'; told: string; bytes: number };

export type Entry = Change & { data: Buffer };

export function readLog(path: string): Entry[] {
  const log = readFileSync(path);
  const entries: Entry[] = [];
  for (let at = 0; at < log.length; ) {
    const end = log.indexOf(10, at);
    if (end < 0) break;
    const head = JSON.parse(log.toString('utf8', at, end)) as Change; // written by fs-faults.mjs and the test only
    const data = log.subarray(end + 1, end + 1 + head.bytes);
    if (data.length < head.bytes) break; // the process was killed in the middle of it
    entries.push({ ...head, data });
    at = end + 1 + head.bytes;
  }
  return entries;
}

/** A file's bytes as they are on the disk for sure, and the writes that may be. */
interface Node {
  sure: Buffer;
  pending: { at: number; data: Buffer; size?: number }[];
}

type Names = Map<string, Node | 'folder'>;

export interface Cut {
  /** What was on the disk when the log began. */
  before: string;
  /** The folder that the log speaks of. */
  root: string;
  random: () => number;
  /** Syncs that are not done though the program asked for them: what a program would do that forgot them. */
  forgotten?: (path: string) => boolean;
}

/** Write to `into` what the disk holds when the power goes after the first `length` entries. */
export function cutPower(entries: readonly Entry[], length: number, into: string, cut: Cut): void {
  const now = readTree(cut.before);
  const sure: Names = new Map(now);
  const at = (path: string) => relative(cut.root, path);
  for (const entry of entries.slice(0, length)) {
    if (entry.kind === 'told') continue;
    const name = at(entry.path);
    const node = now.get(name);
    const file = typeof node === 'object' ? node : undefined;
    switch (entry.kind) {
      case 'create':
        now.set(name, { sure: Buffer.alloc(0), pending: [] });
        break;
      case 'mkdir':
        now.set(name, 'folder');
        break;
      case 'write':
        file?.pending.push({ at: entry.at, data: entry.data });
        break;
      case 'truncate':
        file?.pending.push({ at: 0, data: Buffer.alloc(0), size: entry.size });
        break;
      case 'rename':
        if (node) now.set(at(entry.to), node);
        now.delete(name);
        break;
      case 'remove':
        for (const each of [...now.keys()]) if (each === name || each.startsWith(`${name}/`)) now.delete(each);
        break;
      case 'sync':
        if (cut.forgotten?.(entry.path)) break;
        if (file) {
          file.sure = apply(file, () => true);
          file.pending = [];
          if (!sure.has(name) && ![...sure.values()].includes(file)) sure.set(name, file);
        } else settleFolder(now, sure, name);
    }
  }
  // Names that nobody forced to the disk: there, or not.
  const folders = new Set([...now.keys(), ...sure.keys()].map((name) => dirname(name)));
  for (const folder of folders) if (cut.random() < 0.5) settleFolder(now, sure, folder === '.' ? '' : folder);
  writeTree(sure, into, cut.random);
}

/** All names of one folder are as they were made last. */
function settleFolder(now: Names, sure: Names, folder: string): void {
  const isIn = (name: string) => dirname(name) === (folder === '' ? '.' : folder);
  for (const name of [...sure.keys()]) if (isIn(name) && !now.has(name)) sure.delete(name);
  for (const [name, node] of now) if (isIn(name)) sure.set(name, node);
}

function apply({ sure, pending }: Node, isKept: () => boolean): Buffer {
  if (pending.length === 0) return sure;
  const end = pending.reduce((most, { at, data, size }) => Math.max(most, size ?? 0, at + data.length), sure.length);
  const bytes = Buffer.alloc(end);
  sure.copy(bytes);
  let length = sure.length;
  for (const { at, data, size } of pending) {
    if (size !== undefined) {
      if (!isKept()) continue;
      bytes.fill(0, Math.min(size, length));
      length = size;
      continue;
    }
    for (let from = 0; from < data.length; from += SECTOR_BYTES) {
      if (!isKept()) continue;
      const sector = data.subarray(from, from + SECTOR_BYTES);
      sector.copy(bytes, at + from);
      length = Math.max(length, at + from + sector.length);
    }
  }
  return bytes.subarray(0, length);
}

function readTree(root: string): Names {
  const names: Names = new Map();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name);
    names.set(name, statSync(path).isDirectory() ? 'folder' : { sure: readFileSync(path), pending: [] });
  }
  return names;
}

function writeTree(names: Names, into: string, random: () => number): void {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const isThere = (name: string): boolean => name === '.' || (names.get(name) === 'folder' && isThere(dirname(name)));
  for (const [name, node] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isThere(dirname(name))) continue; // its folder never reached the disk
    if (node === 'folder') mkdirSync(join(into, name), { mode: 0o700 });
    else {
      writeFileSync(
        join(into, name),
        apply(node, () => random() < 0.5),
      );
      // The machine was off for a while.
      utimesSync(join(into, name), new Date(), new Date(Date.now() - OFF_MS));
    }
  }
}
