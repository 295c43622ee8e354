/** Looks into a camera by people of the sample portraits, as an app sends them, and the models by which a server reads them. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import * as z from 'zod/mini';
import { decodeTemplate, encodeTemplate } from '../../match/template.ts';
import { buildModels } from '../../models/build/main.ts';
import { alignFace, openEmbedder } from '../../server/face/embed.ts';
import { readPicture } from '../../server/face/picture.ts';
import { portrait } from './camera.ts';
import type { TestHost } from './client.ts';

const Faces = z.array(z.object({ file: z.string(), points: z.array(z.tuple([z.number(), z.number()])) }));

/** How a look differs from the portrait: in the focus of the camera, and in where the face was found, in pixels. */
interface Look {
  blur?: number;
  aside?: number;
  mirrored?: boolean;
}

export interface Sitter {
  /** The template of the portrait, as a report has it. */
  face: number[];
  /** Two moments before a camera: near to the portrait, and not it. */
  selfie: string[];
  /** The portrait itself, and its mirror image. */
  copies: string[];
}

/** Give a host the face models, and the sample person with this number. */
export async function seatFor(host: TestHost): Promise<(index: number) => Promise<Sitter>> {
  const folder = join(host.config.distDir, 'models');
  await buildModels(folder, () => {});
  const embedder = await openEmbedder(folder);
  if (!embedder) throw new Error('the model sources are not installed: see models/README.md');
  const faces = Faces.parse(JSON.parse(await readFile('server/demo/faces.json', 'utf8')));
  return async (index) => {
    const { file, points } = faces[index] ?? { file: '', points: [] };
    const aligned = async ({ blur, aside = 0, mirrored }: Look) => {
      let photo = sharp(await portrait(file));
      if (blur) photo = photo.modulate({ brightness: 0.6 }).blur(blur);
      const found = points.map(([x, y], i) => ({ x: x + aside * Math.sin(i * 2.3), y: y + aside * Math.cos(i * 1.7) }));
      const face = alignFace(await readPicture(await photo.png().toBuffer()), found);
      if (!mirrored) return face;
      const turned = sharp(face, { raw: { width: 112, height: 112, channels: 4 } })
        .flop()
        .raw();
      return new Uint8ClampedArray(await turned.toBuffer());
    };
    const sent = async (look: Look) =>
      Buffer.from((await aligned(look)).filter((_, i) => i % 4 !== 3)).toString('base64');
    return {
      face: [...decodeTemplate(encodeTemplate(await embedder.embedAligned(await aligned({}))))],
      selfie: [await sent({ blur: 6 }), await sent({ blur: 8, aside: 12 })],
      copies: [await sent({}), await sent({ mirrored: true })],
    };
  };
}
