/** What a first visit has to load before it can begin. Times are held by `npm run bench`. */

import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startServer } from '../support/server.ts';

const KB = 1024;

interface Chunk {
  file: string;
  imports?: string[];
}

it('the entry, with all that it imports, is at most 110 KB packed', async () => {
  const server = await startServer({}, { from: inject('data') });
  onTestFinished(() => server.remove());
  const manifest = JSON.parse(await readFile('dist/app/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const visit = (name: string): void => {
    const { file, imports = [] } = manifest[name] ?? { file: '' };
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(visit);
  };
  visit('index.html');
  const html = await (await fetch(server.url)).text();
  let bytes = 0;
  for (const file of files) {
    expect(html).toContain(`"/${file}"`); // the page asks for each at once, not for one after the other
    bytes += gzipSync(await readFile(`dist/app/${file}`), { level: 9 }).length;
  }
  expect(bytes / KB).toBeGreaterThan(50);
  expect(bytes / KB).toBeLessThanOrEqual(110);
});
