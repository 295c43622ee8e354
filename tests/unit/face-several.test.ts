/** Several faces before the camera: when they are looked for, which of them count, and what the photo of one shows. */

import { expect, test } from 'vitest';
import { decideFor } from '../../match/decide.ts';
import type { Mesh } from '../../match/mesh.ts';
import { mainFaces } from '../../match/stills.ts';
import { compareTemplates, encodeTemplate, meanTemplate } from '../../match/template.ts';
import { Ahead } from '../../src/face/worker/ahead.ts';
import type { Crop } from '../../src/face/worker/align.ts';
import { Captures } from '../../src/face/worker/captures.ts';
import { Company } from '../../src/face/worker/company.ts';
import type { Picture } from '../../src/face/worker/landmarks.ts';
import { templateOf } from '../../src/face/worker/one-face.ts';
import { photoArea } from '../../src/face/worker/photo.ts';

const FRAME = { width: 640, height: 480 } as Picture; // nothing looks at its pixels
const meshOf = (x: number, y: number, width: number, height: number): Mesh =>
  new Float32Array([x, y, x + width, y + height]);
const LEFT = meshOf(0, 0.2, 0.5, 0.7);
const RIGHT = meshOf(0.52, 0.2, 0.46, 0.6);
const BYSTANDER = meshOf(0.8, 0.1, 0.1, 0.15);

/** A finder that sees these faces, and counts how often it is asked. */
function finder(faces: Mesh[]) {
  const log = { asked: 0 };
  const find = async () => {
    log.asked++;
    return faces;
  };
  return { log, find };
}

test('a second face is noticed half a second after the first frame, and looked for once a second', async () => {
  const company = new Company();
  const both = finder([LEFT, RIGHT]);
  expect(await company.isSeen(both, FRAME, 5000)).toBe(false);
  expect(await company.isSeen(both, FRAME, 5400)).toBe(false);
  expect(both.log.asked).toBe(0);
  expect(await company.isSeen(both, FRAME, 5500)).toBe(true);
  const alone = finder([LEFT]);
  expect(await company.isSeen(alone, FRAME, 6400)).toBe(true);
  expect(alone.log.asked).toBe(0);
  expect(await company.isSeen(alone, FRAME, 6500)).toBe(false);
});

test('who is on the frame of the last look is known, and of no other', async () => {
  const company = new Company();
  const both = finder([RIGHT, LEFT]);
  for (const now of [0, 1000]) await company.isSeen(both, FRAME, now);
  expect(company.facesOn(FRAME)).toEqual([LEFT, RIGHT]);
  expect(company.facesOn({ ...FRAME })).toBe(undefined);
});

/** A capture on a frame of its own, that says when it is let go of. */
function capture(score: number, faces?: Mesh[]) {
  const closed: number[] = [];
  const frame = { close: () => closed.push(score) } as unknown as ImageBitmap;
  return { closed, shown: { crop: new Uint8ClampedArray(), mesh: LEFT, score, frame, faces } };
}

test('the capture that is shown is the best of those that were looked at for others, and no frame is kept in vain', () => {
  const captures = new Captures();
  const [plain, better, looked, bestLooked, last] = [
    capture(0.5),
    capture(0.7),
    capture(0.4, [LEFT]),
    capture(0.6, [LEFT]),
    capture(0.9),
  ];
  const shownAfter = [plain, better, looked, bestLooked, last].map((one) => {
    captures.offer(one.shown);
    return captures.shown?.score;
  });
  expect(shownAfter).toEqual([0.5, 0.7, 0.4, 0.6, 0.6]);
  expect(captures.best.map(({ score }) => score)).toEqual([0.9, 0.7, 0.6]);
  expect([plain, better, looked, bestLooked, last].map(({ closed }) => closed.length)).toEqual([1, 1, 1, 0, 1]);
  captures.clear();
  expect(bestLooked.closed).toEqual([0.6]);
});

