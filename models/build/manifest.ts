/** The list of model files, read once: what each is, where it comes from, and the hash it must have. */

import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { Sha256 } from '../../contract/primitives.ts';

const Source = z.object({
  file: z.string(),
  bytes: z.int(),
  sha256: Sha256,
  package: z.string(),
  version: z.string(),
  path: z.string(),
  licence: z.string(),
  from: z.string(),
});
export type Source = z.infer<typeof Source>;

const Output = z.object({
  file: z.string(),
  bytes: z.int(),
  sha256: Sha256,
  /** How the output is made of its source. */
  made: z.enum(['copy', 'repack-task', 'pack-onnx', 'convert-tflite']),
  source: Source,
});
export type Output = z.infer<typeof Output>;

const Manifest = z.object({
  templateVersion: z.string(),
  /** What a device takes. */
  outputs: z.object({ landmarker: Output, mediapipe: Output, ort: Output, sface: Output }),
  /** What the server finds faces with, beside the model that it has in common with devices. */
  server: z.object({ detector: Output, mesh: Output }),
});

export const manifest = Manifest.parse(JSON.parse(readFileSync(new URL('../manifest.json', import.meta.url), 'utf8')));
