/**
 * `npm run browsers -- webkit`: leave page after page while the app starts and writes, and see that the last one is there
 * and that each store of its database answers; 20 times (`--runs`), each in a new browser. 1 when one failed, 2 when
 * nothing could be tried because this machine has no WebKit.
 */

import { parseArgs } from 'node:util';
import en from '../src/i18n/en.json' with { type: 'json' };
import { seeded } from '../tests/support/faults.ts';
import { startServer } from '../tests/support/server.ts';
import { findWebKit, startWebKit, type WebKitPage } from '../tests/support/webkit.ts';
import { buildAll } from './build.ts';

const NO_WEBKIT = 2;
/** The pages of one run; each is left within moments of being there. */
const WALK = ['/', '/lost-peoples', '/outbox', '/found-items', '/', '/lost-peoples', '/offline', '/', '/found-items'];
const LAST = { path: '/outbox', words: en.outbox.title };
const STAY_MS = 2500;
/** What has not come by then does not come, also on a busy machine. */
const HERE_MS = 30_000;

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});

/** Runs in the page: which stores do not answer, and whether the page has come. */
const LOOK = `
  const done = arguments[0];
  const until = performance.now() + ${HERE_MS};
  const silent = new Set();
  const request = indexedDB.open('wapsi');
  request.onsuccess = () => {
    for (const name of request.result.objectStoreNames) {
      silent.add(name);
      const count = request.result.transaction(name).objectStore(name).count();
      count.onsuccess = () => silent.delete(name);
    }
  };
  const look = () => {
    const main = document.querySelector('main');
    const isDrawn = main && main.innerText.includes(${JSON.stringify(LAST.words)});
    const isHere = isDrawn && !main.querySelector('[role=status] .unseen') && request.readyState === 'done';
    if (!(isHere && silent.size === 0) && performance.now() < until) return void setTimeout(look, 100);
    if (request.readyState === 'done') request.result.close();
    done({ isHere: Boolean(isHere), silent: [...silent], text: main ? main.innerText.slice(0, 60) : '' });
  };
  look();`;

interface Seen {
  isHere: boolean;
  silent: string[];
  text: string;
}

async function walk(page: WebKitPage, origin: string, random: () => number): Promise<Seen> {
  for (const path of WALK) {
    await page.go(origin + path);
    await new Promise((resolve) => setTimeout(resolve, random() * STAY_MS));
  }
  await page.go(origin + LAST.path);
  return (await page.ask(LOOK)) as Seen; // as LOOK answers
}

async function playWebKit(binary: string, runs: number): Promise<number> {
  const server = await startServer();
  const webkit = await startWebKit(binary);
  const random = seeded(Number(values.seed));
  let failed = 0;
  try {
    for (let run = 1; run <= runs; run++) {
      const page = await webkit.open();
      const began = performance.now();
      const seen = await walk(page, server.url, random).catch((error: unknown): Seen => {
        return { isHere: false, silent: [], text: String(error) };
      });
      await page.close();
      const isFine = seen.isHere && seen.silent.length === 0;
      if (!isFine) failed++;
      const words = isFine ? 'the app is there' : `NOT THERE: ${JSON.stringify(seen)}`;
      console.log(
        `WebKit ${page.version}, run ${run}: ${words} (${((performance.now() - began) / 1000).toFixed(0)} s)`,
      );
    }
  } finally {
    webkit.stop();
    await server.remove();
  }
  console.log(`${runs - failed} of ${runs} runs found the app there and each store answering (seed ${values.seed})`);
  return failed;
}

async function main(): Promise<void> {
  if (positionals.length !== 1 || positionals[0] !== 'webkit') throw new Error('There is one browser to name: webkit');
  const binary = findWebKit();
  if (binary === undefined) {
    console.error('NOTHING WAS TRIED: this machine has no WebKit. On Debian: apt-get install webkit2gtk-driver xvfb');
    process.exitCode = NO_WEBKIT;
    return;
  }
  await buildAll(console.log);
  process.exitCode = (await playWebKit(binary, Number(values.runs))) > 0 ? 1 : 0;
}

await main();
