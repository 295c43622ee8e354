/** The face model in a thread of its own: its work blocks for a tenth of a second. `workerData` is the folder of models. */

import { parentPort, workerData } from 'node:worker_threads';
import { encodeTemplate } from '../../match/template.ts';
import { openEmbedder } from './embed.ts';

/** Upright faces, RGBA. */
export type Faces = readonly Uint8ClampedArray[];
/** The template of each; undefined when this server was built without the face models. */
export type Templates = readonly Uint8Array[] | undefined;

const opened = openEmbedder(String(workerData));

parentPort?.on('message', async (faces: Faces) => {
  const embedder = await opened;
  if (!embedder) return parentPort?.postMessage(undefined);
  const templates: Uint8Array[] = [];
  for (const face of faces) templates.push(encodeTemplate(await embedder.embedAligned(face)));
  return parentPort?.postMessage(templates satisfies Templates);
});
