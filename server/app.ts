/** The whole server as one value: every route on Fastify, over the things it is given. */

import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import {
  changeRole,
  changeStanding,
  deleteAccount,
  endSessionsOf,
  logout,
  resetPassword,
  updateUser,
} from '../contract/auth.ts';
import { endOtherSessions, endSession } from '../contract/session.ts';
import { noticeOdd } from './audit/odd.ts';
import { SEAL_AUDIT, sealAudit } from './audit/sealing.ts';
import { callerFinder } from './auth/callers.ts';
import { codeJob } from './auth/code-mail.ts';
import { guardianRoutes } from './auth/guardian.ts';
import { forgetGuesses } from './auth/guesses.ts';
import { passkeyRoutes } from './auth/passkey-routes.ts';
import { forgetChallenges } from './auth/passkeys.ts';
import { authRoutes } from './auth/routes.ts';
import { sessionRoutes } from './auth/session-routes.ts';
import { forgetOver } from './auth/sessions.ts';
import { matchJobs } from './candidates/jobs.ts';
import { candidateRoutes } from './candidates/routes.ts';
import { seesClaim } from './claims/read.ts';
import { claimRoutes } from './claims/routes.ts';
import type { Config } from './config.ts';
import { ERASE_KEYS, eraseKeys, sweepKeys } from './db/erase-keys.ts';
import type { Db } from './db/schema.ts';
import { SCRUB, scrub } from './db/scrub.ts';
import { SEAL_ROWS, sealRows } from './db/seal-rows.ts';
import { openDesk } from './duty/open.ts';
import { RAISE_EVERY_MS, raiseDue } from './duty/raise.ts';
import { dutyRoutes } from './duty/routes.ts';
import { LOOK_UNANSWERED, lookUnanswered } from './duty/unanswered.ts';
import { openInnerCalls } from './envelopes/inner.ts';
import { forgetSealKeys, readSealPairs } from './envelopes/keys.ts';
import { envelopeRoutes, forgetEnvelopes } from './envelopes/routes.ts';
import { openEmbedding } from './face/embedding.ts';
import { enrolPhotos } from './face/enrol.ts';
import { ENROL_PHOTOS, enrolSoon } from './face/enrol-soon.ts';
import { openFaceIndex } from './face/index.ts';
import { keepLooking } from './face/looking.ts';
import { faceRoutes } from './face/routes.ts';
import { lookAtFiles, removeFiles, sweepUploads } from './files/jobs.ts';
import { fileRoutes } from './files/routes.ts';
import { type FileStore, unfinished } from './files/store.ts';
import { openUploads } from './files/uploads.ts';
import { MAX_JSON_BYTES, takeBodies } from './http/bodies.ts';
import { checkEveryMs, limitConnections } from './http/connections.ts';
import { answerError, answerErrors } from './http/errors.ts';
import { forgetUses } from './http/limits.ts';
import { describeError, logRequests } from './http/log.ts';
import type { Http } from './http/mount.ts';
import { allowOrigins } from './http/origins.ts';
import { keepRoom, watchRoom } from './http/space.ts';
import { serveApp } from './http/static.ts';
import { itemRoutes } from './items/routes.ts';
import { type JobHandler, type Jobs, startJobs } from './jobs/jobs.ts';
import { openHub } from './live/hub.ts';
import { mailJob, openMailer } from './mail/mailer.ts';
import { mapRoutes } from './maps/routes.ts';
import { openMapShelf } from './maps/shelf.ts';
import { seesMessage } from './messages/read.ts';
import { RESEAL_MESSAGES, resealMessages } from './messages/reseal.ts';
import { messageRoutes } from './messages/routes.ts';
import { SHOW_UNSEEN, showUnseen } from './moderation/decide.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { safetyRoutes } from './moderation/safety-routes.ts';
import { newsRoutes } from './news/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { seesNote } from './notes/store.ts';
import { deliveryJobs } from './notices/deliver.ts';
import { noticeRoutes } from './notices/routes.ts';
import { openProcessing } from './processing/log.ts';
import { END_ALERT, endAlert } from './protection/alert.ts';
import { END_HOLD, endHold } from './protection/objections.ts';
import { protectionRoutes } from './protection/routes.ts';
import { pushRoutes } from './push/routes.ts';
import { readVapidKeys } from './push/vapid.ts';
import { askOwners } from './reports/asking.ts';
import { fillJobs, planFills } from './reports/backfill.ts';
import { expireReports } from './reports/expiry.ts';
import { forgetReading, openReading } from './reports/reading.ts';
import { REMOVE_FILES } from './reports/record.ts';
import { reportRoutes } from './reports/routes.ts';
import { findShown } from './reports/shown.ts';
import { stripEnded } from './reports/strip.ts';
import { RETENTION, RETENTION_GOES_ON, retain } from './retention/job.ts';
import { reunionRoutes } from './reunions/routes.ts';
import { shareRoutes } from './share/routes.ts';
import { openSuppression } from './suppression/list.ts';
import { readPackKeys } from './sync/keys.ts';
import { forgetLoans, openLending } from './sync/lending.ts';
import { opsRoutes } from './sync/ops.ts';
import { openPackShelf } from './sync/packs.ts';
import { syncRoutes } from './sync/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { serveSecurityText } from './system/security-text.ts';
import { forgetProposals } from './users/admins.ts';
import { ERASE_ACCOUNT, eraseClosed } from './users/closing.ts';
import { forgetLeft } from './users/left.ts';
import { peopleRoutes } from './users/people.ts';
import { userRoutes } from './users/routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What writes have left for later; they run in this process, and in every other on the same database. */
    jobs: Jobs;
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The stored files are looked at a few at a time; see files/jobs.ts. */
const LOOK_MS = 600_000;

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
    bodyLimit: MAX_JSON_BYTES,
    requestTimeout: config.connections.requestMs,
    http: {
      headersTimeout: config.connections.headersMs,
      connectionsCheckingInterval: checkEveryMs(config.connections),
    },
    trustProxy: (_address, hop) => hop < config.trustProxy,
    routerOptions: { ignoreTrailingSlash: true },
  });
  answerErrors(app);
  await allowOrigins(app, config.appOrigins);
  takeBodies(app);
  logRequests(app);
  limitConnections(app.server, config.connections, config.trustProxy > 0);
  const room = watchRoom();
  keepRoom(app, room, config.filesDir, config.diskReserve);

  await app.register(multipart);

  await openSuppression(db);
  await openProcessing(db, config.logKey);
  openDesk(db, config.dutyMinutes);
  await planFills(db);
  await enrolSoon(db); // those of a former pipeline, or of a build without the models
  await readSealPairs(db);
  const push = { keys: await readVapidKeys(db), contact: config.push.contact, hosts: config.push.hosts };
  const mailer = openMailer(config);
  const hub = openHub();
  const envelopes = await openUploads(`${config.filesDir}/envelope`, unfinished(config));
  app.addHook('preClose', async () => hub.close());
  const faces = await openFaceIndex(db);
  const embedding = openEmbedding(config.distDir);
  keepLooking(db, await embedding.isThere());
  const seal = sealAudit(db);
  const handlers: Record<string, JobHandler> = {
    ...deliveryJobs({ db, push, siteUrl: config.siteUrl, publish: hub.publish }),
    mail: mailJob(db, mailer),
    code: codeJob(db, mailer),
    [SEAL_AUDIT]: seal,
    [ERASE_ACCOUNT]: eraseClosed(db),
    ...matchJobs(db, faces),
    [REMOVE_FILES]: removeFiles(db, files),
    ...fillJobs(db),
    [SHOW_UNSEEN]: showUnseen(db),
    [END_HOLD]: endHold(db),
    [LOOK_UNANSWERED]: lookUnanswered(db),
    [END_ALERT]: endAlert(db),
    [SCRUB]: () => scrub(db),
    [ERASE_KEYS]: eraseKeys(db),
    [SEAL_ROWS]: sealRows(db),
    [RESEAL_MESSAGES]: resealMessages(db),
    'sweep-keys': () => sweepKeys(db),
    'raise-duty': () => raiseDue(db),
    'strip-ended': () => stripEnded(db),
    'expire-reports': () => expireReports(db),
    'ask-owners': () => askOwners(db),
    'sweep-uploads': sweepUploads(db, files, envelopes),
    'look-at-files': lookAtFiles(db, files),
    [ENROL_PHOTOS]: enrolPhotos({
      ...{ db, files, embedding, faces },
      onProgress: (done, left) => app.log.info({ done, left }, 'faces of the former pipeline'),
    }),
    housekeeping: async () => {
      await seal({}); // those of a version that sealed nothing
      await forgetUses(db);
      await forgetReading(db);
      await forgetGuesses(db);
      await forgetOver(db);
      await forgetChallenges(db);
      await forgetProposals(db);
      await forgetLoans(db);
      await forgetEnvelopes(db, envelopes);
      await forgetLeft(db);
      await noticeOdd(db);
      await forgetSealKeys(db);
    },
  };
  const goOn = retain(db, [...Object.keys(handlers), RETENTION, RETENTION_GOES_ON]);
  const jobs = startJobs(
    db,
    { ...handlers, [RETENTION]: goOn, [RETENTION_GOES_ON]: goOn },
    {
      every: {
        housekeeping: HOUR_MS,
        'expire-reports': HOUR_MS,
        'ask-owners': HOUR_MS,
        'strip-ended': HOUR_MS,
        'sweep-uploads': HOUR_MS,
        'sweep-keys': HOUR_MS,
        'look-at-files': LOOK_MS,
        'raise-duty': RAISE_EVERY_MS,
        [RETENTION]: DAY_MS,
      },
      onError: (error, kind) => app.log.error({ err: error, job: kind }, 'job'),
    },
  );
  app.decorate('jobs', jobs);
  const enders = [logout, endSession, endOtherSessions, deleteAccount, changeRole, changeStanding, endSessionsOf];
  const endsSessions = new Set<string>([...enders, resetPassword, updateUser].map(({ path }) => path));
  app.addHook('onResponse', async ({ method, routeOptions }) => {
    if (method === 'GET' || method === 'OPTIONS') return;
    jobs.wake();
    if (endsSessions.has(routeOptions.url ?? '')) hub.look();
  });
  app.addHook('onClose', () => jobs.stop());
  app.addHook('onClose', () => embedding.close()); // done before: a job may be waiting for its answer

  const inner = openInnerCalls(app, await callerFinder(db, config));
  const { staffPasskeys } = config;
  const served = { served: new Map(), servedTogether: new Map() };
  const http: Http = { app, room, staffPasskeys, findCaller: inner.findCaller, ...served };
  const packKeys = await readPackKeys(db);
  const shelf = openPackShelf(db, packKeys, { onError: (error) => app.log.error({ err: error }, 'pack') });
  void faces.load((error) => app.log.error({ err: error }, 'faces')).then(shelf.prepare);
  app.addHook('onClose', async () => {
    await Promise.all([faces.close(), shelf.close()]);
  });
  systemRoutes(http, { db, config, isReady: () => faces.loaded });
  serveSecurityText(app, config.siteUrl);
  newsRoutes(http);
  authRoutes(http, { db, config });
  sessionRoutes(http, { db });
  passkeyRoutes(http, { db, config });
  guardianRoutes(http, { db, config });
  userRoutes(http, { db, config, files });
  peopleRoutes(http, { db });
  faceRoutes(http, { db, config, index: faces });
  const reading = openReading(db, config.limits.reads);
  syncRoutes(http, { db, files, keys: packKeys, shelf, lending: openLending(db, packKeys), reading });
  opsRoutes(http, db);
  mapRoutes(
    http,
    openMapShelf(config.mapsDir, (line) => app.log.warn(line)),
  );
  fileRoutes(http, {
    ...{ db, files, anonymousBytes: config.anonymousBytes },
    seers: {
      note: (id, caller) => seesNote(db, id, caller),
      claim: (id, caller) => seesClaim(db, id, caller),
      message: (id, caller) => seesMessage(db, id, caller),
    },
  });
  reportRoutes(http, { db, files, config, reading });
  reunionRoutes(http, { db });
  noteRoutes(http, { db, config });
  dutyRoutes(http, { db, publish: hub.publish });
  itemRoutes(http, { db });
  candidateRoutes(http, { db, faces });
  claimRoutes(http, { db, config });
  messageRoutes(http, { db, config, hub });
  noticeRoutes(http, { db });
  pushRoutes(http, { db, settings: push });
  moderationRoutes(http, { db, faces });
  protectionRoutes(http, { db, embedding });
  safetyRoutes(http, { db });
  envelopeRoutes(http, { db, envelopes, inner, leftBytes: config.anonymousBytes });
  // A page is asked for without a session: whoever opens it, it shows what it shows to everybody.
  const findGuest = (request: FastifyRequest) => http.findCaller(request, 'guest');
  await serveApp(app, {
    ...config,
    tileUrl: config.tiles?.url,
    findShown: async (request, id) => findShown({ db, reading }, id, await findGuest(request)),
  });
  shareRoutes(app, { db, files, reading, siteUrl: config.siteUrl, findCaller: findGuest });
  return app;
}
