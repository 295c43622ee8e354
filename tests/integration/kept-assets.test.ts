/** Assets of former builds, served to apps that are still open. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepAssets } from '../../server/http/kept-assets.ts';
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
