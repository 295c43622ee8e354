/** The built app: hashed files for ever, the shell always fresh, compressed once at build time. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import { FIRST_LOOKS, FRAME, firstLookOf } from '../../contract/first-looks.ts';
import { SHARE } from '../../contract/share.ts';
import { keepAssets } from './kept-assets.ts';
import { type FindShown, openRecordPages, takesBrotli } from './record-pages.ts';

/** Of what a page may ask the device for: a face for the scan, a place for a report, a voice for its words (decision 071), and nothing that could pay. */
const PERMISSIONS_POLICY = [
  ...['camera', 'geolocation', 'microphone'].map((feature) => `${feature}=(self)`),
  ...['display-capture', 'payment', 'usb', 'serial', 'hid', 'bluetooth', 'midi'].map((name) => `${name}=()`),
].join(', ');

const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serve the app and the models from `distDir`; a page address gets the shell, anything else unknown is a 404 in JSON.
 * The pages may fetch map tiles from where `tileUrl` points. `keptDir` has the assets of former builds, for apps that are
 * still open. `findShown` tells what the page of a public record may show at once.
 */
export async function serveApp(
  app: FastifyInstance,
  {
    distDir,
    keptDir,
    tileUrl,
    findShown,
  }: { distDir: string; keptDir: string; tileUrl?: string | undefined; findShown?: FindShown },
): Promise<void> {
  const root = resolve(distDir, 'app');
  const kept = await keepAssets(resolve(root, 'assets'), resolve(keptDir), Date.now());
  const files = ['index.html', FRAME, ...FIRST_LOOKS.map(({ file }) => file)];
  const pages = new Map([...new Set(files)].map((file) => [file, readPage(resolve(root, file))]));
  const frame = pages.get(FRAME) ?? pages.get('index.html');
  const pageOf = (address: string): Page | undefined => pages.get(firstLookOf(address)) ?? frame;

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: policy(
        [...pages.values()].map((page) => page?.html),
        tileUrl,
      ),
    },
    crossOriginEmbedderPolicy: false,
    // Tile servers ask for a referrer; the origin alone tells them who asks and nothing about the page.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  });

  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('permissions-policy', PERMISSIONS_POLICY);
  });

  await app.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    wildcard: true,
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
    },
  });
  await app.register(fastifyStatic, {
    root: [resolve(root, 'assets'), kept],
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => {
      reply.header('cache-control', FOREVER);
    },
  });
  await app.register(fastifyStatic, {
    root: resolve(distDir, 'models'),
    prefix: '/models/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/parts/') ? FOREVER : 'no-cache');
    },
  });

  app.addHook('onRequest', async (request, reply) => {
    const [, first = ''] = request.url.split(/[/?]/);
    if (frame && PAGES_NAMED_AS_CALLS.has(first) && asksForPage(request)) return sendPage(request, reply, frame);
  });
  // What is shared is for the service worker alone. Where it is gone, the page says so; not a byte of the body is read.
  app.route({
    method: 'POST',
    url: SHARE.path,
    onRequest: async (_request, reply) => reply.header('connection', 'close').redirect(SHARE.path, 303),
    handler: async () => undefined,
  });
  const home = pageOf('/');
  if (home) app.get('/', (request, reply) => sendPage(request, reply, home));
  const recordPages = findShown && openRecordPages(distDir, findShown);
  app.setNotFoundHandler(async (request, reply) => {
    const page = pageOf(request.url);
    if (!asksForPage(request) || !page) throw new AppError('not-found', 'There is nothing at this address');
    return (await recordPages?.send(request, reply)) ?? sendPage(request, reply, page);
  });
}

/** Addresses that are a page for people and a call for programs; who asks for a page gets the app. */
const PAGES_NAMED_AS_CALLS = new Set(['news', 'inbox', 'claims', 'duty']);

const asksForPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

interface Page {
  html: string;
  brotli: Buffer | undefined;
}

function readPage(path: string): Page | undefined {
  if (!existsSync(path)) return undefined;
  const packed = `${path}.br`;
  return { html: readFileSync(path, 'utf8'), brotli: existsSync(packed) ? readFileSync(packed) : undefined };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding');
  return takesBrotli(request) && page.brotli
    ? reply.header('content-encoding', 'br').send(page.brotli)
    : reply.send(page.html);
}

/**
 * Nothing from anywhere else but map tiles, where a tile server is named (the service worker fetches those too), and the
 * API's host, where the build named one; inline code only where the build wrote it, by its hash. No text becomes HTML or
 * code, and the address of a worker only by the one policy of src/platform/scripts.ts.
 */
function policy(pages: (string | undefined)[], tileUrl: string | undefined): Record<string, string[]> {
  // `{s}` stands for one of several hosts: https://{s}.tiles.example.org
  const tiles = tileUrl === undefined ? [] : [tileUrl.replace('{s}', '*').split('/').slice(0, 3).join('/')];
  const hashes = (tag: string) =>
    pages.flatMap((page) =>
      [...(page ?? '').matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
        ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      ),
    );
  const [, api] = /<meta name="wapsi-api" content="([^"]+)">/.exec(pages.join('')) ?? [];
  const hosts = api === undefined ? tiles : [...tiles, api];
  const self = "'self'";
  return {
    'default-src': [self],
    'script-src': [self, "'wasm-unsafe-eval'", ...new Set(hashes('script'))],
    'style-src': [self, ...new Set(hashes('style'))],
    'img-src': [self, 'data:', 'blob:', ...hosts],
    'media-src': [self, 'blob:'],
    'connect-src': [self, ...hosts],
    'worker-src': [self],
    'manifest-src': [self],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [self],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['wapsi'],
  };
}
