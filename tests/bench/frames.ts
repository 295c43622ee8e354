/** One scan frame, from the picture to the descriptor: ours beside what a web app would use otherwise, in turns. */

import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { openDevice } from '../support/browser.ts';
import { film, portrait } from '../support/camera.ts';
import { type Line, median } from './line.ts';
import type { MethodPage, Stages } from './pages/method.ts';

const PORTRAITS = ['men/3', 'women/5', 'men/21', 'women/12', 'men/40', 'women/22', 'men/61', 'women/48'];
/** Of each portrait. */
const FRAMES = 4;
const WARM_UP = 2;
/** A method that has had so much time sits the rest out, so that a slow backend does not make the run endless. */
const TIME_MS = 12_000;

const METHODS = [
  { name: 'wapsi', page: 'ours.html' },
  { name: 'face-api tiny', page: 'face-api.html?detector=tiny' },
  { name: 'face-api SSD', page: 'face-api.html?detector=ssd' },
  { name: 'human', page: 'human.html' },
];

/** JPEGs as a camera gives them: 640 x 480, each face moving a little from one to the next. */
export async function makeFrames(): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (const name of PORTRAITS) {
    const path = await film(await portrait(`${name}.jpg`), 'bench');
    frames.push(...splitJpegs(await readFile(path)).slice(0, FRAMES));
    await rm(dirname(path), { recursive: true });
  }
  return frames;
}

const END_AND_START = Buffer.from([0xff, 0xd9, 0xff, 0xd8]);

function splitJpegs(bytes: Buffer): Buffer[] {
  const cut = bytes.indexOf(END_AND_START);
  return cut < 0 ? [bytes] : [bytes.subarray(0, cut + 2), ...splitJpegs(bytes.subarray(cut + 2))];
}

interface Timed {
  name: string;
  page: Page;
  backend: string;
  seen: number;
  spentMs: number;
  found: Stages[];
}

export async function benchFrames(url: string, frames: number): Promise<Line[]> {
  const device = await openDevice({ origin: url });
  try {
    const methods: Timed[] = [];
    for (const { name, page: path } of METHODS) {
      const page = await device.context.newPage();
      await page.goto(`${url}/${path}`);
      const backend = await page.evaluate(async () => {
        const { backend } = await (globalThis as unknown as MethodPage).method; // pages/method.ts puts it there
        return backend;
      });
      methods.push({ name, page, backend, seen: 0, spentMs: 0, found: [] });
    }
    for (const { page } of methods) for (let i = 0; i < WARM_UP; i++) await run(page, i);
    for (let i = 0; i < frames; i++) {
      for (const method of methods.filter(({ spentMs }) => spentMs < TIME_MS)) {
        const start = performance.now();
        const stages = await run(method.page, i);
        method.spentMs += performance.now() - start;
        method.seen++;
        if (stages) method.found.push(stages);
      }
    }
    if (device.faults.length > 0) throw new Error(device.faults.join('\n'));
    return toLines(methods);
  } finally {
    await device.remove();
  }
}

function run(page: Page, frame: number): Promise<Stages | undefined> {
  return page.evaluate(async (address) => {
    const { run } = await (globalThis as unknown as MethodPage).method; // pages/method.ts puts it there
    return run(await createImageBitmap(await (await fetch(address)).blob()));
  }, `/frames/${frame}`);
}

const sumOf = (stages: Stages): number => Object.values(stages).reduce((sum, ms) => sum + ms, 0);

function toLines([ours, ...peers]: Timed[]): Line[] {
  if (!ours) return [];
  const stageNames = Object.keys(ours.found[0] ?? {});
  const stageLines = stageNames.map(
    (stage): Line => ({
      what: `scan frame: ${stage}`,
      unit: 'ms',
      ours: median(ours.found.map((stages) => stages[stage] ?? Number.NaN)),
    }),
  );
  const sum = median(ours.found.map(sumOf));
  const sumLines = peers.map(
    (peer): Line => ({
      what: 'scan frame: sum',
      unit: 'ms',
      ours: sum,
      peer: {
        name: `${peer.name} (${peer.backend})`,
        value: median(peer.found.map(sumOf)),
        ...(peer.backend !== 'wasm' && { handicap: HANDICAP }),
      },
      note: `${describe(ours)}; ${describe(peer)}${peer.backend === 'wasm' ? '' : ` ${HANDICAP}: no ratio`}`,
    }),
  );
  return [...stageLines, ...sumLines];
}

/** Without its WebAssembly, which is a package of its own, a rival has WebGL, here computed on the CPU: far slower. */
const HANDICAP = 'without @tensorflow/tfjs-backend-wasm, which is not installed';

const describe = ({ name, found, seen }: Timed): string =>
  `${name} found the face in ${found.length} of ${seen} frames`;
