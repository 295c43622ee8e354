/** The face models in a thread of their own: their work blocks for a tenth of a second. `workerData` is the folder of models. */

import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { encodeTemplate } from '../../match/template.ts';
import { type FaceEmbedder, openEmbedder } from './embed.ts';
import { type FaceFinder, openFinder } from './finder.ts';
import { type Found, lookAtPhoto, type Who } from './look.ts';

export type Order =
  /** Upright faces, RGBA. */
  | { readonly kind: 'faces'; readonly faces: readonly Uint8ClampedArray[] }
  | { readonly kind: 'photo'; readonly photo: Uint8Array; readonly who: Who };
/** Undefined when this server was built without the face models. */
export type Answers = { readonly faces: readonly Uint8Array[] | undefined; readonly photo: Found | undefined };

const folder = String(workerData);
const opened = openEmbedder(folder);
let finder: Promise<FaceFinder> | undefined;

async function answer(embedder: FaceEmbedder, order: Order): Promise<Answers[Order['kind']]> {
  if (order.kind === 'faces') {
    const templates: Uint8Array[] = [];
    for (const face of order.faces) templates.push(encodeTemplate(await embedder.embedAligned(face)));
    return templates;
  }
  finder ??= openFinder(join(folder, 'server'));
  return lookAtPhoto({ finder: await finder, embedder }, order.photo, order.who);
}

parentPort?.on('message', async (order: Order) => {
  const embedder = await opened;
  parentPort?.postMessage(embedder && (await answer(embedder, order)));
});
