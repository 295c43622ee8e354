/**
 * `npx tsx scripts/record-release.ts <checkout of a release> <name>`: has the code of that release fill the outbox of a phone
 * without a network, and writes down what lies in its database then, as tests/fixtures/releases/<name>.json. Done once a
 * release, never again: tests/integration/release-ops.test.ts takes each to the app and the server of today.
 */

import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import sharp from 'sharp';

const [checkout = '', name = ''] = process.argv.slice(2);
const { indexedDB } = Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
/** What that release has under this path; an earlier one may not have it at all. */
const load = async (path: string) => import(pathToFileURL(join(resolve(checkout), path)).href).catch(() => ({}));

const { LocalDb } = await load('src/store/db.ts');
// Up to version 7 of the database what was made here did not stand apart.
const own = async (file: string) => ({
  ...(await load(`src/store/${file}`)),
  ...(await load(`src/store/own/${file}`)),
});
const { saveReport, saveItem, saveOwn } = await own('reports.ts');
const { queueWrite } = await own('writes.ts');
const { queueScan } = await own('scans.ts');
const { EMPTY_PERSON, toUpload } = await load('src/features/report/person.ts');
const { emptyItem, toItemUpload } = await load('src/features/report/item.ts');
const { TEMPLATE_VERSION } = await load('match/template.ts');

const db = new LocalDb();
db.signedIn = () => ({ id: '$AUTHOR', name: 'Asha Devi' });
const now = Date.parse('2026-11-20T10:00:00Z');
const photoOf = async (red: number) => {
  const background = { r: red, g: 90, b: 40 };
  const bytes = await sharp({ create: { width: 24, height: 24, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, blob: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }) };
};
const names = () => ({ id: randomUUID(), opId: randomUUID() });
const descriptor = Array.from({ length: 128 }, (_, i) => Math.sin(i * 7 + 1));

const photo = await photoOf(200);
const face = { sha256: photo.sha256, descriptor, model: TEMPLATE_VERSION };
const person = { ...EMPTY_PERSON, title: 'Lost at the fair', name: 'Gulab Kaur', age: '71', description: 'Limps' };
const files = { photos: [photo], videos: [] };
const upload = toUpload(person, face);
const report = { ...names(), label: person.name, upload, ...files, values: person, face, now };
await (saveOwn ? saveOwn(db, { call: 'uploadLostFoundPerson', report }) : saveReport(db, report));
await queueScan(db, { opId: randomUUID(), descriptor, model: TEMPLATE_VERSION, now: now + 1 });
if (saveItem || saveOwn) {
  const item = { ...emptyItem('victim'), category: 'Keys', title: 'Three keys on a red ring', colour: 'Red' };
  const its = { photos: [await photoOf(90)], videos: [] };
  const report = { ...names(), label: item.title, upload: toItemUpload(item), ...its, values: item, now: now + 2 };
  await (saveOwn ? saveOwn(db, { call: 'createReport', report }) : saveItem(db, report));
  const write = { opId: randomUUID(), id: report.id, label: item.title, now: now + 3 };
  await queueWrite(db, { ...write, endpoint: 'updateReport', input: { id: report.id, title: 'Three keys, red ring' } });
  const follow = { opId: randomUUID(), id: report.id, label: item.title, now: now + 4 };
  await queueWrite(db, { ...follow, endpoint: 'follow', input: { reportId: report.id } });
}

const tables: Record<string, unknown[]> = {};
for (const table of db.tables) {
  const rows = await table.toArray();
  if (rows.length > 0) tables[table.name] = await Promise.all(rows.map(asJson));
}
const stores = Object.fromEntries(
  db.tables.map(
    ({ name, schema }: { name: string; schema: { primKey: { src: string }; indexes: { src: string }[] } }) => [
      name,
      [schema.primKey, ...schema.indexes].map(({ src }) => src).join(', '),
    ],
  ),
);
const recorded = { version: db.verno, stores, tables };
writeFileSync(`tests/fixtures/releases/${name}.json`, `${JSON.stringify(recorded, null, 1)}\n`);
db.close();
indexedDB.deleteDatabase('wapsi');

/** Files as base64. */
async function asJson(row: Record<string, unknown>): Promise<unknown> {
  const { blob } = row;
  if (!(blob instanceof Blob)) return row;
  return { ...row, blob: { type: blob.type, base64: Buffer.from(await blob.arrayBuffer()).toString('base64') } };
}
