/** Searching a gallery: ours beside what a web app would do otherwise. Runs in a browser and in Node. */

import { type GalleryChange, openGallery } from '../../match/gallery.ts';
import { openPlainScanner, type Scanner } from '../../match/scanner.ts';
import { DIMS, encodeTemplate } from '../../match/template.ts';

export interface Row {
  method: string;
  /** People in the gallery, one template each. */
  size: number;
  /** Median milliseconds a search. */
  ms: number;
  /** Share of the searches whose best answer was the right person. */
  rank1: number;
}

interface Method {
  name: string;
  /** The best answer for a probe, by its number in the gallery. */
  best(probe: Float32Array): number;
}

const ROUNDS = 5;
const PROBES = 20;
/** A round repeats a method for so long: browsers' clocks tick every 0.1 ms. */
const ROUND_MS = 40;
/** How far a probe is from its reference, per dimension: a cosine of about 0.7, as two photos of a person have. */
const NOISE = 1;

/**
 * Time each method on galleries of these sizes, in turns, so that a slow moment of the machine meets them all.
 *
 * `FaceMatcher` of @vladmandic/face-api is left out where the package does not load: in Node it wants a native module.
 */
export async function benchSearch(sizes: number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    const random = normals(size);
    const references = Array.from({ length: size }, () => unit(Float32Array.from({ length: DIMS }, random)));
    const targets = Array.from({ length: PROBES }, (_, i) => Math.floor((i * size) / PROBES));
    const probes = targets.map((target) => {
      const reference = references[target] ?? new Float32Array(DIMS);
      return unit(reference.map((value) => value * Math.sqrt(DIMS) + NOISE * random()));
    });
    const methods = [await ours(references), await ours(references, openPlainScanner()), loop(references)];
    methods.push(...(await faceMatcher(references)));
    const times = methods.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      methods.forEach((method, i) => {
        times[i]?.push(timed(method, probes));
      });
    }
    methods.forEach((method, i) => {
      const right = probes.filter((probe, k) => method.best(probe) === targets[k]).length;
      rows.push({ method: method.name, size, ms: median(times[i] ?? []), rank1: right / PROBES });
    });
  }
  return rows;
}

async function ours(references: Float32Array[], scanner?: Scanner): Promise<Method> {
  const { gallery } = await openGallery(undefined, scanner);
  gallery.apply(
    references.map((reference, n): GalleryChange => {
      const id = `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
      return { kind: 'put', entry: { id, type: 'lost', updatedHour: 0, codes: [encodeTemplate(reference)] } };
    }),
  );
  return {
    name: scanner ? 'wapsi, no WebAssembly' : 'wapsi',
    best: (probe) => Number.parseInt(gallery.search(encodeTemplate(probe), 3)[0]?.id.slice(-12) ?? '-1', 16),
  };
}

function loop(references: Float32Array[]): Method {
  return {
    name: 'loop over Float32Array[]',
    best(probe) {
      let best = -1;
      let bestScore = Number.NEGATIVE_INFINITY;
      for (let n = 0; n < references.length; n++) {
        const reference = references[n] as Float32Array; // no check within the loop: it is the rival's loop
        let score = 0;
        for (let i = 0; i < DIMS; i++) score += (probe[i] as number) * (reference[i] as number);
        if (score > bestScore) {
          best = n;
          bestScore = score;
        }
      }
      return best;
    },
  };
}

async function faceMatcher(references: Float32Array[]): Promise<Method[]> {
  const faceApi = await import('@vladmandic/face-api').catch(() => undefined);
  if (!faceApi) return [];
  const labelled = references.map((reference, n) => new faceApi.LabeledFaceDescriptors(String(n), [reference]));
  const matcher = new faceApi.FaceMatcher(labelled, 2);
  return [{ name: 'face-api FaceMatcher', best: (probe) => Number(matcher.findBestMatch(probe).label) }];
}

/** Milliseconds a search, over as many as a round takes. */
function timed(method: Method, probes: Float32Array[]): number {
  const start = performance.now();
  for (let done = 1; ; done++) {
    method.best(probes[done % probes.length] ?? new Float32Array(DIMS));
    const spent = performance.now() - start;
    if (spent >= ROUND_MS) return spent / done;
  }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Normally distributed numbers, the same ones for the same seed. */
function normals(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0; // mulberry32
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
