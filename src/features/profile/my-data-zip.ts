/** All that is kept of an account as one file: its words as JSON, its pictures and videos beside them. */

import { avatar } from '../../../contract/auth.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { getFile } from '../../../contract/file.ts';
import type { myData } from '../../../contract/my-data.ts';
import type { Api } from '../../api/client.ts';
import { readVideo } from '../../api/read-video.ts';

/** The file at work, from 1, of how many; `bytes` of a video that have come. */
export interface Progress {
  file: number;
  of: number;
  bytes?: number;
}

export interface Packed {
  zip: Blob;
  /** So many files are named in the JSON and did not come. */
  missing: number;
}

/** So much of a file is in memory at a time. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Fetch one file after the other; one that does not come is left out, and counted. */
export async function packMyData(
  api: Api,
  data: OutputOf<typeof myData>,
  onProgress: (progress: Progress) => void,
): Promise<Packed> {
  const { avatar: own, videos = [], files } = data;
  const video = (sha256: string) => (tell: (bytes: number) => void) =>
    readVideo(api, sha256, { pieces: [], onBytes: tell });
  const sources = [
    // One that they posted too is there larger.
    ...(own && !files.includes(own) ? [{ sha256: own, read: () => api.bytes(avatar, { sha256: own }) }] : []),
    ...files.map((sha256) => ({ sha256, read: () => api.bytes(getFile, { sha256 }) })),
    ...videos.map((sha256) => ({ sha256, read: video(sha256) })),
  ];
  const zip = await openZip();
  await zip.add('my-data.json', new Blob([JSON.stringify(data, undefined, 2)]));
  let missing = 0;
  for (const [i, { sha256, read }] of sources.entries()) {
    const at = { file: i + 1, of: sources.length };
    onProgress(at);
    const blob = await read((bytes) => onProgress({ ...at, bytes })).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return undefined;
    });
    if (blob) await zip.add(`files/${sha256}.${endingOf(blob)}`, blob);
    else missing++;
  }
  return { zip: zip.end(), missing };
}

/** A ZIP that is never in memory as a whole: a browser may put what is in a Blob on the disk. */
async function openZip() {
  const { Zip, ZipPassThrough } = await import('fflate');
  const parts: Blob[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.push(new Blob([chunk]));
  });
  return {
    async add(name: string, blob: Blob): Promise<void> {
      const file = new ZipPassThrough(name); // photos and videos are packed already
      zip.add(file);
      for (let at = 0; at < blob.size; at += CHUNK_BYTES)
        file.push(new Uint8Array(await blob.slice(at, at + CHUNK_BYTES).arrayBuffer()));
      file.push(new Uint8Array(), true);
    },
    end(): Blob {
      zip.end();
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}

const endingOf = ({ type }: Blob): string => type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin';
