/** Whether two pictures of a face are of two moments: app and server ask the same. */

/** What a breath or a turn of the head moves is more, in the mean of the colours (0 to 255); one picture again is 0. */
const LEAST_CHANGE = 1;

/** RGB, a byte a colour, of the same size. */
export const areTwoMoments = (a: Uint8Array, b: Uint8Array): boolean => changeOf(a, b) >= LEAST_CHANGE;

function changeOf(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(Number(a[i]) - Number(b[i]));
  return sum / a.length;
}
