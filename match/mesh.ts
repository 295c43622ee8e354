/** The mesh of a face, as MediaPipe finds it, and what it covers. */

/** x, y, x, y, … of 478 points, as fractions of the image. */
export type Mesh = Float32Array<ArrayBuffer>;

/** Fractions of the image. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Quarter turns to the right. */
export type Turns = 0 | 1 | 2 | 3;

/** Where the points of a picture are once it is turned. */
export function turnMesh(mesh: Mesh, turns: Turns): Mesh {
  const turned = mesh.slice();
  for (let i = 0; i < mesh.length; i += 2) {
    const [x = 0, y = 0] = [mesh[i], mesh[i + 1]];
    const places = [
      [x, y],
      [1 - y, x],
      [1 - x, 1 - y],
      [y, 1 - x],
    ] as const;
    turned.set(places[turns], i);
  }
  return turned;
}

export function boxOf(mesh: Mesh): Box {
  let [left, top, right, bottom] = [1, 1, 0, 0];
  for (let i = 0; i < mesh.length; i += 2) {
    const [x = 0, y = 0] = [mesh[i], mesh[i + 1]];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
