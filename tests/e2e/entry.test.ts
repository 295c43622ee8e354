/** What a first visit has to load before it can begin. Times are held by `npm run bench`. */

import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSampleServer } from '../support/hosted.ts';

const KB = 1000; // as `npm run bench` counts

interface Chunk {
  file: string;
  imports?: string[];
  isDynamicEntry?: boolean;
}

let manifest: Record<string, Chunk>;
beforeAll(async () => {
  manifest = JSON.parse(await readFile('dist/manifest.json', 'utf8')) as typeof manifest;
});

/** These, with all that they import at once. */
function filesOf(...names: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} was not built`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  names.forEach(visit);
  return files;
}

describe('the app', () => {
  it('begins with a script of a kilobyte, so that the first picture does not wait for the others', async () => {
    let bytes = 0;
    for (const file of filesOf('index.html'))
      bytes += gzipSync(await readFile(`dist/app/${file}`), { level: 9 }).length;
    expect(bytes / KB).toBeGreaterThan(0.1);
    expect(bytes / KB).toBeLessThanOrEqual(2);
  });

  it('has an entry that is, with all that it imports, at most 110 KB packed', async () => {
    const server = await startSampleServer();
    onTestFinished(() => server.remove());
    const html = await (await fetch(server.url)).text();
    let bytes = 0;
    for (const file of filesOf('index.html', 'src/main.tsx')) {
      expect(html).toContain(`"/${file}"`); // the page asks for each at once, not for one after the other
      bytes += gzipSync(await readFile(`dist/app/${file}`), { level: 9 }).length;
    }
    expect(bytes / KB).toBeGreaterThan(50);
    expect(bytes / KB).toBeLessThanOrEqual(110);
  });

  it('asks for at most 15 files of code for any page, with the services behind it (decision 041)', () => {
    const pages = Object.keys(manifest).filter((name) => /^src\/features\/.*page\.tsx$|scan-route\.tsx$/.test(name));
    expect(pages.length).toBeGreaterThan(25);
    const around = ['index.html', 'src/main.tsx', 'src/app/routes.tsx', 'src/app/page-needs.tsx', 'src/app/start.ts'];
    for (const page of pages) expect(filesOf(...around, page).size, page).toBeLessThanOrEqual(15);
  });
});
