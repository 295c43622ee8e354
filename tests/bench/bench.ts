/** `npm run bench [-- --json FILE]`: how fast it is, in one run in a real Chromium; exit 1 when a limit is broken. */

import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { buildAll } from '../../scripts/build.ts';
import { openDevice } from '../support/browser.ts';
import { allPaths } from '../support/pages.ts';
import { startServer } from '../support/server.ts';
import { benchColdStart } from './cold-start.ts';
import { type Phone, takeEverything } from './device.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchFrames, makeFrames } from './frames.ts';
import { isOk, type Line, ratioOf, toTable } from './line.ts';
import { servePages } from './pages.ts';
import { benchScan } from './scan.ts';
import { benchSearches } from './searches.ts';
import { benchServerStart } from './server-start.ts';
import { benchTexts } from './texts.ts';

const start = performance.now();
const { values: options } = parseArgs({ options: { json: { type: 'string' } } });
await buildAll(say);
const lines = [...(await benchModules()), ...(await benchApp())];
/** How busy the machine was with this and all else; from about its number of cores on, times grow. */
const load = Number((loadavg()[0] ?? 0).toFixed(1));
const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, load, browser: await browserVersion() };
const date = new Date().toISOString().slice(0, 10);
console.log(
  `\n${toTable(lines)}\n\n${date}, ${machine.browser}, ${machine.cores} cores of ${machine.cpu}, load ${load}`,
);
if (options.json !== undefined) await writeFile(options.json, toJson());
const broken = lines.filter((line) => !isOk(line));
for (const { what } of broken) console.error(`Over its limit: ${what}`);
process.exitCode = broken.length > 0 ? 1 : 0;

/** The face pipeline and the search, in pages of the bench's own. */
async function benchModules(): Promise<Line[]> {
  const frames = await makeFrames();
  const pages = await servePages(frames);
  try {
    say('Scan frames…');
    const frameLines = await benchFrames(pages.url, frames.length);
    say('Searches…');
    return [...frameLines, ...(await benchSearches(pages.url))];
  } finally {
    await pages.close();
  }
}

/** The built app on its server, and then without it. */
async function benchApp(): Promise<Line[]> {
  const server = await startServer();
  const { url } = server;
  let phone: Phone | undefined;
  try {
    say('First load…');
    const firstLoad = await benchFirstLoad(url);
    say('Taking the packs along…');
    phone = await takeEverything(url);
    say('Hundreds of texts…');
    const texts = await benchTexts();
    say('Server start…');
    const serverStart = await benchServerStart(server);
    await server.stop();
    say('Cold start…');
    const coldStart = await benchColdStart(phone, url, await allPaths());
    say('Scans…');
    return [...coldStart, ...firstLoad, ...texts, ...serverStart, ...(await benchScan(phone, url))];
  } finally {
    await phone?.device.remove();
    await server.remove();
  }
}

async function browserVersion(): Promise<string> {
  const device = await openDevice({ origin: 'about:', draws: true });
  try {
    return `Chromium ${device.context.browser()?.version() ?? ''}`;
  } finally {
    await device.remove();
  }
}

function toJson(): string {
  const rows = lines.map((line) => ({ ...line, ratio: ratioOf(line), ok: isOk(line) }));
  return `${JSON.stringify({ date, machine, lines: rows }, undefined, 2)}\n`;
}

function say(text: string): void {
  console.error(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${text}`);
}
