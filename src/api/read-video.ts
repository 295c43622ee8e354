/** A video as the server gives it: in pieces, one after the other. */

import { AppError } from '../../contract/errors.ts';
import { getVideo, VIDEO_PIECE_BYTES } from '../../contract/file.ts';
import type { Api } from './client.ts';

export interface VideoReading {
  /** What has come, in order: of an earlier try too, which is gone on with. Pieces that come are put behind it. */
  readonly pieces: Blob[];
  /** Told before each piece, with the bytes that have come. */
  readonly onBytes: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * The whole video; undefined while the server has not got all of it, or has none for this caller. How long it is nobody
 * says but its pieces: where an upload stands is told to who brings it alone.
 * @throws AppError of a piece that did not come; what came before is in `pieces`
 */
export async function readVideo(
  api: Api,
  sha256: string,
  { pieces, onBytes, signal }: VideoReading,
): Promise<Blob | undefined> {
  for (let last = false; !last; ) {
    const from = pieces.reduce((sum, { size }) => sum + size, 0);
    onBytes(from);
    const piece = await api.bytes(getVideo, { sha256, from }, signal).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return undefined;
      throw error;
    });
    if (!piece && from === 0) return undefined;
    if (piece) pieces.push(piece);
    last = !piece || piece.size < VIDEO_PIECE_BYTES;
  }
  return new Blob(pieces, { type: await typeOf(pieces[0]) });
}

/** Of a video that the server has taken: it begins as WebM does, or it is an MP4 or a QuickTime. */
async function typeOf(first: Blob | undefined): Promise<string> {
  const head = new Uint8Array(await (first ?? new Blob()).slice(0, 4).arrayBuffer());
  return head[0] === 0x1a && head[1] === 0x45 ? 'video/webm' : 'video/mp4';
}
