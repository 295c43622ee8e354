/** The faces of a still photo, drawn larger, smaller and turned for the finder where it misses them. */

import type { Mesh, Turns } from '../../../match/mesh.ts';
import { findFaces as find, GREY } from '../../../match/stills.ts';
import type { Landmarker, Picture } from './landmarks.ts';

/** The faces a user could mean, the largest first. `small`: those of people further away too. */
export const findFaces = (landmarker: Landmarker, picture: Picture, small: boolean): Promise<Mesh[]> =>
  find(
    {
      whole: () => landmarker.find(picture),
      view: (width, height, { scale, left, top }) => {
        const [canvas, context] = drawing(width, height);
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
  const { width, height } = picture;
  const [canvas, context] = turns === 2 ? drawing(width, height) : drawing(height, width);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(picture, -width / 2, -height / 2);
  return canvas;
}

function drawing(width: number, height: number): [OffscreenCanvas, OffscreenCanvasRenderingContext2D] {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  return [canvas, context];
}
