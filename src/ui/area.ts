/** Areas of a photo: what is painted over before it is kept, a number on a card say, and the frame of what is kept. Pure. */

/** A part of a photo, in shares of its width and height. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Of one press of a button, and the least that an area may be: shares of the photo. */
const STEP = 0.05;
const LEAST = 0.03;
/** Where one begins that is not drawn with a finger. */
const MIDDLE: Area = { left: 0.3, top: 0.4, width: 0.4, height: 0.2 };

export interface Point {
  x: number;
  y: number;
}

/** What is done with the area that was made last. */
export type Change = 'left' | 'right' | 'up' | 'down' | 'wider' | 'narrower' | 'taller' | 'lower';
export const CHANGES: readonly Change[] = ['left', 'right', 'up', 'down', 'wider', 'narrower', 'taller', 'lower'];

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** The area between two places, in any order, on the photo. */
export function areaBetween(a: Point, b: Point): Area {
  const [left, right] = [within(Math.min(a.x, b.x), 1), within(Math.max(a.x, b.x), 1)];
  const [top, bottom] = [within(Math.min(a.y, b.y), 1), within(Math.max(a.y, b.y), 1)];
  return { left, top, width: right - left, height: bottom - top };
}

/** A press without a stroke covers what is around it. */
export const isStroke = ({ width, height }: Area): boolean => width >= LEAST || height >= LEAST;
export const around = ({ x, y }: Point): Area =>
  placed({ ...MIDDLE, left: x - MIDDLE.width / 2, top: y - MIDDLE.height / 2 });

export const middle = (): Area => MIDDLE;

/** All of the photo. */
export const WHOLE: Area = { left: 0, top: 0, width: 1, height: 1 };

/** The keys that do what the buttons do. */
export const KEYS: Partial<Record<string, readonly Change[]>> = {
  ArrowLeft: ['left'],
  ArrowRight: ['right'],
  ArrowUp: ['up'],
  ArrowDown: ['down'],
  '+': ['wider', 'taller'],
  '=': ['wider', 'taller'], // the same key, unshifted
  '-': ['narrower', 'lower'],
};

/** An area that lies on the photo as a whole. */
function placed({ left, top, width, height }: Area): Area {
  const [wide, high] = [Math.min(Math.max(width, LEAST), 1), Math.min(Math.max(height, LEAST), 1)];
  return { left: within(left, 1 - wide), top: within(top, 1 - high), width: wide, height: high };
}

export function changed(area: Area, change: Change): Area {
  const { left, top, width, height } = area;
  switch (change) {
    case 'left':
      return placed({ ...area, left: left - STEP });
    case 'right':
      return placed({ ...area, left: left + STEP });
    case 'up':
      return placed({ ...area, top: top - STEP });
    case 'down':
      return placed({ ...area, top: top + STEP });
    case 'wider':
      return placed({ ...area, width: width + STEP });
    case 'narrower':
      return placed({ ...area, width: width - STEP });
    case 'taller':
      return placed({ ...area, height: height + STEP });
    case 'lower':
      return placed({ ...area, height: height - STEP });
  }
}
