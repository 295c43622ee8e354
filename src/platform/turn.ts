/** Turns pictures on a canvas, in whichever thread. */

import type { Turns } from '../../match/mesh.ts';

type Sized = CanvasImageSource & { readonly width: number; readonly height: number };

/** Of the canvas that a picture fills once it is turned. */
export const canvasFor = ({ width, height }: Sized, turns: Turns): OffscreenCanvas =>
  turns % 2 === 0 ? new OffscreenCanvas(width, height) : new OffscreenCanvas(height, width);

/** Fills {@link canvasFor} it. */
export function drawTurned(context: OffscreenCanvasRenderingContext2D, picture: Sized, turns: Turns): void {
  const { width, height } = context.canvas;
  context.translate(width / 2, height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
}
