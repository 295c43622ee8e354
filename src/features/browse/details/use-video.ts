/** A video of a report: from this phone while it is here, else from the server, piece by piece. */

import { useEffect, useRef, useState } from 'react';
import { AppError } from '../../../../contract/errors.ts';
import { VIDEO_PIECE_BYTES } from '../../../../contract/file.ts';
import { endpoints } from '../../../../contract/protocol.ts';
import { useServices } from '../../../services.ts';
import { filesOf } from '../../../store/files.ts';

/** `coming`: the server has not got all of it; `failed`: what has come is kept, and `load` goes on from there. */
export type VideoState =
  | { readonly kind: 'idle' | 'coming' | 'failed' }
  | { readonly kind: 'loading'; readonly bytes: number }
  | { readonly kind: 'here'; readonly blob: Blob; readonly url: string };

export function useVideo(sha256: string): { video: VideoState; load: () => void } {
  const { api, db } = useServices();
  const [video, setVideo] = useState<VideoState>({ kind: 'idle' });
  const pieces = useRef<Blob[]>([]);
  const leaving = useRef<AbortController>(undefined);
  const url = video.kind === 'here' ? video.url : undefined;

  useEffect(() => () => leaving.current?.abort(), []);
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url]);

  async function fetchAll(signal: AbortSignal): Promise<VideoState> {
    const [here] = await filesOf(db, [sha256]);
    if (here) return stateOf(here.blob);
    // How long it is nobody says but its pieces: where an upload stands is told to who brings it alone.
    for (let last = false; !last; ) {
      const from = sizeOf(pieces.current);
      setVideo({ kind: 'loading', bytes: from });
      const piece = await api.bytes(endpoints.getVideo, { sha256, from }, signal).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not-found') return undefined;
        throw error;
      });
      if (!piece && from === 0) return { kind: 'coming' };
      if (piece) pieces.current.push(piece);
      last = !piece || piece.size < VIDEO_PIECE_BYTES;
    }
    const [first] = pieces.current;
    return stateOf(new Blob(pieces.current, { type: await typeOf(first) }));
  }

  async function load(): Promise<void> {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setVideo({ kind: 'loading', bytes: sizeOf(pieces.current) });
    try {
      const next = await fetchAll(signal);
      if (!signal.aborted) setVideo(next);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (!signal.aborted) setVideo({ kind: 'failed' });
    }
  }

  return { video, load: () => void load() };
}

const sizeOf = (pieces: readonly Blob[]): number => pieces.reduce((sum, { size }) => sum + size, 0);

const stateOf = (blob: Blob): VideoState => ({ kind: 'here', blob, url: URL.createObjectURL(blob) });

/** Of a video that the server has taken: it begins as WebM does, or it is an MP4 or a QuickTime. */
async function typeOf(first: Blob | undefined): Promise<string> {
  const head = new Uint8Array(await (first ?? new Blob()).slice(0, 4).arrayBuffer());
  return head[0] === 0x1a && head[1] === 0x45 ? 'video/webm' : 'video/mp4';
}
