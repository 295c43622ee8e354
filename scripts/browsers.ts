/**
 * `npm run browsers`: what families do, in Chromium, Firefox and WebKit (every iPhone), with those that this machine has;
 * `-- firefox webkit` in those. It prints the table of the README. 1 when something did not work, 2 when a browser that was
 * asked for, or every one but Chromium, is missing.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '../tests/browsers/chromium.ts';
import { firefox } from '../tests/browsers/firefox.ts';
import { JOURNEYS, type Scene } from '../tests/browsers/journeys.ts';
import type { Engine } from '../tests/browsers/visitor.ts';
import { webkit } from '../tests/browsers/webkit.ts';
import { sessionOf } from '../tests/support/accounts.ts';
import { film, portrait } from '../tests/support/camera.ts';
import { startServer } from '../tests/support/server.ts';
import { buildAll } from './build.ts';

const ENGINES: readonly Engine[] = [chromium, firefox, webkit];
/** Gurpreet Singh of the sample people. */
const KNOWN = 'men/35.jpg';
const FAILED = 1;
const MISSING = 2;

const { values, positionals } = parseArgs({
  options: {
    /** How often a page is left while it starts. */
    leaves: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    /** Where pictures of what did not work are put. */
    pictures: { type: 'string', default: 'screens/browsers' },
  },
  allowPositionals: true,
});

/** By the name of a journey: what the table says. */
type Column = { title: string; cells: Map<string, string>; failed: number };

async function play(engine: Engine, dir: string): Promise<Column> {
  const bytes = await portrait(KNOWN);
  const file = join(dir, 'face.jpg');
  await writeFile(file, bytes);
  const server = await startServer({ COMPARE_LIMIT_ANONYMOUS: '100' });
  const playing = await film(bytes, 'known');
  const visitor = await engine.open(server.url, playing);
  const title = `${engine.name} ${visitor.version.split('.').slice(0, 2).join('.')}`;
  const scene: Scene = {
    ...{ visitor, server, face: { file, bytes }, hasFilm: engine === chromium },
    session: await sessionOf(server.url, 'poster'),
    leaves: { times: Number(values.leaves), seed: Number(values.seed) },
  };
  const cells = new Map<string, string>();
  let failed = 0;
  try {
    for (const { name, take } of JOURNEYS) {
      const began = performance.now();
      await server.start();
      const cell = await take(scene).catch(async (error: Error) => {
        failed++;
        console.log(`${title}: ${name}\n${error.message}${error.cause ? `\n  ${error.cause}` : ''}`);
        await keepPicture(scene, `${engine.name}-${failed}`);
        await visitor.faults().then(
          (faults) => faults.length > 0 && console.log(faults.join('\n')),
          () => undefined,
        );
        return 'NO';
      });
      await visitor.ask('localStorage.clear()').catch(() => undefined); // each begins in English, in light, as nobody
      cells.set(name, cell);
      console.log(`${title}: ${name}: ${cell} (${((performance.now() - began) / 1000).toFixed(0)} s)`);
    }
  } finally {
    await visitor.close();
    await server.remove();
    await rm(dirname(playing), { recursive: true, force: true });
  }
  return { title, cells, failed };
}

async function keepPicture({ visitor }: Scene, name: string): Promise<void> {
  await mkdir(values.pictures, { recursive: true });
  const path = join(values.pictures, `${name}.png`);
  await visitor.picture().then(
    async (picture) => {
      await writeFile(path, picture);
      console.log(`what was on the screen: ${path}`);
    },
    () => undefined,
  );
}

/** As the README has it. */
function tableOf(columns: readonly Column[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const names = [...new Set(columns.flatMap(({ cells }) => [...cells.keys()]))];
  return [
    row(['What', ...columns.map(({ title }) => title)]),
    row(['---', ...columns.map(() => '---')]),
    ...names.map((name) => row([name, ...columns.map(({ cells }) => cells.get(name) ?? '')])),
  ].join('\n');
}

async function main(): Promise<void> {
  const asked = positionals.map((name) => {
    const engine = ENGINES.find((one) => one.name.toLowerCase() === name);
    if (!engine) throw new Error(`${name} is none of ${ENGINES.map((one) => one.name.toLowerCase()).join(', ')}`);
    return engine;
  });
  const here: Engine[] = [];
  for (const engine of asked.length > 0 ? asked : ENGINES) {
    const missing = await engine.missing();
    if (missing === undefined) here.push(engine);
    else console.error(`NOT TRIED: ${engine.name}. This machine has ${missing}.`);
  }
  const isTooFew = asked.length > 0 ? here.length < asked.length : here.every((engine) => engine === chromium);
  if (isTooFew) process.exitCode = MISSING;
  if (here.length === 0) return console.error('NOTHING WAS TRIED.');

  await buildAll(console.log);
  const dir = await mkdtemp(join(tmpdir(), 'wapsi-browsers-'));
  try {
    const columns: Column[] = [];
    for (const engine of here) columns.push(await play(engine, dir));
    console.log(`\n${tableOf(columns)}`);
    if (columns.some(({ failed }) => failed > 0)) process.exitCode = FAILED;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

await main();
