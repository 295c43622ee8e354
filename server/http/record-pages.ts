/**
 * The page of a public record with its title and photo in it, so that a slow phone shows them before the first script.
 *
 * Every other record gets the same page as an address at which there is nothing: of it the page tells nothing, and no more
 * is asked for it.
 */

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DRAWN_RECORD } from '../../contract/first-looks.ts';
import { escapeHtml } from './html.ts';

/** What a record shows to everybody. */
export interface Shown {
  title: string;
  /** The hash of its first photo. */
  photo?: string;
}

/** What the record of that id shows to whoever asks for this page; undefined of all that are not public. */
export type FindShown = (request: FastifyRequest, id: string) => Promise<Shown | undefined>;

const RECORD_PAGE = /^\/items\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?|$)/;
/** It is packed while somebody waits. */
const QUALITY = 4;

/** `send` answers the reply where it has sent a page with a record in it. */
export function openRecordPages(distDir: string, findShown: FindShown) {
  const path = resolve(distDir, DRAWN_RECORD.file);
  const drawn = existsSync(path) ? readFileSync(path, 'utf8') : undefined;

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const [, id] = RECORD_PAGE.exec(request.url) ?? [];
    if (drawn === undefined || id === undefined) return undefined;
    // Whatever keeps it from being read, the page without it opens, and says what is wrong.
    const shown = await findShown(request, id).catch((error: unknown) => {
      request.log.warn({ err: error }, 'record page'); // without words of ours the logger takes those of the error
      return undefined;
    });
    if (!shown) return undefined;
    const html = fill(drawn, id, shown);
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store') // it may be hidden, or at its end, a moment later
      .header('x-robots-tag', 'noarchive') // and no search engine is to show a copy of it then
      .header('vary', 'accept-encoding');
    if (!takesBrotli(request)) return reply.send(html);
    const packed = await promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
    return reply.header('content-encoding', 'br').send(packed);
  }

  return { send };
}

/** Of whoever does not, a page is sent as it is. */
export const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  /\bbr\b/.test(String(headers['accept-encoding'] ?? ''));

function fill(drawn: string, id: string, { title, photo }: Shown): string {
  const html =
    photo === undefined
      ? drawn.replaceAll(new RegExp(`<(?:img|link)[^>]*${DRAWN_RECORD.photo}[^>]*>`, 'g'), '')
      : drawn.replaceAll(DRAWN_RECORD.photo, `/files/${photo}?size=full`);
  // The title last: one that has a place's name in it is only a title.
  return html.replaceAll(DRAWN_RECORD.id, id).replaceAll(DRAWN_RECORD.title, () => escapeHtml(title));
}
