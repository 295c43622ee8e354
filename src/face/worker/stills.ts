/** Finds the faces of a still photo, of any size: what the finder misses at first is looked for again, larger or smaller. */

import { boxOf, type Landmarker, type Mesh, type Picture } from './landmarks.ts';

/** A window on a picture, as fractions of it; outside of it is grey. */
interface View {
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
const GREY = '#808080';
/** What the finder gets to see of a view, longest side. */
const VIEW_PIXELS = 640;
/** A bystander's face this much smaller than the main one does not make "several faces". */
const MIN_RELATIVE_SIZE = 0.5;

/** The faces a user could mean, the largest first. */
export async function findFaces(landmarker: Landmarker, picture: Picture): Promise<Mesh[]> {
  const direct = await landmarker.find(picture);
  if (direct.length > 0) return mainFaces(direct);
  const padded = await findIn(landmarker, picture, PADDED);
  if (padded.length > 0) return mainFaces(padded);
  const found: Mesh[] = [];
  for (const tile of TILES) {
    for (const mesh of await findIn(landmarker, picture, tile)) {
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

async function findIn(landmarker: Landmarker, picture: Picture, view: View): Promise<Mesh[]> {
  const scale = VIEW_PIXELS / (Math.max(picture.width, picture.height) * view.size);
  const canvas = new OffscreenCanvas(
    Math.round(picture.width * view.size * scale),
    Math.round(picture.height * view.size * scale),
  );
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  context.fillStyle = GREY;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    picture,
    -view.x * picture.width * scale,
    -view.y * picture.height * scale,
    picture.width * scale,
    picture.height * scale,
  );
  const faces = await landmarker.find(canvas);
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
