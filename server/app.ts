/** The whole server as one value: every route on Fastify, over the things it is given. */

import fastify, { type FastifyInstance } from 'fastify';
import { callerFinder } from './auth/callers.ts';
import type { Config } from './config.ts';
import type { Db } from './db/schema.ts';
import { openFaceIndex } from './face/index.ts';
import { faceRoutes } from './face/routes.ts';
import { fileRoutes } from './files/routes.ts';
import type { FileStore } from './files/store.ts';
import { answerError, answerErrors } from './http/errors.ts';
import { describeError, logRequests } from './http/log.ts';
import type { Http } from './http/mount.ts';
import { serveApp } from './http/static.ts';
import { openPackShelf } from './sync/packs.ts';
import { syncRoutes } from './sync/routes.ts';
import { systemRoutes } from './system/routes.ts';

/** A text call is small; a photo inside a JSON field (old clients) is the largest. */
const MAX_BODY_BYTES = 12 * 1024 * 1024;
/** A sender slower than this for its headers holds a place that others need. */
const REQUEST_MS = 120_000;

export interface AppDeps {
  db: Db;
  files: FileStore;
  config: Config;
  /** Where log lines go; absent means standard output. */
  log?: { write(line: string): void };
}

export async function createApp({ db, files, config, log }: AppDeps): Promise<FastifyInstance> {
  const app = fastify({
    logger: {
      level: config.logLevel,
      base: null,
      serializers: { err: describeError },
      ...(log ? { stream: log } : {}),
    },
    frameworkErrors: answerError,
    logController: new fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_MS,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    routerOptions: { ignoreTrailingSlash: true },
  });
  answerErrors(app);
  logRequests(app);
  // Photos come as raw bytes and are read by their route, not collected in memory.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));

  const http: Http = { app, findCaller: await callerFinder(db) };
  systemRoutes(http);
  faceRoutes(http, { db, files, config, index: await openFaceIndex(db) });
  syncRoutes(http, { db, files, shelf: openPackShelf(db) });
  fileRoutes(http, { db, files });
  await serveApp(app, config.distDir);
  return app;
}
