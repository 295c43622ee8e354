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

/** The tiny detector looks at a square of so many pixels: 416 unless told, while 160 suits a face near the camera. */
const METHODS = [
  { name: 'wapsi', page: 'ours.html' },
  { name: 'face-api tiny 160', page: 'face-api.html?tiny=160' },
  { name: 'face-api tiny 416', page: 'face-api.html?tiny=416' },
  { name: 'face-api SSD', page: 'face-api.html' },
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
  /** By the number of the frame. */
  found: Map<number, Stages>;
}

export async function benchFrames(url: string, frames: number): Promise<Line[]> {
  const device = await openDevice({ origin: url, draws: true });
  try {
    const methods: Timed[] = [];
    for (const { name, page: path } of METHODS) {
      const page = await device.context.newPage();
      await page.goto(`${url}/${path}`);
      const backend = await page.evaluate(async () => {
        const { backend } = await (globalThis as unknown as MethodPage).method; // pages/method.ts puts it there
        return backend;
      });
      methods.push({ name, page, backend, found: new Map() });
    }
    for (const { page } of methods) for (let i = 0; i < WARM_UP; i++) await run(page, i);
    for (let i = 0; i < frames; i++) {
      for (const { page, found } of methods) {
        const stages = await run(page, i);
        if (stages) found.set(i, stages);
      }
    }
    if (device.faults.length > 0) throw new Error(device.faults.join('\n'));
    return toLines(methods, frames);
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

function toLines([ours, ...peers]: Timed[], frames: number): Line[] {
  if (!ours) return [];
  const everyFrame = [...ours.found.values()];
  const stageLines = Object.keys(everyFrame[0] ?? {}).map(
    (stage): Line => ({
      what: `scan frame: ${stage}`,
      unit: 'ms',
      ours: median(everyFrame.map((stages) => stages[stage] ?? Number.NaN)),
    }),
  );
  return [...stageLines, ...peers.map((peer) => compare(ours, peer, frames))];
}

/** On the frames both found the face in: a frame without one is done sooner. */
function compare(ours: Timed, peer: Timed, frames: number): Line {
  const shared = [...ours.found.keys()].filter((frame) => peer.found.has(frame));
  const sums = ({ found }: Timed) => shared.map((frame) => sumOf(found.get(frame) ?? {}));
  return {
    what: 'scan frame: sum',
    unit: 'ms',
    ours: median(sums(ours)),
    peer: { name: `${peer.name} (${peer.backend})`, value: median(sums(peer)) },
    note: `${ours.name} found the face in ${ours.found.size} of ${frames} frames, ${peer.name} in ${peer.found.size}; timed on the ${shared.length} of both`,
  };
}
