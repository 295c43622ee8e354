/**
 * What a picture looks like, in bits that stay the same when it is written anew, made smaller, or cut a little at its edges:
 * the signs of the 256 coarsest waves that it is made of (a cosine transform). Pure; pictures.ts draws
 * what is looked at.
 *
 * Note: Views. A cut moves all waves, so a picture is looked at in {@link VIEWS} ways: whole, and as it is when something is
 * cut off around it or at a corner. Which of them are kept, and what is compared, is in server/suppression/marks.ts.
 */

/** Bits of one view. */
export const BITS = 256;
/** Each edge of the grid that a picture is drawn on first, and of each view of that. */
export const LOOK_GRID = 256;
export const LOOK_EDGE = 64;
/** Left, top, width and height on the grid: 3 % of each side, where something is cut. */
export const CUTS = [
  [0, 0, 256, 256],
  [4, 4, 248, 248],
  [8, 8, 248, 248],
  [0, 0, 248, 248],
  [8, 0, 248, 248],
  [0, 8, 248, 248],
] as const;
export const VIEWS = CUTS.length;
/** A picture of one colour, or nearly, looks like every other: it says nothing. Steps of grey, of 255. */
export const LEAST_CONTRAST = 4;

/** The waves, the coarsest first: how often across, and how often down. */
const WAVES: readonly (readonly [number, number])[] = Array.from(
  { length: 24 * 24 },
  (_, i) => [i % 24, Math.floor(i / 24)] as const,
)
  .filter(([x, y]) => x + y > 0)
  .sort(([ax, ay], [bx, by]) => ax + ay - bx - by || ax - bx)
  .slice(0, BITS);
const COSINES = Array.from({ length: 24 }, (_, wave) =>
  Float64Array.from({ length: LOOK_EDGE }, (_, at) => Math.cos(((2 * at + 1) * wave * Math.PI) / 2 / LOOK_EDGE)),
);

/** A view of the same picture, turned round: waves that go up and down an odd number of times across have changed sides. */
export function mirrored(view: Uint8Array): Buffer {
  const turned = Buffer.from(view);
  WAVES.forEach(([x], i) => {
    if (x % 2 === 1) turned[i >> 3] = (turned[i >> 3] ?? 0) ^ (1 << (i & 7));
  });
  return turned;
}

/** The bits of a view in greys. */
export function bitsOf(grey: Uint8Array): Buffer {
  const across = COSINES.map((cosine) =>
    Float64Array.from({ length: LOOK_EDGE }, (_, y) => {
      let sum = 0;
      for (let x = 0; x < LOOK_EDGE; x++) sum += (grey[y * LOOK_EDGE + x] ?? 0) * (cosine[x] ?? 0);
      return sum;
    }),
  );
  const bits = Buffer.alloc(BITS / 8);
  WAVES.forEach(([x, y], i) => {
    let sum = 0;
    for (let at = 0; at < LOOK_EDGE; at++) sum += (across[x]?.[at] ?? 0) * (COSINES[y]?.[at] ?? 0);
    if (sum > 0) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  });
  return bits;
}

/** How far greys lie apart, as a standard deviation. */
export function contrastOf(grey: Uint8Array): number {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  return Math.sqrt(grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length);
}
