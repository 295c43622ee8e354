/** How long a video is. */

/** A browser that has not found it out by then does not read this kind, or the file is very large. */
const PATIENCE_MS = 3000;

/** In seconds, as this browser reads it; undefined where it does not, and the server alone says. */
export async function videoSeconds(file: Blob): Promise<number | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  try {
    return await new Promise((resolve) => {
      setTimeout(resolve, PATIENCE_MS, undefined);
      video.onloadedmetadata = () => resolve(Number.isFinite(video.duration) ? video.duration : undefined);
      video.onerror = () => resolve(undefined);
      video.preload = 'metadata';
      video.src = url;
    });
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}
