/** Draws the mesh of a face over the camera picture (R112, R271). */

/** Points enough to see that the face is followed; all 478 would hide it. */
const EVERY = 3;

/**
 * Draw the landmarks on a canvas that lies over the video, which fills its box by `object-fit: cover`.
 *
 * @param landmarks x, y, x, y, … as fractions of the frame; nothing clears the canvas.
 */
export function drawLandmarks(
  canvas: HTMLCanvasElement,
  landmarks: Float32Array | undefined,
  frame: { width: number; height: number },
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const size = canvas.clientWidth * devicePixelRatio;
  if (canvas.width !== size) canvas.width = canvas.height = size;
  context.clearRect(0, 0, canvas.width, canvas.height);
  if (!landmarks || frame.width === 0) return;
  const scale = Math.max(canvas.width / frame.width, canvas.height / frame.height);
  const left = (canvas.width - frame.width * scale) / 2;
  const top = (canvas.height - frame.height * scale) / 2;
  const radius = 1.5 * devicePixelRatio;
  context.fillStyle = 'rgba(255, 255, 255, 0.85)';
  for (let i = 0; i + 1 < landmarks.length; i += 2 * EVERY) {
    const x = left + (landmarks[i] ?? 0) * frame.width * scale;
    const y = top + (landmarks[i + 1] ?? 0) * frame.height * scale;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
}
