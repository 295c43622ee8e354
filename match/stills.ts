/**
 * Finds the faces of a still photo, of any size and however it lies: what the finder misses at first is looked for again,
 * larger, smaller or turned.
 */

import { boxOf, type Mesh, type Turns } from './mesh.ts';
import { lengthOf } from './template.ts';

/** Longest side a photo is looked at in; more pixels find no more faces. */
export const MAX_PHOTO_PIXELS = 1600;
/** Enough to ask whom is meant; a crowd is not a capture. */
export const MAX_FACES = 4;
/**
 * A still picture is asked who is on it, so a face that another one or the edge cuts is not to be missed. Of 24 pairs
 * that fill a camera frame together, 0.8 saw both faces in 7, 0.5 in 23; no face of 316 single ones counted twice at
 * 0.5, while 0.3 saw faces where there are none.
 */
export const STILL_CONFIDENCE = 0.5;

/**
 * Note: The length of an embedding. How much of a face a look has seen shows in the length of what the face model makes of
 * it, which a template leaves out. Measured with 195 pairs of photos (Indian actors, LFW, adults of FG-NET), the second
 * also blurred, darkened and made small, 1,286 looks: of those shorter than 9 the bar of 0.40 found 12 %, of the others
 * 80 %; what the measures of a camera frame call unfit made no difference beside it. Of 278 upright photos 1 in 20 is
 * shorter than 10.7, and of 126 faces seen on one that lies on its head all are, by a tenth of the upright one's or more in
 * 125; none of the upright ones is beaten so. See docs/decisions/082.
 */
const CLEAR_LENGTH = 9;
const UPRIGHT_LENGTH = 10.7;
const LONGER_BY = 1.1;

/** Whether others will find somebody by this face. */
export const isClear = (embedding: Float32Array): boolean => lengthOf(embedding) >= CLEAR_LENGTH;

/** What was seen of a photo that was turned so. */
export interface Sight<P> {
  readonly picture: P;
  readonly turns: Turns;
  /** The largest first. */
  readonly faces: readonly Mesh[];
  /** Of the largest. */
  readonly embedding: Float32Array | undefined;
}

/** How a device looks at one photo. */
export interface Onlooker<P> {
  turned(turns: Turns): P;
  /** `small`: whether the faces of people further away are looked for too. */
  faces(picture: P, small: boolean): Promise<readonly Mesh[]>;
  embed(picture: P, face: Mesh): Promise<Float32Array>;
}

/**
 * The photo as people stand upright on it. On one that lies on its head the finder often sees a face too, with the chin for
 * a forehead, and its template finds nobody. A face that lies on its side is found as it lies, and better so than turned.
 */
export async function lookAround<P>(at: Onlooker<P>): Promise<Sight<P>> {
  const look = async (turns: Turns, small = false): Promise<Sight<P>> => {
    const picture = at.turned(turns);
    const faces = await at.faces(picture, small);
    return { picture, turns, faces, embedding: faces[0] && (await at.embed(picture, faces[0])) };
  };
  const lengthSeen = ({ embedding }: Sight<P>): number => (embedding ? lengthOf(embedding) : 0);
  let best = await look(0);
  if (lengthSeen(best) >= UPRIGHT_LENGTH) return best;
  for (const turns of [2, 1, 3] as const) {
    if (turns !== 2 && best.embedding) break;
    const other = await look(turns);
    if (lengthSeen(other) > LONGER_BY * lengthSeen(best)) best = other;
  }
  return best.embedding ? best : look(0, true);
}

/** A window on a picture, as fractions of it; outside of it is grey. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A face that fills the picture is found when it has air around it. */
const PADDED: View = { x: -0.5, y: -0.5, size: 2 };
/** Small faces, of people standing further away, are found when the picture is looked at piece by piece. */
const TILES: readonly View[] = [0.5, 0.34].flatMap((size) =>
  steps(size).flatMap((y) => steps(size).map((x) => ({ x, y, size }))),
);
/** What is outside of the picture, each colour. */
export const GREY = 0x80;
/** What the finder gets to see of a view, longest side. */
const VIEW_PIXELS = 640;
/** A bystander's face this much smaller than the main one does not make "several faces". */
const MIN_RELATIVE_SIZE = 0.5;

export interface Finder {
  /** The faces of the picture as it is. */
  whole(): Promise<Mesh[]>;
  /** The faces of the picture drawn `scale` times as large on grey of this many pixels, its corner at `left`, `top`. */
  view(width: number, height: number, drawn: { scale: number; left: number; top: number }): Promise<Mesh[]>;
}

/** The faces a user could mean, the largest first. `small`: whether those of people further away are looked for too. */
export async function findFaces(
  finder: Finder,
  picture: { width: number; height: number },
  small = true,
): Promise<Mesh[]> {
  const direct = await finder.whole();
  if (direct.length > 0) return mainFaces(direct);
  const padded = await findIn(finder, picture, PADDED);
  if (padded.length > 0 || !small) return mainFaces(padded);
  const found: Mesh[] = [];
  for (const tile of TILES) {
    for (const mesh of await findIn(finder, picture, tile)) {
      if (!found.some((other) => overlap(other, mesh))) found.push(mesh);
    }
  }
  return mainFaces(found);
}

export function mainFaces(faces: readonly Mesh[]): Mesh[] {
  const bySize = [...faces].sort((a, b) => sizeOf(b) - sizeOf(a));
  const [largest] = bySize;
  return largest ? bySize.filter((face) => sizeOf(face) >= MIN_RELATIVE_SIZE * sizeOf(largest)) : [];
}

async function findIn(
  finder: Finder,
  { width, height }: { width: number; height: number },
  view: View,
): Promise<Mesh[]> {
  const scale = VIEW_PIXELS / (Math.max(width, height) * view.size);
  const faces = await finder.view(Math.round(width * view.size * scale), Math.round(height * view.size * scale), {
    scale,
    left: -view.x * width * scale,
    top: -view.y * height * scale,
  });
  return faces.map((mesh) => mesh.map((value, i) => (i % 2 === 0 ? view.x : view.y) + value * view.size));
}

/** Where windows of a size start so that they overlap by half and cover 0 to 1. */
function steps(size: number): number[] {
  const count = Math.ceil((1 - size) / (size / 2));
  return Array.from({ length: count + 1 }, (_, i) => (i * (1 - size)) / count);
}

const sizeOf = (mesh: Mesh): number => {
  const { width, height } = boxOf(mesh);
  return Math.sqrt(width * height);
};

/** The middle of one lies in the other. */
export function overlap(a: Mesh, b: Mesh): boolean {
  const [one, other] = [boxOf(a), boxOf(b)];
  const x = one.x + one.width / 2;
  const y = one.y + one.height / 2;
  return x > other.x && x < other.x + other.width && y > other.y && y < other.y + other.height;
}
