/** The faces of a still photo, drawn larger and smaller for the finder where it misses them. */

import type { Mesh } from '../../../match/mesh.ts';
import { findFaces as find, GREY } from '../../../match/stills.ts';
import type { Landmarker, Picture } from './landmarks.ts';

/** The faces a user could mean, the largest first. */
export const findFaces = (landmarker: Landmarker, picture: Picture): Promise<Mesh[]> =>
  find(
    {
      whole: () => landmarker.find(picture),
      view: (width, height, { scale, left, top }) => {
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no 2d canvas');
        context.fillStyle = `rgb(${GREY} ${GREY} ${GREY})`;
        context.fillRect(0, 0, width, height);
        context.imageSmoothingQuality = 'high';
        context.drawImage(picture, left, top, picture.width * scale, picture.height * scale);
        return landmarker.find(canvas);
      },
    },
    picture,
  );
