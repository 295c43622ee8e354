/** How the server finds faces: what its models answer, what they are shown, and that it is what a phone finds. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fivePoints } from '../../match/align.ts';
import { findFaces } from '../../match/stills.ts';
import { compareTemplates, decodeTemplate, encodeTemplate, withFused } from '../../match/template.ts';
import { buildModels } from '../../models/build/main.ts';
import faces from '../../server/demo/faces.json' with { type: 'json' };
import { mergeFaces, readDetections } from '../../server/face/detections.ts';
import { openEmbedder } from '../../server/face/embed.ts';
import { openFinder, windowOf } from '../../server/face/finder.ts';
import { type Eyes, lookAtPhoto } from '../../server/face/look.ts';
import { drawOnGrey, look, type Picture, readPicture, turned } from '../../server/face/picture.ts';
import { portrait } from '../support/camera.ts';

describe('what the detector answers', () => {
  const boxes = new Float32Array(896 * 16);
  const scores = new Float32Array(896).fill(-10);

  test('an anchor is in the middle of its cell, and boxes and points are about it', () => {
    // The second anchor of the cell in column 3, row 2 of the grid of 16: its middle is at 28, 20 of 128 pixels.
    const i = 2 * (2 * 16 + 3) + 1;
    scores[i] = 2;
    boxes.set([4, -4, 32, 16, -8, 0, 8, 0], 16 * i);
    const [face, ...others] = readDetections(boxes, scores, 0.5);
    expect(others).toEqual([]);
    expect(face?.score).toBeCloseTo(1 / (1 + Math.exp(-2)), 6);
    expect(face?.box.map((value) => value * 128)).toEqual([16, 8, 48, 24]);
    expect(face?.points.slice(0, 4).map((value) => value * 128)).toEqual([20, 20, 36, 20]);
    expect(readDetections(boxes, scores, 0.9)).toEqual([]);
    // The first anchor of the coarse grid stands in the middle of a cell of 16 pixels.
    scores[512] = 3;
    boxes.set([0, 0, 16, 16], 16 * 512);
    expect(readDetections(boxes, scores, 0.5)[0]?.box.map((value) => value * 128)).toEqual([0, 0, 16, 16]);
  });

  test('boxes over one face become their mean by their scores, and two faces stay two', () => {
    const box = (x: number, score: number) => ({ score, box: [x, 0, x + 4, 4] as const, points: [x, 0] });
    const [first, second, ...more] = mergeFaces([box(1, 0.6), box(0, 0.9), box(10, 0.7)]);
    expect(more).toEqual([]);
    expect([first?.score, second?.score]).toEqual([0.9, 0.7]);
    expect(first?.points[0]).toBeCloseTo(0.6 / 1.5, 6);
    expect(second?.box).toEqual([10, 0, 14, 4]);
    const flat = { score: 0.8, box: [0, 0, 0, 4] as const, points: [] };
    expect(mergeFaces([flat, { ...flat }])).toHaveLength(2);
  });

  test('the mesh is looked for around the box with air, upright by the eyes', () => {
    const square = { x: 50, y: 40, width: 100, height: 100, angle: 0 };
    const face = { score: 1, box: [0.4, 0.4, 0.6, 0.5] as const, points: [0.45, 0.4, 0.55, 0.5] };
    const window = windowOf(face, square);
    const wanted = { x: 50, y: 35, width: 30, height: 15, angle: Math.PI / 4 };
    for (const [name, value] of Object.entries(wanted)) expect(window[name as 'x']).toBeCloseTo(value, 6);
  });
});

describe('what the models are shown', () => {
  /** Each pixel is as red as its column, and as green as its row. */
  const picture = (width: number, height: number): Picture => ({
    ...{ width, height },
    data: Uint8Array.from({ length: 4 * width * height }, (_, i) => {
      const [x, y] = [Math.floor(i / 4) % width, Math.floor(i / 4 / width)];
      return [x, y, 0, 255][i % 4] ?? 0;
    }),
  });

  test('a window is taken between four pixels, turned, and black or stretched beyond the edge', () => {
    const whole = { x: 10, y: 10, width: 20, height: 20, angle: 0 };
    const seen = look(picture(20, 20), whole, 10, 'black');
    expect([seen[3], seen[100 + 40]]).toEqual([6, 8]);
    const onItsSide = look(picture(20, 20), { ...whole, angle: Math.PI / 2 }, 10, 'stretched');
    expect(onItsSide[3]).toBeCloseTo(19, 3); // the upper edge is what was on the right
    const beyond = { ...whole, x: -20 };
    expect(look(picture(20, 20), beyond, 10, 'black')[45]).toBe(0);
    expect(look(picture(20, 20), beyond, 10, 'stretched')[145]).toBe(8);
  });

  test('four quarter turns are none, and one has the left side above', () => {
    const wide = picture(5, 3);
    const right = turned(wide, 1);
    expect([right.width, right.height]).toEqual([3, 5]);
    expect([...right.data.slice(0, 2)]).toEqual([0, 2]);
    expect(turned(right, 3)).toEqual({ ...wide, data: wide.data });
    expect(turned(turned(wide, 2), 2).data).toEqual(wide.data);
  });

  test('a picture on grey is where it was put, at the size that was asked for', () => {
    const twice = drawOnGrey(picture(100, 100), 400, 300, { scale: 2, left: 100, top: 50 });
    const at = (x: number, y: number) => [...twice.data.slice(4 * (y * 400 + x), 4 * (y * 400 + x) + 2)];
    expect([at(50, 100), at(100, 20), at(301, 100)]).toEqual([
      [128, 128],
      [128, 128],
      [128, 128],
    ]);
    expect(at(200, 150)).toEqual([50, 50]);
    const half = drawOnGrey(picture(100, 100), 50, 50, { scale: 0.5, left: 0, top: 0 });
    expect(half.data[4 * (20 * 50 + 20)]).toBeGreaterThanOrEqual(40);
    expect(half.data[4 * (20 * 50 + 20)]).toBeLessThanOrEqual(41);
  });

  test('a picture is looked at whole, then with air, then piece by piece, and small faces only if asked', async () => {
    const views: [number, number][] = [];
    const finder = {
      whole: async () => [],
      view: async (width: number, height: number) => {
        views.push([width, height]);
        return [];
      },
    };
    await findFaces(finder, { width: 800, height: 400 }, false);
    expect(views).toEqual([[640, 320]]);
    await findFaces(finder, { width: 800, height: 400 });
    expect(views).toHaveLength(1 + 1 + 9 + 25);
  });
});

