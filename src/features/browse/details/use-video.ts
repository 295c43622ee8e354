/** A video of a report: from this phone while it is here, else from the server, piece by piece. */

import { useEffect, useRef, useState } from 'react';
import { AppError } from '../../../../contract/errors.ts';
import { readVideo } from '../../../api/read-video.ts';
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
    const onBytes = (bytes: number) => setVideo({ kind: 'loading', bytes });
    const whole = await readVideo(api, sha256, { pieces: pieces.current, onBytes, signal });
    return whole ? stateOf(whole) : { kind: 'coming' };
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
