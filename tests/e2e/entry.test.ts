/** What a first visit has to load before it can begin. Times are held by `npm run bench`. */

import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FIRST_LOOKS } from '../../contract/first-looks.ts';
import { MAIN_PAGES } from '../../scripts/chunks.ts';
import en from '../../src/i18n/en.json' with { type: 'json' };
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

  it('names in each page, in their order, the files that are made ready one by one behind its picture', async () => {
    for (const { file } of FIRST_LOOKS) {
      const html = await readFile(`dist/app/${file}`, 'utf8');
      const [...named] = html.matchAll(/<link data-behind[^>]* data-foundation href="\/assets\/(\w+)-/g);
      expect(
        named.map(([, name]) => name),
        file,
      ).toEqual(['records', 'agreement', 'database', 'light', 'services']);
      for (const [link] of html.matchAll(/<link data-behind[^>]*>/g))
        expect(link, file).toContain('fetchpriority="low"');
      // The first script stands on that one, and no other is on its way before the picture.
      for (const [link] of html.matchAll(/<link rel="modulepreload"[^>]*>/g)) expect(link, file).toContain('asking');
    }
  });

  it('draws for who is not signed in that they are to sign in, where they would be sent to', async () => {
    const html = await readFile('dist/app/post.html', 'utf8');
    expect(html).toContain(en.auth.again);
    expect(html).toContain(en.post.title);
    expect(await readFile('dist/app/login.html', 'utf8')).not.toContain(en.auth.again);
  });

  it('asks for at most 15 files of code for a main page, and 16 for any, with the services behind it (decision 041)', () => {
    const pages = Object.keys(manifest).filter((name) => /^src\/features\/.*page\.tsx$|scan-route\.tsx$/.test(name));
    expect(pages.length).toBeGreaterThan(25);
    const around = ['index.html', 'src/main.tsx', 'src/app/routes.tsx', 'src/app/page-needs.tsx', 'src/app/start.ts'];
    const main = new Set<string>(Object.values(MAIN_PAGES));
    for (const page of pages) expect(filesOf(...around, page).size, page).toBeLessThanOrEqual(main.has(page) ? 15 : 16);
  });
});
