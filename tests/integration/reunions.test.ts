/** The family is told when a person has confirmed it, reads what an officer releases, and says when they are together (decision 083). */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transact } from '../../server/db/once.ts';
import { holdAll } from '../../server/reports/held.ts';
import { changeStatus, eraseForGood } from '../../server/reports/store.ts';
import { tellFamily, untellFamily } from '../../server/reunions/tell.ts';
import { newReport, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { publishReport } from '../support/publish.ts';

type Person = Awaited<ReturnType<typeof signIn>>;

withEither('a reunion', (database) => {
  let host: TestHost;
  let mail: MailServer;
  let family: Person;
  let finder: Person;
  let officer: Person;
  let stranger: Person;
  let lostId: string;
  let foundId: string;
  beforeAll(async () => {
    mail = await openMailServer();
    host = await startHost(database, { SMTP_URL: mail.url });
  });
  afterAll(async () => {
    await host.remove();
    await mail.close();
  });
  beforeEach(async () => {
    await host.empty();
    [family, finder, stranger] = [
      await signIn(host.db, 'poster'),
      await signIn(host.db, 'poster'),
      await signIn(host.db, 'poster'),
    ];
    officer = await signIn(host.db, 'officer');
    await host.db
      .updateTable('app_user')
      .set({ verified_at: new Date() })
      .where('id', 'in', [family.userId, finder.userId])
      .execute();
    lostId = await post({ name: 'zqLostq', title: 'zqTitleq' }, family.token);
    foundId = await post(
      { type: 'found', foundPersonAge: '34', foundPersonName: 'zqFoundq', phoneNumber: '+91 70007 11111' },
      finder.token,
    );
    for (const id of [lostId, foundId]) await publishReport(host, id);
  });

  async function post(change: object, token?: string, secretHash?: string): Promise<string> {
    const { upload, id, opId } = newReport(change);
    const answer = await host.app().inject({
      method: 'POST',
      url: '/api/face/uploadLostFoundPerson',
      headers: token ? { authorization: token } : {},
      payload: { ...upload, id, opId, ...(secretHash ? { secretHash } : {}) },
    });
    expect(answer.statusCode).toBe(200);
    return id;
  }
  /** Posted without an account, and published. */
  async function postAlone(change: object = {}): Promise<{ id: string; secret: string }> {
    const bytes = randomBytes(32);
    const id = await post(change, undefined, createHash('sha256').update(bytes).digest('hex'));
    await publishReport(host, id);
    return { id, secret: bytes.toString('hex') };
  }
  const confirm = (lost = lostId, found = foundId) =>
    transact(host.db, (tx) => tellFamily(tx, { lostId: lost, foundId: found, byId: officer.userId }));
  const protect = (id: string) =>
    host.db
      .updateTable('report')
      .set({ hidden_at: new Date(), hidden_for: 'protected' })
      .where('id', '=', id)
      .execute();
  const read = (id: string, { token }: Person) =>
    host.app().inject({ url: `/report/${id}/reunion`, headers: { authorization: token } });
  const change = (id: string, { token }: { token?: string }, payload: object) => {
    const headers = token === undefined ? {} : { authorization: token };
    return host.app().inject({ method: 'PUT', url: `/report/${id}/reunion`, headers, payload });
  };
  const mine = async (id: string, secret: string) =>
    (await host.app().inject({ method: 'POST', url: `/report/${id}/mine`, payload: { secret } })).json();
  const told = async ({ userId }: Person) =>
    (await host.db.selectFrom('notice').select('kind').where('user_id', '=', userId).orderBy('created_at').execute())
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('reunion'));
  const conditionOf = async (id: string) =>
    (await host.db.selectFrom('report').select('condition').where('id', '=', id).executeTakeFirstOrThrow()).condition;
  const statusOf = async (id: string) =>
    (await host.db.selectFrom('report').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

  it('is told to the family once, by inbox and mail; nobody else hears of it, and a mail names nobody who is protected', async () => {
    expect((await read(lostId, family)).statusCode).toBe(404);
    for (let n = 0; n < 2; n++) await confirm();
    expect([await told(family), await told(finder), await told(stranger)]).toEqual([['reunion-possible'], [], []]);
    await host.app().jobs.idle();
    const mails = mail.mails.filter(({ subject }) => /may have been found/.test(subject));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/items/${lostId}/reunion`);
    expect(mails[0]?.text).not.toMatch(/zqFoundq|70007/);
    for (const [id, who] of [
      [lostId, stranger],
      [lostId, finder],
      [foundId, finder],
      [foundId, stranger],
    ] as const)
      expect((await read(id, who)).statusCode).toBe(404);
  });

  it('says of which station whoever confirmed it is, and of where only what an officer releases', async () => {
    await confirm();
    expect((await read(lostId, family)).json().data).toMatchObject({ as: 'family', station: 'Sadar', together: false });
    expect((await read(lostId, family)).body).not.toMatch(/words|phone|zqFound|70007/);
    expect((await change(lostId, family, { words: 'mine' })).json().data).not.toHaveProperty('words'); // the family releases nothing
    const released = { words: 'Ask for Constable Gill at the gate', phone: '0161 2401234' };
    expect((await change(lostId, officer, released)).statusCode).toBe(200);
    expect((await read(lostId, family)).json().data).toMatchObject(released);
    expect(await told(family)).toEqual(['reunion-possible', 'reunion-possible']);
    const { rows } = await host.db
      .selectFrom('reunion')
      .select('words')
      .execute()
      .then((rows) => ({ rows }));
    expect(rows[0]?.words).toBe(released.words);
  });

  it('stands in the log when an office reads it, once an hour for each record, and the family is not told', async () => {
    await confirm();
    for (let n = 0; n < 2; n++)
      for (const id of [lostId, foundId]) expect((await read(id, officer)).statusCode).toBe(200);
    await read(lostId, family);
    const logged = await host.db
      .selectFrom('audit')
      .select(['actor_id', 'subject_id'])
      .where('action', '=', 'reunion-read')
      .execute();
    const once = [lostId, foundId].map((subject_id) => ({ actor_id: officer.userId, subject_id }));
    expect(logged).toEqual(expect.arrayContaining(once));
    expect(logged).toHaveLength(2);
    const looks = await host.app().inject({ url: `/report/${lostId}/looks`, headers: { authorization: family.token } });
    expect(looks.json().data).toEqual([]);
  });

  it('ends by an officer’s word for both, by the family’s for theirs; the finder is told if the family agrees', async () => {
    await confirm();
    expect((await change(lostId, family, { together: true, tellFinder: true })).json().data.together).toBe(true);
    expect([await statusOf(lostId), await statusOf(foundId), await told(finder)]).toEqual([
      'resolved',
      'published',
      ['reunion-together'],
    ]);
    const seen = (await read(foundId, finder)).json().data;
    expect(seen).toEqual({ rev: expect.any(String), confirmedAt: expect.any(String), together: true, as: 'finder' });
    expect((await change(foundId, finder, { together: true })).statusCode).toBe(200);
    expect(await statusOf(foundId)).toBe('resolved');
  });

  it('told by an officer both records end, and a finder of whom the family said nothing hears nothing', async () => {
    await confirm();
    expect((await change(foundId, officer, { together: true })).statusCode).toBe(200);
    expect([await statusOf(lostId), await statusOf(foundId)]).toEqual(['resolved', 'resolved']);
    expect([await told(family), await told(finder)]).toEqual([['reunion-possible', 'reunion-together'], []]);
  });

  it('told by an officer first, the family may still agree once that the finder is told', async () => {
    await confirm();
    await change(lostId, officer, { together: true });
    expect((await read(lostId, family)).json().data).not.toHaveProperty('tellsFinder');
    expect((await change(lostId, stranger, { tellFinder: true })).statusCode).toBe(404);
    expect((await change(lostId, officer, { tellFinder: true })).statusCode).toBe(200); // it is not theirs to say
    expect([await told(finder), (await read(foundId, finder)).statusCode]).toEqual([[], 404]);
    for (const tellFinder of [true, false, true])
      expect((await change(lostId, family, { tellFinder })).json().data).toMatchObject({ tellsFinder: true });
    expect(await told(finder)).toEqual(['reunion-together']);
    expect((await read(foundId, finder)).json().data).toEqual({
      rev: expect.any(String),
      confirmedAt: expect.any(String),
      together: true,
      as: 'finder',
    });
  });

  it('is taken back: the family is told that it was not them, and reads nothing of it any more', async () => {
    await confirm();
    for (let n = 0; n < 2; n++)
      await transact(host.db, (tx) => untellFamily(tx, { lostId, foundId, actorFor: () => 'officer:1' }));
    expect(await told(family)).toEqual(['reunion-possible', 'reunion-withdrawn']);
    expect((await read(lostId, family)).statusCode).toBe(404);
    expect(await statusOf(lostId)).toBe('published');
  });

  it('said too soon it is taken back by the family: their record is looked for again, and the finder who was told hears it', async () => {
    await confirm();
    await change(lostId, family, { together: true, tellFinder: true });
    await change(foundId, finder, { together: true });
    expect([await statusOf(lostId), await statusOf(foundId)]).toEqual(['resolved', 'resolved']);
    for (const [id, who] of [
      [lostId, stranger],
      [foundId, finder],
    ] as const)
      await change(id, who, { together: false });
    expect([await statusOf(lostId), await statusOf(foundId)]).toEqual(['resolved', 'resolved']); // it is not theirs to say

    for (let n = 0; n < 2; n++)
      expect((await change(lostId, family, { together: false })).json().data).toMatchObject({
        together: false,
        doubted: true,
      });
    // What the finder has ended themselves is for them, or for an office.
    expect([await statusOf(lostId), await statusOf(foundId)]).toEqual(['published', 'resolved']);
    expect(await conditionOf(lostId)).toBe('missing');
    expect([await told(family), await told(finder)]).toEqual([
      ['reunion-possible'],
      ['reunion-together', 'reunion-withdrawn'],
    ]);
    expect((await read(foundId, finder)).statusCode).toBe(404); // as before it was said
    await host.app().jobs.idle();
    const last = mail.mails.findLast(({ to }) => to === `${finder.userId}@example.in`);
    expect(last?.text).not.toMatch(/zq[A-Z]\w+q/);
    // And it may be said again.
    expect((await change(lostId, family, { together: true })).json().data).not.toHaveProperty('doubted');
    expect(await statusOf(lostId)).toBe('resolved');
  });

  it.each(['withdrawn', 'erased'])(
    'said of somebody whose finder has %s their record since it is still taken back by the family, which reads nothing of it',
    async (how) => {
      for (const by of [family, officer]) {
        const [lost, found] = [
          await post({}, family.token),
          await post({ type: 'found', foundPersonAge: '34' }, finder.token),
        ];
        for (const id of [lost, found]) await publishReport(host, id);
        await confirm(lost, found);
        await change(lost, officer, { words: 'Ask at the gate', phone: '0161 2401234' });
        expect((await change(lost, by, { together: true })).statusCode).toBe(200);
        if (by === family) {
          const headers = { authorization: finder.token };
          const url = `/report/${found}/end`;
          const ended = await host.app().inject({ method: 'POST', url, headers, payload: { how } });
          expect(ended.statusCode).toBe(200);
        } else await transact(host.db, (tx) => eraseForGood(tx, found));
        const left = (await read(lost, family)).json().data;
        expect(left).toMatchObject({ together: true, as: 'family' });
        expect(JSON.stringify(left)).not.toMatch(/gate|0161|Sadar/);
        for (const who of [stranger, finder, officer]) expect((await read(lost, who)).statusCode).toBe(404);
        expect((await change(lost, stranger, { together: false })).statusCode).toBe(404);
        expect((await change(lost, family, { together: false, rev: 'old' })).statusCode).toBe(409);
        expect((await change(lost, family, { together: false, rev: left.rev })).statusCode).toBe(200);
        // What an office has ended somebody looks at first.
        expect(await statusOf(lost)).toBe(by === family ? 'published' : 'pending_review');
        expect(await conditionOf(lost)).toBe('missing');
        expect((await read(lost, family)).statusCode).toBe(404);
      }
    },
  );

  it('said by an officer it is taken back by any of the district, and a finder who was told nothing learns nothing', async () => {
    await confirm();
    await change(lostId, officer, { together: true });
    const colleague = await signIn(host.db, 'officer');
    expect((await change(lostId, colleague, { together: false })).statusCode).toBe(200);
    expect([await statusOf(lostId), await statusOf(foundId)]).toEqual(['published', 'published']);
    expect(await told(family)).toEqual(['reunion-possible', 'reunion-together', 'reunion-withdrawn']);
    expect(await told(finder)).toEqual([]);
    const heard = await host.db.selectFrom('notice').select(['kind', 'detail']).where('user_id', '=', finder.userId);
    expect(await heard.execute()).toEqual([{ kind: 'report-changed', detail: 'published' }]);
    const acts = await host.db.selectFrom('audit').select('action').where('subject_id', '=', lostId).execute();
    expect(acts.map(({ action }) => action)).toEqual(expect.arrayContaining(['reunion-together', 'reunion-apart']));
  });

  it('that an officer has ended is no more shown to everybody by the family’s word alone: somebody looks first', async () => {
    await confirm();
    expect((await change(lostId, officer, { together: true })).statusCode).toBe(200);
    expect((await change(lostId, family, { together: false })).json().data).toMatchObject({ doubted: true });
    expect([await statusOf(lostId), await statusOf(foundId)]).toEqual(['pending_review', 'resolved']);
    await transact(host.db, (tx) => untellFamily(tx, { lostId, foundId, actorFor: () => 'officer:1' }));
    expect(await statusOf(foundId)).toBe('published'); // an office says so
  });

  it('is said while a comparison holds both records, and neither is undone for the other’s sake', async () => {
    const deadlocks = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1200)); // the database counts them once a second
      const count = sql<{ n: string }>`select deadlocks as n from pg_stat_database
        where datname = current_database()`;
      return Number((await count.execute(host.db)).rows[0]?.n);
    };
    let last = lostId; // only then the order of a pair and that of the two ids differ
    while (last < foundId) last = await post({ name: 'zqLostq' }, family.token);
    if (last !== lostId) await publishReport(host, last);
    await confirm(last);
    await host.app().jobs.idle();
    const before = await deadlocks();
    let saying: ReturnType<typeof change> | undefined;
    await host.db.transaction().execute(async (tx) => {
      await holdAll(tx, [foundId]);
      saying = change(last, officer, { together: true });
      await new Promise((resolve) => setTimeout(resolve, 500));
      await holdAll(tx, [last]);
    });
    expect([(await saying)?.statusCode, await statusOf(last)]).toEqual([200, 'resolved']);
    expect(await deadlocks()).toBe(before);
  });

  it('that nobody had looked at waits for that again; what ended in another way, or was refused, is as it was', async () => {
    const child = await post({ lostPersonAge: '9', name: 'zqChildq' }, family.token);
    await confirm(child);
    await change(child, officer, { together: true });
    await change(child, officer, { together: false });
    expect([await statusOf(child), await statusOf(foundId)]).toEqual(['pending_review', 'published']);

    await confirm();
    const withdrawn = { method: 'PUT', url: `/report/${foundId}`, headers: { authorization: finder.token } } as const;
    expect((await host.app().inject({ ...withdrawn, payload: { status: 'resolved' } })).statusCode).toBe(200);
    await host.db.updateTable('report').set({ status: 'expired' }).where('id', '=', lostId).execute();
    await change(lostId, officer, { together: true });
    expect(await statusOf(lostId)).toBe('resolved'); // and not taken down, with its photos
    await change(lostId, officer, { together: false });
    expect([await statusOf(lostId), await statusOf(foundId)]).toEqual(['expired', 'resolved']);
  });

  it('taken back after the year of who was found leaves them a year more, and what had expired before it expired', async () => {
    const daysLeft = async (after: number) => {
      await confirm();
      await change(lostId, officer, { together: true });
      const expires_at = new Date(Date.now() + after * 86_400_000);
      await host.db.updateTable('report').set({ expires_at }).where('id', '=', foundId).execute();
      await change(lostId, officer, { together: false });
      const rows = host.db.selectFrom('report').select(['id', 'expires_at']).where('id', 'in', [lostId, foundId]);
      const until = new Map((await rows.execute()).map(({ id, expires_at: end }) => [id, end]));
      expect(until.get(lostId)).toBeNull();
      return Math.round(((until.get(foundId)?.getTime() ?? 0) - Date.now()) / 86_400_000);
    };
    expect([await daysLeft(-1), await statusOf(foundId)]).toEqual([360, 'published']);
    await transact(host.db, (tx) => changeStatus(tx, foundId, 'expired', 'system:expiry'));
    expect([await daysLeft(-1), await statusOf(foundId)]).toEqual([-1, 'expired']);
  });

  it('goes with the confirmation when that is taken back, and with what a moderator opens again, whose reason the other side does not read', async () => {
    await confirm();
    await change(lostId, officer, { together: true });
    const actorFor = () => `officer:${officer.userId}`;
    await transact(host.db, (tx) => untellFamily(tx, { lostId, foundId, actorFor }));
    expect([await statusOf(lostId), await statusOf(foundId)]).toEqual(['published', 'published']);
    expect((await read(lostId, family)).statusCode).toBe(404);
    expect(await told(family)).toEqual(['reunion-possible', 'reunion-together', 'reunion-withdrawn']); // once

    await confirm();
    await change(lostId, officer, { together: true });
    const moderator = await signIn(host.db, 'moderator');
    const opened = await host.app().inject({
      ...{ method: 'POST', url: `/moderation/${foundId}`, headers: { authorization: moderator.token } },
      payload: { action: 'reopen', reason: 'zqShelterq' },
    });
    expect([opened.statusCode, await statusOf(lostId), await conditionOf(lostId)]).toEqual([
      200,
      'published',
      'missing',
    ]);
    expect((await read(lostId, family)).json().data).toMatchObject({ together: false });
    const historyOf = async (id: string, { token }: Person) =>
      (await host.app().inject({ url: `/report/${id}`, headers: { authorization: token } })).json().history;
    expect(JSON.stringify(await historyOf(foundId, finder))).toContain('zqShelterq');
    const theirs = await historyOf(lostId, family);
    expect(JSON.stringify(theirs)).not.toContain('zqShelterq');
    expect(theirs.at(-1)).toMatchObject({ by: 'system' });
  });

  it('is for whoever was asked because nobody was on duty there, and for no other of their district', async () => {
    const elsewhere = await signIn(host.db, 'officer', ['pb-moga']);
    expect((await read(lostId, elsewhere)).statusCode).toBe(404);
    await confirm();
    expect((await read(lostId, elsewhere)).statusCode).toBe(404);
    await host.app().jobs.idle(); // they were compared
    const raised = await host.db
      .updateTable('duty_task')
      .set({ level: 'state' })
      .where('kind', '=', 'candidate')
      .returning('candidate_id')
      .execute();
    expect(raised.length).toBeGreaterThan(0);
    expect((await read(lostId, elsewhere)).json().data).toMatchObject({ as: 'office' });
    expect((await change(lostId, elsewhere, { words: 'Ask at the gate' })).statusCode).toBe(200);
    expect((await read(lostId, family)).json().data).toMatchObject({ words: 'Ask at the gate' });
  });

  it('is the office’s for an officer who posted who was found, and never for one who looks for them', async () => {
    const colleague = await signIn(host.db, 'officer');
    const found = await post({ type: 'found', foundPersonAge: '34' }, officer.token);
    await publishReport(host, found);
    await confirm(lostId, found);
    for (const id of [found, lostId])
      expect((await read(id, officer)).json().data).toMatchObject({ as: 'office', together: false });
    expect((await change(found, officer, { words: 'Ask at the gate' })).statusCode).toBe(200);
    expect((await read(lostId, family)).json().data).toMatchObject({ words: 'Ask at the gate' });
    // What they end and take back is the office's word, of both records.
    await change(found, officer, { together: true });
    expect([await statusOf(lostId), await statusOf(found)]).toEqual(['resolved', 'resolved']);
    const moderator = await signIn(host.db, 'moderator');
    const opened = await host.app().inject({
      ...{ method: 'POST', url: `/moderation/${found}`, headers: { authorization: moderator.token } },
      payload: { action: 'reopen', reason: 'It was another' },
    });
    expect([opened.statusCode, await statusOf(lostId), await statusOf(found)]).toEqual([200, 'published', 'published']);

    const sought = await post({ lostPersonAge: '34' }, colleague.token);
    await publishReport(host, sought);
    await confirm(sought, foundId);
    // By either record, and with the task on their desk or without.
    expect((await read(sought, colleague)).json().data).toMatchObject({ as: 'family' });
    expect((await change(sought, colleague, { words: 'mine' })).json().data).not.toHaveProperty('words');
    expect((await read(foundId, colleague)).statusCode).toBe(404);
    expect((await change(foundId, colleague, { words: 'mine' })).statusCode).toBe(404);
    expect((await read(foundId, officer)).json().data).toMatchObject({ as: 'office' });
  });

  it('is a finder’s for an officer of another district who posted who was found', async () => {
    const elsewhere = await signIn(host.db, 'officer', ['pb-moga']);
    const found = await post({ type: 'found', foundPersonAge: '34' }, elsewhere.token);
    await publishReport(host, found);
    await confirm(lostId, found);
    expect((await read(found, elsewhere)).statusCode).toBe(404);
    await change(lostId, family, { together: true, tellFinder: true });
    expect((await read(found, elsewhere)).json().data).toMatchObject({ as: 'finder', together: true });
  });

  it('is nobody’s office who posted both records', async () => {
    const found = await post({ type: 'found', foundPersonAge: '34' }, officer.token);
    const lost = await post({ lostPersonAge: '34' }, officer.token);
    for (const id of [found, lost]) await publishReport(host, id);
    await confirm(lost, found);
    expect((await read(lost, officer)).json().data).toMatchObject({ as: 'family' });
    expect((await read(found, officer)).statusCode).toBe(404);
  });

  it('tells the family once of the same words, and an officer whose page is old that somebody was first', async () => {
    await confirm();
    const { rev } = (await read(lostId, officer)).json().data;
    for (let n = 0; n < 2; n++) await change(lostId, officer, { words: 'Ask at the gate', phone: '0161 2401234' });
    expect(await told(family)).toEqual(['reunion-possible', 'reunion-possible']);
    const late = await change(lostId, officer, { rev, words: 'Come tomorrow' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'changed-meanwhile']);
    expect((await read(lostId, family)).json().data).toMatchObject({ words: 'Ask at the gate' });
    const now = (await read(lostId, officer)).json().data.rev;
    expect((await change(lostId, officer, { rev: now, words: 'Come tomorrow' })).statusCode).toBe(200);
  });

  it('is read no more once somebody of the two is known to be safe, or was taken down', async () => {
    await confirm();
    await change(lostId, officer, { words: 'Ask at the gate' });
    for (const gone of [{ condition: 'safe' }, { status: 'withdrawn' }] as const) {
      const before = await host.db
        .selectFrom('report')
        .select(['condition', 'status'])
        .where('id', '=', lostId)
        .executeTakeFirstOrThrow();
      await host.db.updateTable('report').set(gone).where('id', '=', lostId).execute();
      for (const who of [family, officer]) expect((await read(lostId, who)).statusCode).toBe(404);
      await host.db.updateTable('report').set(before).where('id', '=', lostId).execute();
    }
    expect((await read(lostId, family)).statusCode).toBe(200);
  });

  it('of two whom an officer has confirmed, one protected later tells neither family nor officer anything more', async () => {
    for (const veiled of [foundId, lostId]) {
      await confirm();
      await change(lostId, officer, { words: 'Ask at the gate', phone: '0161 2401234' });
      expect((await read(lostId, family)).statusCode).toBe(200);
      const hide = (how: { hidden_at: Date | null; hidden_for: 'protected' | null }) =>
        host.db.updateTable('report').set(how).where('id', '=', veiled).execute();
      await hide({ hidden_at: new Date(), hidden_for: 'protected' });
      for (const [id, who] of [
        [lostId, family],
        [lostId, officer],
        [foundId, officer],
      ] as const) {
        expect((await read(id, who)).statusCode).toBe(404);
        expect((await change(id, who, { words: 'There' })).statusCode).toBe(404);
      }
      await hide({ hidden_at: null, hidden_for: null });
    }
  });

  it('ends well also a record that nobody has looked at yet, and its photos may come again', async () => {
    const id = await post({ lostPersonAge: '9', name: 'zqChildq' }, family.token);
    await confirm(id);
    expect((await change(id, family, { together: true })).statusCode).toBe(200);
    expect(await statusOf(id)).toBe('resolved');
    expect(await host.db.selectFrom('suppression').select('id').execute()).toEqual([]);
  });

  it('of somebody who must not be found nobody is told, on whichever side they are', async () => {
    for (const hidden of [lostId, foundId]) {
      await host.db.updateTable('report').set({ hidden_at: null, hidden_for: null }).execute();
      await protect(hidden);
      await confirm();
      expect([await told(family), (await read(lostId, family)).statusCode]).toEqual([[], 404]);
      expect(await host.db.selectFrom('reunion').select('lost_id').execute()).toEqual([]);
    }
  });

  it('is as if it had been taken back where somebody must not be found by now', async () => {
    const alone = await postAlone();
    await confirm(alone.id);
    expect((await mine(alone.id, alone.secret)).reunion).toMatchObject({ as: 'family' });
    await protect(foundId);
    expect(await mine(alone.id, alone.secret)).not.toHaveProperty('reunion');
    const said = await change(alone.id, {}, { secret: alone.secret, together: true });
    const none = await change(lostId, {}, { secret: alone.secret, together: true });
    expect([said.statusCode, said.body]).toEqual([404, none.body]);
    expect(await statusOf(alone.id)).toBe('published');
  });

  it('said by the family it stays so to them when who they look for is protected, and is theirs to take back', async () => {
    const alone = await postAlone();
    await confirm(alone.id);
    expect((await change(alone.id, {}, { secret: alone.secret, together: true })).statusCode).toBe(200);
    const before = await mine(alone.id, alone.secret);
    const notices = async () => {
      await host.app().jobs.idle();
      return (await host.db.selectFrom('notice').select('kind').orderBy('created_at').execute()).map(
        ({ kind }) => kind,
      );
    };
    const told = await notices();
    await protect(alone.id);
    const now = await mine(alone.id, alone.secret);
    expect([now.data.status, now.reunion]).toEqual([
      before.data.status,
      expect.objectContaining({ as: 'family', together: true }),
    ]);
    expect((await change(alone.id, {}, { secret: alone.secret, together: false })).statusCode).toBe(200);
    expect([await statusOf(alone.id), await notices()]).toEqual(['published', told]);
    const row = await host.db.selectFrom('report').select('hidden_for').where('id', '=', alone.id).executeTakeFirst();
    expect(row?.hidden_for).toBe('protected');
  });

  it('without an account the phone that made the report reads it by its secret, and says that they are together', async () => {
    const { id, secret } = await postAlone();
    await confirm(id);
    expect((await mine(id, secret)).reunion).toMatchObject({ as: 'family', station: 'Sadar', together: false });
    const said = { secret, together: true, tellFinder: true, opId: randomUUID() };
    for (let n = 0; n < 2; n++) {
      const answer = await change(id, {}, said);
      expect(answer.json()).toMatchObject({
        receipt: { opId: said.opId },
        data: { together: true, tellsFinder: true },
      });
    }
    expect([await statusOf(id), await statusOf(foundId), await told(finder)]).toEqual([
      'resolved',
      'published',
      ['reunion-together'],
    ]);
    expect((await change(id, {}, { ...said, opId: randomUUID() })).statusCode).toBe(200); // said again by another phone
    expect(await told(finder)).toEqual(['reunion-together']);
    expect((await mine(id, secret)).history.at(-1)).toMatchObject({ to: 'resolved', by: 'owner' });
  });

  it('a finder without an account reads by their secret that it ended well, where the family agrees', async () => {
    const found = await postAlone({ type: 'found', foundPersonAge: '34' });
    await confirm(lostId, found.id);
    expect(await mine(found.id, found.secret)).not.toHaveProperty('reunion');
    expect((await change(found.id, {}, { secret: found.secret, together: true })).statusCode).toBe(404);
    await change(lostId, family, { together: true, tellFinder: true });
    expect((await mine(found.id, found.secret)).reunion).toEqual({
      rev: expect.any(String),
      confirmedAt: expect.any(String),
      together: true,
      as: 'finder',
    });
    expect((await change(found.id, {}, { secret: found.secret, together: true })).statusCode).toBe(200);
    expect(await statusOf(found.id)).toBe('resolved');
  });

  it('answers a wrong secret, another report’s, one without a reunion and one that is not there alike, and ends nothing', async () => {
    const [one, other] = [await postAlone(), await postAlone()];
    await confirm(one.id);
    const answers = [];
    for (const [id, secret] of [
      [one.id, other.secret],
      [one.id, '0'.repeat(64)],
      [other.id, other.secret],
      [other.id, one.secret],
      [lostId, one.secret],
      [randomUUID(), one.secret],
    ] as const)
      for (const who of [{}, stranger]) {
        const { statusCode, body } = await change(id, who, { secret, together: true });
        answers.push([statusCode, body]);
      }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
    expect((await change(one.id, {}, { together: true })).statusCode).toBe(401);
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['published', 'published']);
  });

  it('an officer who comes by the secret speaks for the family alone, and releases nothing', async () => {
    const { id, secret } = await postAlone();
    await confirm(id);
    expect((await change(id, officer, { secret, words: 'mine', together: true })).json().data).not.toHaveProperty(
      'words',
    );
    expect([await statusOf(id), await statusOf(foundId)]).toEqual(['resolved', 'published']);
  });
});
