/** Carries a notice to where its reader is: an open page at once, and mail and pushes as jobs of their own. */

import * as z from 'zod/mini';
import type { LiveEvent } from '../../contract/message.ts';
import { Id } from '../../contract/primitives.ts';
import { PushMessage } from '../../contract/push.ts';
import type { Db } from '../db/schema.ts';
import { sealedFor } from '../db/sealing.ts';
import { addJob, type JobHandler } from '../jobs/jobs.ts';
import { sendMail } from '../mail/mailer.ts';
import { logProcessing } from '../processing/log.ts';
import { type PushSettings, sendPush } from '../push/send.ts';
import { projectReport, STRANGER } from '../reports/projection.ts';
import { findReport } from '../reports/read.ts';
import { stopToken } from './stop.ts';
import { pageOf, type Stop, type Told, writeMail, writePush } from './words.ts';

export interface DeliveryDeps {
  db: Db;
  publish(userId: string, event: LiveEvent): void;
  siteUrl: string;
  push: PushSettings;
}

const Delivery = z.object({ noticeId: Id, followId: z.optional(Id) });
/** Without a message once what it is about was erased. */
const Push = z.object({ endpoint: z.string(), userId: Id, message: z.nullable(PushMessage) });

/** The handlers of the jobs `deliver` and `push`. */
export function deliveryJobs(deps: DeliveryDeps): Record<'deliver' | 'push', JobHandler> {
  return {
    deliver: async (payload, job) => deliver(deps, Delivery.parse(payload), job?.patient),
    push: async (payload) => push(deps, Push.parse(payload)),
  };
}

async function deliver(
  deps: DeliveryDeps,
  { noticeId, followId }: z.infer<typeof Delivery>,
  patient = false,
): Promise<void> {
  const { db, siteUrl } = deps;
  const notice = await db.selectFrom('notice').selectAll().where('id', '=', noticeId).executeTakeFirst();
  if (!notice) return;
  deps.publish(notice.user_id, { kind: 'notice' });
  const reader = await db
    .selectFrom('app_user')
    .select(['id', 'language', 'mail_notices', 'verified_at', 'closed_at'])
    .where('id', '=', notice.user_id)
    .executeTakeFirst();
  if (!reader || reader.closed_at || notice.read_at || (followId && !(await isFollowed(db, followId)))) return;
  const report = notice.report_id ? await findReport(db, notice.report_id) : undefined;
  const told: Told = {
    kind: notice.kind,
    detail: notice.detail,
    language: reader.language,
    page: pageOf(notice),
    title: report && projectReport(report, STRANGER)?.title,
  };
  const stop = reader.mail_notices && reader.verified_at ? await stopOf(deps, reader.id, followId) : undefined;
  const devices = await db
    .selectFrom('push_subscription')
    .select('endpoint')
    .where('user_id', '=', reader.id)
    .execute();
  await db.transaction().execute(async (tx) => {
    // What waits to be sent tells of the report too, and goes with it.
    const sealed = (value: unknown) => sealedFor(tx, { id: notice.report_id ?? reader.id, reach: false }, value);
    if (stop) {
      const { subject, text, ...mail } = writeMail(told, siteUrl, stop);
      await sendMail(tx, reader.id, { ...mail, subject: sealed(subject), text: sealed(text) }, undefined, patient);
    }
    const message = sealed(writePush(told));
    for (const { endpoint } of devices)
      await addJob(tx, 'push', { endpoint, userId: reader.id, message }, undefined, patient);
  });
}

/** It may have been stopped since. */
async function isFollowed(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('follow').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

async function stopOf({ db, siteUrl }: DeliveryDeps, userId: string, followId: string | undefined): Promise<Stop> {
  const what = followId ? ({ kind: 'follow', id: followId } as const) : ({ kind: 'account', id: userId } as const);
  return { url: `${siteUrl}/stop/${await stopToken(db, what)}`, ends: what.kind };
}

async function push(
  { db, push: settings }: DeliveryDeps,
  { endpoint, userId, message }: z.infer<typeof Push>,
): Promise<void> {
  if (!message) return;
  const target = await db
    .selectFrom('push_subscription')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', userId) // somebody else may be signed in on that device by now
    .executeTakeFirst();
  if (!target) return;
  await logProcessing(db, { act: 'pushed', purpose: 'notice', role: 'system', record: userId });
  if ((await sendPush(target, message, settings)) === 'gone')
    await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute();
}
