/** What runs in a page of any engine, as text. */

/**
 * A camera that shows a photo: the page's own calls get its stream, as of a real one. It stands in the prototype: WebKit
 * throws the object itself away between two uses, and what was put on it too.
 */
export const PLAY_FACE = `(async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const photo = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const context = canvas.getContext('2d');
  let frame = 0;
  const draw = () => {
    const size = 472 + 2 * Math.round(3 * Math.sin(frame++ / 2)); // it breathes
    context.fillStyle = '#808890';
    context.fillRect(0, 0, 640, 480);
    context.drawImage(photo, 106, 84, 300, 300, 320 - size / 2, 240 - size / 2, size, size);
  };
  draw();
  setInterval(draw, 66);
  MediaDevices.prototype.getUserMedia = async () => canvas.captureStream(15);
})`;
