/** What an account takes home: each file of it in one ZIP, by a server that answers as ours does. */

import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { OutputOf } from '../../contract/endpoint.ts';
import { VIDEO_PIECE_BYTES } from '../../contract/file.ts';
import type { myData } from '../../contract/my-data.ts';
import { createApi } from '../../src/api/client.ts';
import { type Progress, packMyData } from '../../src/features/profile/my-data-zip.ts';

const [PHOTO, GONE, FILM, BROKEN, FACE] = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(64));
const film = new Uint8Array(VIDEO_PIECE_BYTES + 1000).map((_, i) => i % 251);
const bytes = (text: string, type = 'image/webp') => new Response(text, { headers: { 'content-type': type } });

/** Of the broken film only the first piece comes. */
async function fetchFile(input: RequestInfo | URL): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input));
  const from = Number(searchParams.get('from'));
  const piece = film.slice(from, from + VIDEO_PIECE_BYTES);
  const type = { headers: { 'content-type': 'application/octet-stream' } };
  if (pathname === `/files/${PHOTO}`) return bytes('photo');
  if (pathname === `/avatars/${FACE}`) return bytes('face');
  if (pathname === `/files/${FILM}/video` && piece.length > 0) return new Response(piece, type);
  if (pathname === `/files/${BROKEN}/video` && from === 0) return new Response(piece, type);
  if (pathname.endsWith('/video')) throw new TypeError('the link broke');
  return Response.json({ code: 'not-found', message: 'There is no such photo for you' }, { status: 404 });
}

it('has the words, the photos, the own picture and each film of pieces, and leaves out and counts what does not come', async () => {
  const api = createApi({ base: 'http://wapsi.example', fetch: fetchFile, token: () => undefined });
  const data = { madeAt: '', files: [PHOTO, GONE], videos: [BROKEN, FILM], avatar: FACE };
  const told: Progress[] = [];
  const { zip, missing } = await packMyData(api, data as unknown as OutputOf<typeof myData>, (one) => told.push(one));
  const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const text = (name: string) => new TextDecoder().decode(entries[name]);
  expect(missing).toBe(2);
  expect(Object.keys(entries).sort()).toEqual(
    [`files/${PHOTO}.webp`, `files/${FILM}.mp4`, `files/${FACE}.webp`, 'my-data.json'].sort(),
  );
  expect(JSON.parse(text('my-data.json'))).toEqual(data);
  expect([text(`files/${PHOTO}.webp`), text(`files/${FACE}.webp`)]).toEqual(['photo', 'face']);
  expect(Buffer.from(entries[`files/${FILM}.mp4`] ?? []).equals(Buffer.from(film))).toBe(true);
  expect(told.at(0)).toEqual({ file: 1, of: 5 });
  expect(told.at(-1)).toEqual({ file: 5, of: 5, bytes: VIDEO_PIECE_BYTES });
});
