/** The photos of a report as bytes, for a form: those just added, those on this phone, and the others from the server. */

import { useEffect, useState } from 'react';
import { AppError } from '../../../contract/errors.ts';
import { endpoints } from '../../../contract/protocol.ts';
import { useServices } from '../../services.ts';
import { filesOf, type Photo } from '../../store/files.ts';

/** In the order of `hashes`; one whose bytes cannot be had now is an empty photo, which is drawn as its outline. */
export function usePhotosOf(of: string, hashes: readonly string[], added: readonly Photo[]): readonly Photo[] {
  const { db, api } = useServices();
  const [had, setHad] = useState<ReadonlyMap<string, Blob>>(new Map());
  const missing = hashes.filter((sha256) => !had.has(sha256) && !added.some((photo) => photo.sha256 === sha256)).join();
  useEffect(() => {
    if (missing === '') return;
    const leave = new AbortController();
    const fetchOne = async (sha256: string): Promise<Photo> => {
      const [here] = await filesOf(db, [sha256]);
      if (here) return here;
      try {
        return { sha256, blob: await api.bytes(endpoints.getFile, { sha256, size: 'thumb', of }, leave.signal) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { sha256, blob: new Blob([]) };
      }
    };
    void Promise.all(missing.split(',').map(fetchOne)).then((photos) => {
      if (leave.signal.aborted) return;
      setHad((before) => new Map([...before, ...photos.map(({ sha256, blob }) => [sha256, blob] as const)]));
    });
    return () => leave.abort();
  }, [db, api, of, missing]);
  return hashes.map((sha256) => ({
    sha256,
    blob: added.find((photo) => photo.sha256 === sha256)?.blob ?? had.get(sha256) ?? new Blob([]),
  }));
}
