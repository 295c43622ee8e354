/** The inbox, what is followed, and the one-tap stop. */

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import { follow, inbox, listFollows, readInbox, stopByToken, unfollow } from '../../contract/notice.ts';
import { signedIn } from '../auth/signed-in.ts';
import { once } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { type Http, mount } from '../http/mount.ts';
import { opOf } from '../http/op.ts';
import { sightOf } from '../reports/projection.ts';
import { findJudged } from '../reports/read.ts';
import { placeNamed } from './region.ts';
import { stopBy } from './stop.ts';
import { countUnread, findFollow, readFollows, readNotices } from './store.ts';

export function noticeRoutes(http: Http, { db }: { db: Db }): void {
  mount(http, inbox, async ({ input: { before }, caller }) => {
    const user = signedIn(caller);
    return { data: await readNotices(db, user, before), unread: await countUnread(db, user.userId) };
  });

  mount(http, readInbox, async ({ input: { readTo }, caller }) => {
    const { userId } = signedIn(caller);
    await db
      .updateTable('notice')
      .set({ read_at: new Date() })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where('created_at', '<=', new Date(readTo))
      .execute();
    return { unread: await countUnread(db, userId) };
  });

  mount(http, follow, async (call) => {
    const { input, caller } = call;
    const user = signedIn(caller);
    const target = { report_id: input.reportId ?? null, region: input.region ? placeNamed(input.region) : null };
    if ((target.report_id === null) === (target.region === null))
      throw new AppError('bad-input', 'Follow a report or a region', { fields: { reportId: 'one of two' } });
    const [report] = target.report_id ? await findJudged(db, [target.report_id]) : [];
    if (target.report_id && !(report && !['guarded', 'none'].includes(sightOf(report, caller))))
      throw new AppError('not-found', 'There is no such report for you');
    const { value } = await once(
      db,
      opOf(call),
      async (tx) => {
        const row = { ...target, id: randomUUID(), user_id: user.userId, stop_token_hash: null };
        await tx
          .insertInto('follow')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      },
      (tx) => findFollow(tx, user, target),
    );
    if (!value) throw new AppError('not-found', 'It is followed no more');
    return { data: value };
  });

  mount(http, listFollows, async ({ caller }) => ({ data: await readFollows(db, signedIn(caller)) }));

  mount(http, unfollow, async ({ input: { id }, caller }) => {
    const { userId } = signedIn(caller);
    const gone = await db
      .deleteFrom('follow')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw new AppError('not-found', 'You follow no such thing');
    return { stopped: true as const };
  });

  mount(http, stopByToken, ({ input: { token } }) => stop(db, token));
  stopFromMail(http.app, db);
}

async function stop(db: Db, token: string): Promise<{ stopped: true }> {
  if (!(await stopBy(db, token))) throw new AppError('not-found', 'It has ended already, or never was');
  return { stopped: true as const };
}

/** The button of a mail program posts a form to the address in the mail (RFC 8058); people open the same as a page. */
function stopFromMail(app: FastifyInstance, db: Db): void {
  void app.register(async (scope) => {
    const form = { parseAs: 'string', bodyLimit: 1024 } as const;
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) => done(null, body));
    scope.post<{ Params: { token: string } }>('/stop/:token', ({ params }) => stop(db, params.token));
  });
}
