/** What a build left to serve: assets of former builds, to apps that are still open, and the page that records are drawn into. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DRAWN_RECORD } from '../../contract/first-looks.ts';
import { keepAssets } from '../../server/http/kept-assets.ts';
import { describeError } from '../../server/http/log.ts';
import { serveApp } from '../../server/http/static.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.now();

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wapsi-kept-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A build with these assets, in place of the one before. */
async function build(assets: Record<string, string>): Promise<string> {
  const folder = join(dir, 'dist/app/assets');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(assets)) await writeFile(join(folder, name), text);
  return folder;
}

const kept = () => join(dir, 'data/assets');
const has = (name: string) =>
  readFile(join(kept(), name), 'utf8').then(
    () => true,
    () => false,
  );

describe('the assets of a former build', () => {
  it('fault 26: are served for 30 days after a newer build took over, however long that one had run', async () => {
    await keepAssets(await build({ 'page-1.js': 'one', 'same.js': 'same' }), kept(), NOW - 100 * DAY_MS);
    const newer = await build({ 'page-2.js': 'two', 'same.js': 'same' });
    await keepAssets(newer, kept(), NOW);
    await keepAssets(newer, kept(), NOW + 29 * DAY_MS);
    expect([await has('page-1.js'), await has('page-2.js'), await has('same.js')]).toEqual([true, true, true]);
    await keepAssets(newer, kept(), NOW + 31 * DAY_MS);
    expect([await has('page-1.js'), await has('page-2.js'), await has('same.js')]).toEqual([false, true, true]);
  });

  it('fault 26: come from the server beside those of the running build, to be kept for ever; what never was is 404', async () => {
    await keepAssets(await build({ 'page-1.js': 'one' }), kept(), NOW);
    await build({ 'page-2.js': 'two' });
    await mkdir(join(dir, 'dist/models'), { recursive: true });
    const app = fastify();
    await serveApp(app, { distDir: join(dir, 'dist'), keptDir: kept() });
    const get = (name: string) => app.inject({ url: `/assets/${name}` });
    const old = await get('page-1.js');
    expect([old.statusCode, old.body]).toEqual([200, 'one']);
    expect(old.headers['cache-control']).toContain('immutable');
    expect((await get('page-2.js')).body).toBe('two');
    const none = await get('page-3.js');
    expect(none.statusCode).not.toBe(200);
    expect(none.headers['cache-control'] ?? '').not.toContain('immutable');
    await app.close();
  });
});

it('a title of a record is only words on its page, whatever stands in it, and a failing database leaves the page as it is, and none of its words in the log', async () => {
  await build({});
  await mkdir(join(dir, 'dist/models'), { recursive: true });
  const { file, id, title, photo } = DRAWN_RECORD;
  await writeFile(join(dir, 'dist/app/index.html'), 'bare');
  await writeFile(join(dir, 'dist', file), `<p data-record="${id}"><h1>${title}</h1><img src="${photo}" alt=""/>`);
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = fastify({ logger: { stream, serializers: { err: describeError } } });
  const findShown = async (_request: unknown, asked: string) => {
    if (asked.startsWith('f')) throw new Error('the row of Asha Devi');
    return { title: `<script>"$& ${photo} ${id}'` };
  };
  await serveApp(app, { distDir: join(dir, 'dist'), keptDir: kept(), findShown });
  const page = async (of: string) => (await app.inject({ url: `/items/${of}`, headers: { accept: 'text/html' } })).body;
  const one = '0a0b0c0d-0000-4000-8000-000000000000';
  expect(await page(one)).toBe(`<p data-record="${one}"><h1>&lt;script&gt;&quot;$&amp; ${photo} ${id}&#39;</h1>`);
  expect(await page(`f${one.slice(1)}`)).toBe('bare');
  expect(await page('-')).toBe('bare');
  const said = lines.join();
  expect([said.includes('findShown'), said.includes('Asha')]).toEqual([true, false]);
  await app.close();
});