test('faces are embedded ahead, one at a time and in a part of the time, and none twice', async () => {
  const ahead = new Ahead();
  const asked: Crop[] = [];
  const embedder = {
    embed: async (crop: Crop) => {
      asked.push(crop);
      await new Promise((resolve) => setTimeout(resolve, 30));
      return new Float32Array([1]);
    },
  };
  const [one, two] = [capture(1).shown, capture(0.5).shown];
  await ahead.prepare(embedder, [one, two]);
  await ahead.prepare(embedder, [one, two]); // not yet: the frames have their time first
  expect(asked).toEqual([one.crop]);
  for (const { crop } of [one, two]) await ahead.embed(embedder, crop);
  expect(asked).toEqual([one.crop, two.crop]);
});

test('where a look takes long it comes less often: a quarter of the time at most', async () => {
  const company = new Company();
  let asked = 0;
  const slow = {
    find: async () => {
      asked++;
      await new Promise((resolve) => setTimeout(resolve, 400));
      return [LEFT];
    },
  };
  for (const now of [0, 1000, 2000, 2500]) await company.isSeen(slow, FRAME, now);
  expect(asked).toBe(1);
  await company.isSeen(slow, FRAME, 3500);
  expect(asked).toBe(2);
});

test('a new scan knows of nobody', async () => {
  const company = new Company();
  const both = finder([LEFT, RIGHT]);
  for (const now of [0, 1000]) await company.isSeen(both, FRAME, now);
  company.forget();
  expect(await company.isSeen(both, FRAME, 1100)).toBe(false);
});

test('someone far behind does not make several faces; the largest face comes first', () => {
  expect(mainFaces([RIGHT, BYSTANDER, LEFT])).toEqual([LEFT, RIGHT]);
  expect(mainFaces([BYSTANDER])).toEqual([BYSTANDER]);
});

test('the photo of one of several faces ends half way to the next, beside, above or below it', () => {
  const box = { x: 0.375, y: 0.375, width: 0.25, height: 0.25 };
  const size = { width: 1600, height: 1600 };
  const alone = photoArea(box, [], size);
  expect(alone).toEqual({ x: 420, y: 420, width: 760, height: 760 });
  const besideOneAt = (x: number, y: number) => photoArea(box, [{ ...box, x, y }], size);
  expect(besideOneAt(0.65625, 0.40625)).toEqual({ ...alone, width: 605 });
  expect(besideOneAt(0.09375, 0.34375)).toEqual({ ...alone, x: 575, width: 605 });
  expect(besideOneAt(0.40625, 0.65625)).toEqual({ ...alone, height: 605 });
  expect(besideOneAt(0.34375, 0.09375)).toEqual({ ...alone, y: 575, height: 605 });
});

/** Looks of two people, each frame a little different. */
const lookOf = (person: number, frame: number): Float32Array =>
  Float32Array.from({ length: 128 }, (_, i) => Math.sin((i + 1) * person) + 0.3 * Math.sin((i + 7) * frame));

test('a scan whose camera went on to the next person looks for who is on the picture, and not for both', async () => {
  const [ASHA, RAVI] = [5, 11];
  const crops: [Crop, Crop, Crop, Crop] = [0, 1, 2, 3].map((n) => new Uint8ClampedArray([n])) as never;
  const [asha, ravi, ashaAgain, raviAgain] = crops;
  const embed = async (crop: Crop) => lookOf(crop === asha || crop === ashaAgain ? ASHA : RAVI, crops.indexOf(crop));
  const bandOf = (template: Float32Array, person: number) =>
    decideFor(compareTemplates(encodeTemplate(template), encodeTemplate(lookOf(person, 9))), 'adult');
  const scans: [shown: Crop, kept: Crop[], of: number, not: number][] = [
    [asha, [ravi, asha, raviAgain], ASHA, RAVI],
    [ravi, [ravi, asha, ashaAgain], RAVI, ASHA],
    [ravi, [asha, ashaAgain], RAVI, ASHA],
  ];
  for (const [shown, kept, of, not] of scans) {
    const template = await templateOf(shown, kept, embed);
    expect([bandOf(template, of), bandOf(template, not)]).toEqual(['likely', 'none']);
  }
  expect(await templateOf(asha, [asha, ashaAgain], embed)).toEqual(meanTemplate([lookOf(ASHA, 0), lookOf(ASHA, 2)]));
});
