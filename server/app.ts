/** The whole server as one value: every route on Fastify, over the things it is given. */

import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { callerFinder } from './auth/callers.ts';
import { codeJob } from './auth/code-mail.ts';
import { guardianRoutes } from './auth/guardian.ts';
import { authRoutes } from './auth/routes.ts';
import { forgetOver } from './auth/sessions.ts';
import { seesClaim } from './claims/read.ts';
import { claimRoutes } from './claims/routes.ts';
import type { Config } from './config.ts';
import type { Db } from './db/schema.ts';
import { openInnerCalls } from './envelopes/inner.ts';
import { envelopeRoutes, forgetEnvelopes } from './envelopes/routes.ts';
import { openFaceIndex } from './face/index.ts';
import { faceRoutes } from './face/routes.ts';
import { removeFiles, sweepUploads } from './files/jobs.ts';
import { fileRoutes } from './files/routes.ts';
import type { FileStore } from './files/store.ts';
import { takeBytes } from './http/bodies.ts';
import { checkEveryMs, limitConnections } from './http/connections.ts';
import { answerError, answerErrors } from './http/errors.ts';
import { forgetUses } from './http/limits.ts';
import { describeError, logRequests } from './http/log.ts';
import type { Http } from './http/mount.ts';
import { keepRoom } from './http/space.ts';
import { serveApp } from './http/static.ts';
import { matchItems } from './items/jobs.ts';
import { itemRoutes } from './items/routes.ts';
import { type Jobs, startJobs } from './jobs/jobs.ts';
import { openHub } from './live/hub.ts';
import { mailJob, openMailer } from './mail/mailer.ts';
import { mapRoutes } from './maps/routes.ts';
import { openMapShelf } from './maps/shelf.ts';
import { seesMessage } from './messages/read.ts';
import { messageRoutes } from './messages/routes.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { newsRoutes } from './news/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { seesNote } from './notes/store.ts';
import { deliveryJobs } from './notices/deliver.ts';
import { noticeRoutes } from './notices/routes.ts';
import { pushRoutes } from './push/routes.ts';
import { readVapidKeys } from './push/vapid.ts';
import { fillSearch } from './reports/backfill.ts';
import { expireReports } from './reports/expiry.ts';
import { reportRoutes } from './reports/routes.ts';
import { MATCH_ITEM, REMOVE_FILES } from './reports/store.ts';
import { opsRoutes } from './sync/ops.ts';
import { openPackShelf } from './sync/packs.ts';
import { syncRoutes } from './sync/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { ERASE_ACCOUNT, eraseClosed } from './users/closing.ts';
import { peopleRoutes } from './users/people.ts';
import { userRoutes } from './users/routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What writes have left for later; they run in this process, and in every other on the same database. */
    jobs: Jobs;
  }
}

const HOUR_MS = 3_600_000;
/** A text call is small; a photo inside a JSON field (old clients) is the largest. */
const MAX_BODY_BYTES = 12 * 1024 * 1024;

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
    requestTimeout: config.connections.requestMs,
    http: {
      headersTimeout: config.connections.headersMs,
      connectionsCheckingInterval: checkEveryMs(config.connections),
    },
    trustProxy: (_address, hop) => hop < config.trustProxy,
    routerOptions: { ignoreTrailingSlash: true },
  });
  answerErrors(app);
  takeBytes(app);
  logRequests(app);
  limitConnections(app.server, config.connections, config.trustProxy > 0);
  keepRoom(app, config.filesDir, config.diskReserve);

  await app.register(multipart);

  await fillSearch(db);
  const push = { keys: await readVapidKeys(db), contact: config.push.contact, hosts: config.push.hosts };
  const mailer = openMailer(config);
  const hub = openHub();
  app.addHook('preClose', async () => hub.close());
  const jobs = startJobs(
    db,
    {
      ...deliveryJobs({ db, push, siteUrl: config.siteUrl, publish: hub.publish }),
      mail: mailJob(mailer),
      code: codeJob(db, mailer),
      [ERASE_ACCOUNT]: eraseClosed(db),
      [MATCH_ITEM]: matchItems(db),
      [REMOVE_FILES]: removeFiles(db, files),
      'expire-reports': () => expireReports(db),
      'sweep-uploads': sweepUploads(files),
      housekeeping: async () => {
        await forgetUses(db);
        await forgetOver(db);
        await forgetEnvelopes(db, files);
      },
    },
    {
      every: { housekeeping: HOUR_MS, 'expire-reports': HOUR_MS, 'sweep-uploads': HOUR_MS },
      onError: (error, kind) => app.log.error({ err: error, job: kind }, 'job'),
    },
  );
  app.decorate('jobs', jobs);
  app.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET') jobs.wake();
  });
  app.addHook('onClose', () => jobs.stop());

  const inner = openInnerCalls(app, await callerFinder(db));
  const http: Http = { app, findCaller: inner.findCaller, served: new Map(), servedTogether: new Map() };
  systemRoutes(http, config);
  newsRoutes(http);
  authRoutes(http, { db, config });
  guardianRoutes(http, { db, config });
  userRoutes(http, { db, config, files });
  peopleRoutes(http, { db });
  const faces = await openFaceIndex(db);
  faceRoutes(http, { db, files, config, index: faces });
  syncRoutes(http, { db, files, shelf: openPackShelf(db) });
  opsRoutes(http, db);
  mapRoutes(
    http,
    openMapShelf(config.mapsDir, (line) => app.log.warn(line)),
  );
  fileRoutes(http, {
    db,
    files,
    seers: {
      note: (id, caller) => seesNote(db, id, caller),
      claim: (id, caller) => seesClaim(db, id, caller),
      message: (id, caller) => seesMessage(db, id, caller),
    },
  });
  reportRoutes(http, { db, files, config });
  noteRoutes(http, { db, config });
  itemRoutes(http, { db });
  claimRoutes(http, { db, config });
  messageRoutes(http, { db, config, hub });
  noticeRoutes(http, { db });
  pushRoutes(http, { db, settings: push });
  moderationRoutes(http, { db, faces });
  envelopeRoutes(http, { db, files, inner });
  await serveApp(app, { ...config, tileUrl: config.tiles?.url });
  return app;
}
