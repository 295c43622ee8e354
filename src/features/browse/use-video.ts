/** A video of a report: from this phone while it is here, else from the server, piece by piece. */

import { useEffect, useRef, useState } from 'react';
import { AppError } from '../../../contract/errors.ts';
import { endpoints } from '../../../contract/protocol.ts';
import { useServices } from '../../app/services.ts';
import { filesOf } from '../../store/files.ts';

/** `coming`: the server has not got all of it; `failed`: what has come is kept, and `load` goes on from there. */
export type VideoState =
  | { readonly kind: 'idle' | 'coming' | 'failed' }
  | { readonly kind: 'loading'; readonly bytes: number; readonly total: number }
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
    const { complete, received: total } = await api.call(endpoints.uploadState, { sha256 }, { signal });
    if (!complete) return { kind: 'coming' };
    for (let bytes = sizeOf(pieces.current); bytes < total; bytes = sizeOf(pieces.current)) {
      setVideo({ kind: 'loading', bytes, total });
      const piece = await api.bytes(endpoints.getVideo, { sha256, from: bytes }, signal);
      if (piece.size === 0) throw new AppError('bad-answer', 'A piece of the video is empty');
      pieces.current.push(piece);
    }
    const [first] = pieces.current;
    return stateOf(new Blob(pieces.current, { type: await typeOf(first) }));
  }

  async function load(): Promise<void> {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setVideo({ kind: 'loading', bytes: sizeOf(pieces.current), total: 0 });
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
