import { useEffect, useState } from 'react';
import { AppError } from '../../contract/errors.ts';
import { getFile } from '../../contract/file.ts';
import type { Api } from './client.ts';

/** The text that names a photo arrives before its bytes: they are asked for again, each time after a longer pause. */
const FIRST_PAUSE_MS = 2000;
const MAX_PAUSE_MS = 60_000;

/** The bytes of a photo on the server, `of` a report as that one shows it; nothing while they cannot be had. */
export function useFile(api: Api, sha256: string | undefined, size: 'thumb' | 'full', of?: string): Blob | undefined {
  const [blob, setBlob] = useState<Blob>();
  useEffect(() => {
    if (sha256 === undefined) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (pause: number): Promise<void> => {
      try {
        const input = { sha256, size, ...(of === undefined ? {} : { of }) };
        const bytes = await api.bytes(getFile, input, leaving.signal);
        if (!leaving.signal.aborted) setBlob(bytes);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (leaving.signal.aborted) return;
        timer = setTimeout(() => void read(Math.min(MAX_PAUSE_MS, pause * 2)), pause);
      }
    };
    void read(FIRST_PAUSE_MS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
      setBlob(undefined);
    };
  }, [api, sha256, size, of]);
  return blob;
}