describe('on portraits', () => {
  let folder: string;
  let eyes: Eyes;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'finder-'));
    await buildModels(folder, () => {});
    const embedder = await openEmbedder(folder);
    if (!embedder) throw new Error('the model sources are not installed: see models/README.md');
    eyes = { embedder, finder: await openFinder(join(folder, 'server')) };
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true }));

  test('the five points are where a phone found them, to a fiftieth of the distance of the eyes', async () => {
    for (const { file, points } of faces.slice(0, 4)) {
      const picture = await readPicture(await portrait(file));
      const [mesh, ...others] = await eyes.finder.find(picture, true);
      if (!mesh) throw new Error('no face');
      expect(others).toEqual([]);
      const found = fivePoints(mesh, picture.width, picture.height);
      const eye = Math.hypot(
        (points[1]?.[0] ?? 0) - (points[0]?.[0] ?? 0),
        (points[1]?.[1] ?? 0) - (points[0]?.[1] ?? 0),
      );
      found.forEach(({ x, y }, i) => {
        expect(Math.hypot(x - (points[i]?.[0] ?? 0), y - (points[i]?.[1] ?? 0)) / eye).toBeLessThan(0.02);
      });
    }
  }, 60_000);

  test('a photo that lies on its head or side is turned, and has the template of the upright one', async () => {
    const photo = await portrait('women/14.jpg');
    const upright = await lookAtPhoto(eyes, photo, { known: [] });
    if (upright.kind !== 'face') throw new Error('no face');
    for (const angle of [180, 90, 270]) {
      const found = await lookAtPhoto(eyes, await sharp(photo).rotate(angle).png().toBuffer(), { known: [] });
      expect(found).toMatchObject({ kind: 'face', clear: true });
      if (found.kind === 'face') expect(compareTemplates(found.code, upright.code)).toBeGreaterThan(0.9);
    }
    const blurred = await lookAtPhoto(eyes, await sharp(photo).blur(20).png().toBuffer(), { known: [] });
    expect(blurred).toMatchObject({ kind: 'face', clear: false });
  }, 60_000);
});

test('the mean of three faces is compared beside them, of two it is not, and faces that cancel out have none', () => {
  const code = (seed: number) => encodeTemplate(Array.from({ length: 128 }, (_, i) => Math.sin(seed * (i + 1))));
  const codes = [code(1), code(2), code(3)];
  expect(withFused(codes.slice(0, 2))).toEqual(codes.slice(0, 2));
  const [, , , fused, ...more] = withFused(codes);
  expect(more).toEqual([]);
  if (!fused) throw new Error('no mean');
  for (const one of codes) expect(compareTemplates(one, fused)).toBeGreaterThan(0.4);
  const opposite = encodeTemplate(decodeTemplate(code(1)).map((value) => -value));
  const cancelling = [code(1), opposite, code(1), opposite];
  expect(withFused(cancelling)).toEqual(cancelling);
});
