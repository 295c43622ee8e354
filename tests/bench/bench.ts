/**
 * `npm run bench [-- --json FILE]`: how fast it is, in one run in a real Chromium; exit 1 when a limit is broken.
 * `-- --only scans` takes one part of it.
 */

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
import { benchLighthouse } from './lighthouse.ts';
import { isOk, type Line, ratioOf, toTable } from './line.ts';
import { servePages } from './pages.ts';
import { benchScan } from './scan.ts';
import { benchSearches } from './searches.ts';
import { benchServerStart } from './server-start.ts';
import { benchTaps } from './taps.ts';
import { benchTexts } from './texts.ts';

const start = performance.now();
const { values: options } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });
const PARTS = [
  'frames',
  'searches',
  'first-load',
  'lighthouse',
  'taps',
  'texts',
  'server-start',
  'cold-start',
  'scans',
] as const;
type Part = (typeof PARTS)[number];
if (options.only !== undefined && !PARTS.some((part) => part === options.only))
  throw new Error(`--only is one of ${PARTS.join(', ')}`);
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
  if (!isAsked('frames') && !isAsked('searches')) return [];
  const frames = await makeFrames();
  const pages = await servePages(frames);
  try {
    return [
      ...(await part('frames', () => benchFrames(pages.url, frames.length))),
      ...(await part('searches', () => benchSearches(pages.url))),
    ];
  } finally {
    await pages.close();
  }
}

/** The built app on its server, and then without it. */
async function benchApp(): Promise<Line[]> {
  const server = await startServer();
  const { url } = server;
  let phone: Phone | undefined;
  const ready = async (): Promise<Phone> => {
    if (!phone) say('taking the packs along');
    phone ??= await takeEverything(url);
    return phone;
  };
  try {
    const firstLoad = await part('first-load', () => benchFirstLoad(url));
    const pages = await part('lighthouse', () => benchLighthouse(url));
    const taps = await part('taps', () => benchTaps(url));
    if (isAsked('cold-start') || isAsked('scans')) await ready();
    const texts = await part('texts', benchTexts);
    const serverStart = await part('server-start', () => benchServerStart(server));
    await server.stop();
    const coldStart = await part('cold-start', async () => benchColdStart(await ready(), url, await allPaths()));
    const scans = await part('scans', async () => benchScan(await ready(), url));
    return [...coldStart, ...firstLoad, ...pages, ...taps, ...texts, ...serverStart, ...scans];
  } finally {
    await phone?.device.remove();
    await server.remove();
  }
}

function isAsked(name: Part): boolean {
  return options.only === undefined || options.only === name;
}

async function part(name: Part, measure: () => Promise<Line[]>): Promise<Line[]> {
  if (!isAsked(name)) return [];
  say(name);
  return measure();
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
