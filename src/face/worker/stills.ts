/** The faces of a still photo, drawn larger, smaller and turned for the finder where it misses them. */

import type { Mesh, Turns } from '../../../match/mesh.ts';
import { findFaces as find, GREY } from '../../../match/stills.ts';
import { canvasFor, drawTurned } from '../../platform/turn.ts';
import type { Landmarker, Picture } from './landmarks.ts';

/** The faces a user could mean, the largest first. `small`: those of people further away too. */
export const findFaces = (landmarker: Landmarker, picture: Picture, small: boolean): Promise<Mesh[]> =>
  find(
    {
      whole: () => landmarker.find(picture),
      view: (width, height, { scale, left, top }) => {
        const canvas = new OffscreenCanvas(width, height);
        const context = contextOf(canvas);
        context.fillStyle = `rgb(${GREY} ${GREY} ${GREY})`;
        context.fillRect(0, 0, width, height);
        context.imageSmoothingQuality = 'high';
        context.drawImage(picture, left, top, picture.width * scale, picture.height * scale);
        return landmarker.find(canvas);
      },
    },
    picture,
    small,
  );

export function turned(picture: ImageBitmap, turns: Turns): Picture {
  if (turns === 0) return picture;
  const canvas = canvasFor(picture, turns);
  drawTurned(contextOf(canvas), picture, turns);
  return canvas;
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  return context;
}
