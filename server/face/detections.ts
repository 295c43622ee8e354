/** What MediaPipe's face detector answers, as places: its 896 anchors, and of what overlaps one. Pure. */

/** Fractions of the square that was looked at. */
export interface Detection {
  readonly score: number;
  /** Left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
  /** The eyes, nose, mouth and ears: x, y, x, y, … */
  readonly points: readonly number[];
}

/** The detector's input is this many pixels squared. */
export const DETECTOR_SIZE = 128;
/** One grid of cells of 8 pixels with two anchors each, and one of 16 pixels with six. */
const GRIDS = [
  { cells: DETECTOR_SIZE / 8, anchors: 2 },
  { cells: DETECTOR_SIZE / 16, anchors: 6 },
];
const ANCHORS: readonly [x: number, y: number][] = GRIDS.flatMap(({ cells, anchors }) =>
  Array.from({ length: cells * cells * anchors }, (_, i): [number, number] => {
    const cell = Math.floor(i / anchors);
    return [((cell % cells) + 0.5) / cells, (Math.floor(cell / cells) + 0.5) / cells];
  }),
);
/** A box, and six points. */
const VALUES = 16;
/** Boxes that share more of what they cover together are of one face. */
const SAME_FACE = 0.5;

/** The faces of at least this score, the surest first. `boxes`: 16 values an anchor, in pixels about it; `scores`: one, as a logit. */
export function readDetections(boxes: Float32Array, scores: Float32Array, least: number): Detection[] {
  const found = ANCHORS.flatMap(([anchorX, anchorY], i): Detection[] => {
    const score = 1 / (1 + Math.exp(-Number(scores[i])));
    if (score < least) return [];
    const values = Array.from(boxes.subarray(VALUES * i, VALUES * (i + 1)), (value) => value / DETECTOR_SIZE);
    const [dx = 0, dy = 0, width = 0, height = 0, ...points] = values;
    const [x, y] = [anchorX + dx, anchorY + dy];
    return [
      {
        score,
        box: [x - width / 2, y - height / 2, x + width / 2, y + height / 2],
        points: points.map((value, at) => value + (at % 2 === 0 ? anchorX : anchorY)),
      },
    ];
  });
  return mergeFaces(found);
}

/** Of boxes over one face, their mean by their scores: steadier than the best of them. */
export function mergeFaces(found: readonly Detection[]): Detection[] {
  let rest = [...found].sort((a, b) => b.score - a.score);
  const faces: Detection[] = [];
  for (let best = rest[0]; best; best = rest[0]) {
    const { box, score } = best;
    const same = rest.filter((other) => shared(box, other.box) > SAME_FACE);
    const total = same.reduce((sum, one) => sum + one.score, 0);
    const mean = (of: (one: Detection) => number): number =>
      same.reduce((sum, one) => sum + one.score * of(one), 0) / total;
    if (same.length === 0)
      faces.push(best); // a box without an area overlaps not even itself
    else
      faces.push({
        score,
        box: [
          mean((one) => one.box[0]),
          mean((one) => one.box[1]),
          mean((one) => one.box[2]),
          mean((one) => one.box[3]),
        ],
        points: best.points.map((_, i) => mean((one) => one.points[i] ?? 0)),
      });
    const left = rest.filter((other) => other !== best && !same.includes(other));
    rest = left;
  }
  return faces;
}

/** What two boxes share, over what they cover together. */
function shared(a: Detection['box'], b: Detection['box']): number {
  const across = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const down = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (!(across > 0 && down > 0)) return 0;
  const area = (box: Detection['box']) => (box[2] - box[0]) * (box[3] - box[1]);
  return (across * down) / (area(a) + area(b) - across * down);
}
