/** Unfinished uploads: how much room they have, and which of them make room. */

import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { openUploads, type UploadLimits } from '../../server/files/uploads.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wapsi-uploads-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const NOW = Date.now();
/** So many bytes that nobody went on with for so many minutes. */
function lay(name: string, bytes: number, minutes: number): void {
  writeFileSync(join(dir, name), Buffer.alloc(bytes));
  const at = NOW / 1000 - minutes * 60;
  utimesSync(join(dir, name), at, at);
}
const openWith = (limits: Partial<UploadLimits>) => openUploads(dir, { maxBytes: 1000, maxCount: 100, ...limits });
const left = () => readdirSync(dir).sort();

it('the oldest go first when they are too many bytes, and no more of them than must', async () => {
  const uploads = await openWith({});
  for (const [name, minutes] of Object.entries({ a: 5, b: 30, c: 1, d: 60 })) lay(name, 300, minutes);
  expect(await uploads.sweep(NOW)).toBe(1);
  expect(left()).toEqual(['a', 'b', 'c']);
});

it('the oldest go first when they are too many', async () => {
  const uploads = await openWith({ maxCount: 2 });
  for (const [name, minutes] of Object.entries({ a: 5, b: 30, c: 1, d: 60 })) lay(name, 1, minutes);
  expect(await uploads.sweep(NOW)).toBe(2);
  expect(left()).toEqual(['a', 'c']);
});

it('those of nobody go before those of an account', async () => {
  const uploads = await openWith({ goesFirst: (name) => name.startsWith('nobody') });
  lay('account', 600, 60);
  lay('nobody-old', 300, 20);
  lay('nobody-new', 300, 10);
  await uploads.sweep(NOW);
  expect(left()).toEqual(['account', 'nobody-new']);
});

it('a new one makes room for itself before its first byte', async () => {
  const uploads = await openWith({});
  for (const name of ['a', 'b', 'c', 'd']) lay(name, 300, 10);
  await uploads.append('new', { offset: 0, total: 100, body: Readable.from([Buffer.alloc(50)]) });
  expect(left()).toHaveLength(4);
  expect(await uploads.received('new')).toBe(50);
});

it('one whose first bytes are wrong is gone as soon as they are all here, however they came', async () => {
  const uploads = await openWith({});
  const check = async (head: Uint8Array) => {
    if (head.some((byte) => byte !== 7)) throw new AppError('not-readable', 'wrong');
  };
  const send = (offset: number, ...bytes: number[]) =>
    uploads.append('x', { offset, total: 100, body: Readable.from([Buffer.from(bytes)]) }, { bytes: 4, check });
  expect(await send(0, 7, 7)).toBe(2);
  await expect(send(2, 7, 8, 7)).rejects.toMatchObject({ code: 'not-readable' });
  expect(left()).toEqual([]);
  expect(await send(0, 7, 7, 7, 7, 1)).toBe(5);
  expect(await send(5, 2)).toBe(6);
});
