/** The camera, opened and closed in one place, and why it could not be opened. */

import { AppError } from '../../contract/errors.ts';
import { CAMERA } from '../../contract/limits.ts';

/** `user`: the front camera, the default (R104). `environment`: the one that looks at others. */
export type Facing = 'user' | 'environment';

const FACING_KEY = 'camera';

/** The one that was chosen here last, if one was. */
export function chosenFacing(): Facing | undefined {
  try {
    const kept = localStorage.getItem(FACING_KEY);
    return kept === 'user' || kept === 'environment' ? kept : undefined;
  } catch {
    return undefined; // a browser told to keep nothing
  }
}

export function chooseFacing(facing: Facing): void {
  try {
    localStorage.setItem(FACING_KEY, facing);
  } catch (error) {
    console.warn('The choice of the camera could not be stored', error);
  }
}

export interface Camera {
  readonly stream: MediaStream;
  /** Called when the camera is taken away: unplugged, or the permission withdrawn. */
  onLost(listener: () => void): void;
  close(): void;
}

/**
 * Open the camera, picture only (R105).
 * @throws AppError no-camera | camera-denied | camera-busy
 */
export async function openCamera(facing: Facing): Promise<Camera> {
  if (!navigator.mediaDevices?.getUserMedia) throw new AppError('no-camera', 'getUserMedia not supported');
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: facing, width: { ideal: CAMERA.width }, height: { ideal: CAMERA.height } },
      audio: false,
    });
  } catch (cause) {
    throw explain(cause);
  }
  return {
    stream,
    onLost(listener) {
      for (const track of stream.getTracks()) track.addEventListener('ended', listener, { once: true });
    },
    close() {
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

function explain(cause: unknown): AppError {
  const name = cause instanceof DOMException || cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return new AppError('camera-denied', 'The camera is not allowed', { cause });
  if (name === 'NotReadableError' || name === 'AbortError')
    return new AppError('camera-busy', 'Another app uses the camera', { cause });
  return new AppError('no-camera', 'There is no camera', { cause });
}
