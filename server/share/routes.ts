/**
 * /r/NUMBER: who is missing, for whoever was sent the address or stands before the poster, and the picture that a chat shows
 * of it (decision 083). The server makes both, without the app and without JavaScript.
 *
 * Note: What a number tells. Every number that shows nothing is answered alike: one that nobody has, one that is protected,
 * one that waits. Whoever tries numbers is soon answered like that whatever they try; and what shows something counts as
 * read (server/reports/reading.ts), so that the records of a site are not copied along their numbers.
 */

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Language } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import { numberIn, SHARE_PAGE } from '../../contract/share.ts';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import type { FileStore } from '../files/store.ts';
import { countUse, refuseOver } from '../http/limits.ts';
import type { Reading } from '../reports/reading.ts';
import { findShared, type Shared } from '../reports/shown.ts';
import { openCards } from './cards.ts';
import { POLICY, pageOf } from './page.ts';
import { cardOf, type Sheet, sheetOf } from './sheet.ts';

export interface ShareDeps {
  db: Db;
  files: FileStore;
  reading: Reading;
  siteUrl: string;
  /** Who asks; a page is asked for without a session. */
  findCaller(request: FastifyRequest): Promise<Caller>;
}

/** Numbers an hour from one address that show nothing: a village has misread some, and more is trying. */
const MISSES_AN_HOUR = 120;
/** A chat may keep the picture so long. */
const KEPT_S = 60;

type Asked = FastifyRequest<{ Params: { number: string }; Querystring: { lang?: unknown } }>;

export function shareRoutes(app: FastifyInstance, deps: ShareDeps): void {
  const cards = openCards(deps.files);

  async function sheetFor(request: Asked): Promise<Sheet> {
    const shared = await find(deps, numberIn(request.params.number), await deps.findCaller(request));
    return sheetOf(shared, languageOf(request));
  }

  app.get(`${SHARE_PAGE}:number`, async (request: Asked, reply) => {
    const sheet = await sheetFor(request);
    const { number } = request.params;
    const address = `${deps.siteUrl}${SHARE_PAGE}${encodeURIComponent(number)}`;
    const language = `lang=${sheet.language}`;
    const version = createHash('sha256').update(JSON.stringify(sheet)).digest('hex').slice(0, 12);
    const at = { page: `${address}?${language}`, image: `${address}/image.jpg?${language}&v=${version}` };
    return guarded(reply, sheet)
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store') // it may have ended a moment later
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(pageOf(sheet, at));
  });

  app.get(`${SHARE_PAGE}:number/image.jpg`, async (request: Asked, reply) => {
    const sheet = await sheetFor(request);
    const bytes = await cards.draw(cardOf(sheet), sheet.shown?.photo);
    return guarded(reply, sheet)
      .header('cache-control', `public, max-age=${KEPT_S}`)
      .header('cross-origin-resource-policy', 'cross-origin') // chats in a browser show it
      .header('vary', 'accept-language')
      .type('image/jpeg')
      .send(bytes);
  });
}

/** No search engine shows a copy of what is over by then; of what it may not find it finds the picture neither. */
const guarded = (reply: FastifyReply, { indexed }: Sheet): FastifyReply =>
  reply.header('x-robots-tag', indexed ? 'noarchive' : 'noindex, noarchive');

async function find(deps: ShareDeps, number: string, caller: Caller): Promise<Shared> {
  const key = `share-miss:${caller.key}`;
  const isOver = await refuseOver(deps.db, key, MISSES_AN_HOUR).then(() => false, unlessTooMany);
  if (isOver) return { kind: 'nothing' };
  const shared = await findShared(deps, number, caller);
  if (shared.kind === 'nothing') await countUse(deps.db, key, MISSES_AN_HOUR).catch(unlessTooMany);
  return shared;
}

function unlessTooMany(error: unknown): true {
  if (error instanceof AppError && error.code === 'too-many') return true;
  throw error;
}

/** What the link says, else what the browser prefers of what there is. */
function languageOf({ query, headers }: Asked): Language {
  const said = Language.safeParse(query.lang);
  if (said.success) return said.data;
  const wanted = String(headers['accept-language'] ?? '')
    .split(',')
    .map((one) => {
      const [tag = '', quality] = one
        .trim()
        .toLowerCase()
        .split(/;\s*q=/);
      return { tag: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const language = Language.safeParse(tag);
    if (language.success) return language.data;
  }
  return 'en';
}
