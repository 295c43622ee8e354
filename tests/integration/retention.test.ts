/** Nothing is kept longer than it is needed: each rule of server/retention a second before it is due, and a second after. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEPT_DAYS } from '../../contract/kept.ts';
import { writeAudit } from '../../server/audit/audit.ts';
import { sealAudit, verifyStored } from '../../server/audit/sealing.ts';
import type { Db, Schema } from '../../server/db/schema.ts';
import { keepEnded } from '../../server/reports/store.ts';
import { endWhatIsOver } from '../../server/retention/job.ts';
import { rulesOf } from '../../server/retention/rules.ts';
import en from '../../src/i18n/en.json';
import hi from '../../src/i18n/hi.json';
import pa from '../../src/i18n/pa.json';
import { newReport, startHost, type TestHost } from '../support/client.ts';
import { withEither, withPostgres } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';

const DAY_MS = 86_400_000;
/** Of jobs that the running version knows; erasing adds some of them. */
const KINDS = ['mail', 'deliver', 'scrub', 'remove-files', 'seal-audit', 'housekeeping', 'retention'];
type Table = keyof Schema;

/** How many rows each table has, but those that erasing itself leaves. */
async function counts(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('job', 'meta', 'migration', 'life', 'rate_limit')`.execute(db);
  const all: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    all[name] = counted[0]?.n ?? 0;
  }
  return all;
}

const less = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(before).flatMap(([name, n]) => (after[name] === n ? [] : [[name, (after[name] ?? 0) - n]])),
  );

withEither('retention', (database) => {
  let host: TestHost;
  let owner: Person;
  let other: Person;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [owner, other] = [await personOf(host, 'poster'), await personOf(host, 'finder')];
  });

  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  /** The rules pass by a report that is held, as a job of the call before may do; their next run takes it. */
  async function end(now: Date): Promise<void> {
    await host.app().jobs.idle();
    await endWhatIsOver(host.db, KINDS, now);
  }
  async function post(who?: Person): Promise<string> {
    const { upload, id, opId } = newReport();
    const nobody = await personOf(host);
    const posted = await (who ?? nobody).call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    expect(posted.status).toBe(200);
    return id;
  }
  const conversation = async (reportId: string | null, at = new Date()): Promise<string> => {
    const id = randomUUID();
    const people = { starter_id: other.userId, owner_id: owner.userId };
    await host.db
      .insertInto('conversation')
      .values({ id, report_id: reportId, ...people, updated_at: at })
      .execute();
    const message = { id: randomUUID(), conversation_id: id, seq: 1, author_id: other.userId, text: 'I saw her' };
    await host.db
      .insertInto('message')
      .values({ ...message, photo: null, lat: null, lng: null, address: null })
      .execute();
    return id;
  };
  const complain = (conversationId: string, at: Date, handledAt: Date | null) =>
    host.db
      .insertInto('complaint')
      .values({
        ...{ id: randomUUID(), conversation_id: conversationId, by_id: owner.userId, about_id: other.userId },
        ...{ text: 'Rude', at, handled_at: handledAt },
      })
      .execute();

  /** Something of each rule, as old as `at`; answers what goes with it. */
  const SEEDS: Record<string, (at: Date) => Promise<Partial<Record<Table, number>>>> = {
    async scan(at) {
      const scan = { op_id: randomUUID(), caller_key: 'anonymous', scanned_at: null, searched: 3, created_at: at };
      await host.db.insertInto('scan').values(scan).execute();
      const named = { op_id: scan.op_id, report_id: await post(), band: 'likely', position: 0 } as const;
      await host.db.insertInto('scan_candidate').values(named).execute();
      return { scan: -1, scan_candidate: -1 };
    },
    async objection(at) {
      const row = { id: randomUUID(), report_id: await post(), kind: 'me', proof: 'none', hid: false } as const;
      const said = { words: 'It is me', contact: '9876543210', station: null };
      await host.db
        .insertInto('objection')
        .values({ ...row, ...said, due_at: at })
        .execute();
      return {};
    },
    async complaint(at) {
      await complain(await conversation(null), at, null);
      return { complaint: -1 };
    },
    async flag(at) {
      const flag = { report_id: await post(), user_id: other.userId, reason: 'false', text: null } as const;
      await host.db
        .insertInto('flag')
        .values({ ...flag, at, handled_at: null })
        .execute();
      return { flag: -1 };
    },
    async warning(at) {
      const message = await host.db
        .selectFrom('message')
        .select('id')
        .where('conversation_id', '=', await conversation(null))
        .executeTakeFirstOrThrow();
      const warning = { id: randomUUID(), author_id: other.userId, message_id: message.id, claim_id: null };
      await host.db
        .insertInto('warning')
        .values({ ...warning, signs: ['money'], at, handled_at: null })
        .execute();
      return { warning: -1 };
    },
    async strike(at) {
      const strike = { id: randomUUID(), user_id: other.userId, by_id: null, about: 'report' as const };
      await host.db
        .insertInto('strike')
        .values({
          ...{ ...strike, subject_id: randomUUID(), reason: 'A lie', at, appeal: null, appealed_at: null },
          ...{ outcome: null, answer: null, decided_at: null },
        })
        .execute();
      await host.db.updateTable('app_user').set({ suspended_at: at }).where('id', '=', other.userId).execute();
      return { strike: -1 };
    },
    async notice(at) {
      const notice = { id: randomUUID(), user_id: owner.userId, kind: 'message' as const, detail: null };
      await host.db
        .insertInto('notice')
        .values({ ...notice, report_id: null, claim_id: null, conversation_id: null, read_at: null, created_at: at })
        .execute();
      return { notice: -1 };
    },
    async receipt(at) {
      const receipt = { op_id: randomUUID(), input_hash: 'x', number: null, received_at: at };
      await host.db.insertInto('receipt').values(receipt).execute();
      return { receipt: -1 };
    },
    async suppression(at) {
      const until = new Date(at.getTime() + KEPT_DAYS.suppression * DAY_MS);
      const { id } = await host.db
        .insertInto('suppression')
        .values({ what: 'face', at: at.toISOString().slice(0, 10), until })
        .returning('id')
        .executeTakeFirstOrThrow();
      await host.db
        .insertInto('suppression_mark')
        .values({ mark: Buffer.alloc(8), suppression_id: id, view: 0 })
        .execute();
      return { suppression: -1, suppression_mark: -1 };
    },
    async gone_share(at) {
      await host.db.insertInto('gone_share').values({ number: 'W-0000-00', at }).execute();
      return { gone_share: -1 };
    },
    async processing(at) {
      await host.db
        .insertInto('processing')
        .values({ stream: Buffer.from('s'), place: 0, at, sealed: Buffer.from('x') })
        .execute();
      return { processing: -1 };
    },
  };

  for (const { kept, table } of rulesOf(KINDS).filter((rule) => rule.table in SEEDS))
    it(`keeps of ${table} what is due in a second, ends it a second later, and nothing else`, async () => {
      const at = ago(KEPT_DAYS[kept]);
      await conversation(await post(owner)); // what is in use
      await complain(await conversation(null), new Date(), null);
      const gone = (await SEEDS[table]?.(at)) ?? {};
      await host.app().jobs.idle();
      const before = await counts(host.db);
      const due = at.getTime() + KEPT_DAYS[kept] * DAY_MS;
      const words = async () => (await host.db.selectFrom('objection').select(['words', 'contact']).execute())[0];
      await end(new Date(due - 1000));
      expect(less(before, await counts(host.db))).toEqual({});
      if (table === 'objection') expect(await words()).toEqual({ words: 'It is me', contact: '9876543210' });
      await end(new Date(due + 1000));
      // And a line of it in the log of processing, but for that log's own lines.
      expect(less(before, await counts(host.db))).toEqual({
        ...(table === 'processing' ? {} : { processing: 1 }),
        ...gone,
      });
      if (table === 'objection') expect(await words()).toEqual({ words: null, contact: null });
      if (table === 'strike')
        expect(
          (
            await host.db
              .selectFrom('app_user')
              .select('suspended_at')
              .where('id', '=', other.userId)
              .executeTakeFirst()
          )?.suspended_at,
        ).not.toBeNull();
    });

  describe('a report that has ended', () => {
    const reportOf = (id: string) =>
      host.db.selectFrom('report').select(['erase_at', 'erase_told_at']).where('id', '=', id).executeTakeFirst();
    const told = async () =>
      (await host.db.selectFrom('notice').select('kind').where('user_id', '=', owner.userId).execute()).map(
        ({ kind }) => kind,
      );
    async function ended(who: Person): Promise<{ id: string; due: number }> {
      const id = await post(who);
      expect((await who.call('PUT', `/report/${id}`, { id, status: 'withdrawn' })).status).toBe(200);
      return { id, due: (await reportOf(id))?.erase_at?.getTime() ?? 0 };
    }

    it('is erased half a year later, its owner told two weeks before; one tap keeps it as long again', async () => {
      const { id, due } = await ended(owner);
      expect(due - Date.now()).toBeGreaterThan((KEPT_DAYS.endedReports - 1) * DAY_MS);
      const twoWeeks = KEPT_DAYS.endedReportsTold * DAY_MS;
      await end(new Date(due - twoWeeks - 1000));
      expect(await told()).toEqual([]);
      for (const second of [1, 2]) await end(new Date(due - twoWeeks + second * 1000));
      expect(await told()).toEqual(['report-erasing']);
      const { body } = await owner.call('GET', `/report/${id}`);
      const moved = new Date(body.data.erasesAt).getTime();
      expect(moved - due).toBeLessThanOrEqual(1000);
      await end(new Date(moved - 1000));
      expect(await reportOf(id)).toBeDefined();
      expect((await owner.call('PUT', `/report/${id}`, { id, keep: true })).status).toBe(200);
      expect(await reportOf(id)).toMatchObject({ erase_told_at: null });
      // The same tap, on the day before.
      await host.db.transaction().execute((tx) => keepEnded(tx, id, new Date(moved - DAY_MS)));
      await end(new Date(moved + 1000));
      const later = (await reportOf(id))?.erase_at?.getTime() ?? 0;
      expect(later - moved).toBe((KEPT_DAYS.endedReports - 1) * DAY_MS);
      await end(new Date(later - twoWeeks + 1000));
      await end(new Date(later + 2000));
      expect(await reportOf(id)).toBeUndefined();
      const tombstone = await host.db.selectFrom('change').select('feed').where('id', '=', id).execute();
      expect(tombstone.length).toBeGreaterThan(0);
      // By a rule, not by anybody's wish: it may be posted again.
      expect(await host.db.selectFrom('suppression').select('id').execute()).toEqual([]);
    });

    it('is not erased before its owner could read of it, however long the server was off', async () => {
      const { id, due } = await ended(owner);
      await end(new Date(due + 100 * DAY_MS));
      expect([await told(), await reportOf(id)]).toEqual([['report-erasing'], expect.anything()]);
      await end(new Date(due + (100 + KEPT_DAYS.endedReportsTold) * DAY_MS - 1000));
      expect(await reportOf(id)).toBeDefined();
      await end(new Date(due + (100 + KEPT_DAYS.endedReportsTold) * DAY_MS + 1000));
      expect(await reportOf(id)).toBeUndefined();
    });

    it('is not kept by anybody else, and one that goes on is not erased at all', async () => {
      const { id } = await ended(owner);
      expect((await other.call('PUT', `/report/${id}`, { id, keep: true })).status).toBe(404);
      const open = await post(owner);
      expect((await owner.call('PUT', `/report/${open}`, { id: open, keep: true })).status).toBe(409);
      await end(new Date(Date.now() + 3 * 365 * DAY_MS));
      expect(await reportOf(open)).toBeDefined();
      expect((await owner.call('GET', `/report/${open}`)).body.data.erasesAt).toBeUndefined();
    });

    it('takes the conversations about it along half a year later; those without a report end a year after the last word, and none while a complaint waits', async () => {
      const { id, due } = await ended(owner);
      const about = await conversation(id);
      const alone = await conversation(null, new Date(due - KEPT_DAYS.endedReports * DAY_MS));
      const aloneDue = due + (KEPT_DAYS.conversationsAlone - KEPT_DAYS.endedReports) * DAY_MS;
      await complain(alone, new Date(due), null);
      const left = async () =>
        (await host.db.selectFrom('conversation').select('id').orderBy('created_at').execute()).map((row) => row.id);
      await end(new Date(due - 1000));
      expect(await left()).toEqual([about, alone]);
      await end(new Date(due + 1000));
      expect(await left()).toEqual([alone]);
      await end(new Date(aloneDue + 1000));
      expect(await left()).toEqual([alone]);
      await host.db.updateTable('complaint').set({ handled_at: new Date() }).execute();
      await end(new Date(aloneDue - 1000));
      expect(await left()).toEqual([alone]);
      await end(new Date(aloneDue + 1000));
      expect([await left(), await host.db.selectFrom('message').select('id').execute()]).toEqual([[], []]);
    });
  });

  describe('the log', () => {
    const act = (at: Date) =>
      host.db
        .insertInto('audit')
        .values({ ...ACT, id: randomUUID(), at })
        .execute();
    const ACT = { actor_id: null, role: 'nobody', action: 'face-search', subject_id: null, reason: null } as const;
    const seqs = async () =>
      (await host.db.selectFrom('audit').select('seq').orderBy('seq').execute()).map(({ seq }) => Number(seq));

    it('is cut a year after its acts, but for the newest of those, from which the chain goes on and is verified', async () => {
      const at = ago(KEPT_DAYS.log);
      for (let i = 0; i < 450; i++) await act(new Date(at.getTime() - 1000 + i));
      await host.db.transaction().execute((tx) => writeAudit(tx, { userId: owner.userId, role: 'admin' }, 'suspend'));
      await sealAudit(host.db)({});
      await end(new Date(at.getTime() - 1001 + KEPT_DAYS.log * DAY_MS));
      expect((await seqs()).length).toBe(451);
      await end(new Date(at.getTime() + 1000 + KEPT_DAYS.log * DAY_MS));
      expect(await seqs()).toEqual([450, 451]);
      const verdict = await verifyStored(host.db);
      expect([verdict.fault, verdict.head.seq]).toEqual([undefined, 451]);
      await act(new Date());
      await sealAudit(host.db)({});
      expect((await verifyStored(host.db)).head.seq).toBe(452);
    });

    it('is not cut by who writes into the database, neither of what is young nor beyond the noted beginning', async () => {
      for (const days of [400, 390, 1]) await act(ago(days));
      await sealAudit(host.db)({});
      await expect(sql`delete from audit where seq = 1`.execute(host.db)).rejects.toThrow('the log is only added to');
      await sql`insert into meta (key, value) values ('audit-start', '{"seq":3,"hash":""}')`.execute(host.db);
      await expect(sql`delete from audit where seq = 3`.execute(host.db)).rejects.toThrow('the log is only added to');
      // Who forges the noted beginning is found: what is left begins with an act that is younger than a year.
      const { rows } = await sql<{ hash: string }>`select encode(hash, 'hex') as hash from audit where seq = 2`.execute(
        host.db,
      );
      const start = JSON.stringify({ seq: 2, hash: rows[0]?.hash });
      await sql`update meta set value = ${start} where key = 'audit-start'`.execute(host.db);
      await sql`delete from audit where seq <= 2`.execute(host.db);
      expect((await verifyStored(host.db)).fault).toBe('entries before 3 are missing');
    });
  });

  it('ends jobs of a kind that nobody knows any more, and none that somebody does', async () => {
    const at = ago(KEPT_DAYS.unknownJobs);
    for (const kind of ['mail', 'of-long-ago'])
      await host.db
        .insertInto('job')
        .values({ kind, payload: '{}', run_at: at, held_until: new Date(Date.now() + DAY_MS) })
        .execute();
    const kinds = async () =>
      (
        await host.db
          .selectFrom('job')
          .select('kind')
          .where('kind', 'in', ['mail', 'of-long-ago'])
          .orderBy('kind')
          .execute()
      ).map(({ kind }) => kind);
    await end(new Date(at.getTime() + KEPT_DAYS.unknownJobs * DAY_MS - 1000));
    expect(await kinds()).toEqual(['mail', 'of-long-ago']);
    await end(new Date(at.getTime() + KEPT_DAYS.unknownJobs * DAY_MS + 1000));
    expect(await kinds()).toEqual(['mail']);
  });

  it('goes on where it was stopped, and a scan that is asked again after its end says that nobody was found', async () => {
    const scans = Array.from({ length: 450 }, () => ({
      op_id: randomUUID(),
      caller_key: 'anonymous',
      scanned_at: null,
      searched: 3,
      created_at: ago(40),
    }));
    await host.db.insertInto('scan').values(scans).execute();
    expect(await endWhatIsOver(host.db, KINDS, new Date(), 0)).toBe(false);
    expect(await endWhatIsOver(host.db, KINDS, new Date())).toBe(true);
    expect(await host.db.selectFrom('scan').select('op_id').execute()).toEqual([]);
    const probe = { descriptor: Array.from({ length: 128 }, (_, i) => Math.sin(i)), opId: randomUUID() };
    const nobody = await personOf(host);
    expect((await nobody.call('POST', '/api/face/compare', probe)).status).toBe(200);
    await host.db.deleteFrom('scan').execute();
    const again = await nobody.call('POST', '/api/face/compare', probe);
    expect([again.status, again.body.found]).toEqual([200, false]);
  });
});

describe('what is said of it', () => {
  const document = readFileSync(new URL('../../docs/privacy.md', import.meta.url), 'utf8');

  it('is what is done: each rule has its line in docs/privacy.md, and no line is without a rule', () => {
    const table = document.slice(document.indexOf('## What ends by itself'));
    const lines = [...table.matchAll(/^\| `(\w+)` \| (\d+) days \| `([\w.]+)` \|/gm)].map(([, ...line]) =>
      line.join(' '),
    );
    expect(lines.sort()).toEqual(
      rulesOf([])
        .map(({ kept, table: name, from }) => `${name} ${KEPT_DAYS[kept]} ${from}`)
        .sort(),
    );
  });

  it('is in the policy of the app, in all languages, by the same numbers', () => {
    const told = Object.keys(KEPT_DAYS).filter((kept) => kept !== 'unknownJobs');
    for (const { privacy } of [en, pa, hi]) {
      const named = [...privacy.retention.text.matchAll(/\{\{(\w+)\}\}/g)].map(([, kept]) => kept);
      expect([...new Set(named)].sort()).toEqual(told.sort());
    }
  });
});

withPostgres('retention of 100,000', (database) => {
  let db: Db;
  beforeAll(async () => {
    ({ db } = await database.open());
  });

  // To fill the tables takes a busy machine a minute.
  it('finds what is over by an index, and reads no table whole', { timeout: 180_000 }, async () => {
    await sql.raw(FILL).execute(db);
    await sql`analyze`.execute(db);
    for (const { kept, table, run } of rulesOf(KINDS))
      await db.transaction().execute(async (tx) => {
        await run(tx, new Date(Date.now() - KEPT_DAYS[kept] * DAY_MS), 200);
        const { rows } = await sql<{ relname: string; read: number }>`
          select relname, seq_tup_read::int as read from pg_stat_xact_user_tables where seq_tup_read > 1000`.execute(
          tx,
        );
        expect([table, rows]).toEqual([table, []]);
      });
  });
});

/** 100,000 of each, all of today: nothing is due. */
const FILL = `
set session_replication_role = replica; -- what refers to what is not looked up a million times
insert into app_user (id, name, email, role) select gen_random_uuid(), 'A', 'a' || n || '@example.org', 'poster' from generate_series(1, 2) n;
create temp table who as select (array_agg(id))[1] as a, (array_agg(id))[2] as b from app_user;
insert into report (id, owner_id, posting_role, type, status, subject, condition, number, ended_at, erase_at)
  select gen_random_uuid(), a, 'victim', 'lost', 'withdrawn', 'person', 'missing', 'W-' || n, now(), now() + interval '180 days' from generate_series(1, 100000) n, who;
insert into scan (op_id, caller_key, searched) select gen_random_uuid(), 'anonymous', 0 from generate_series(1, 100000);
insert into conversation (id, report_id, starter_id, owner_id) select gen_random_uuid(), case when row_number() over () % 2 = 0 then report.id end, b, a from report, who;
insert into message (id, conversation_id, seq, author_id, text) select gen_random_uuid(), id, 1, starter_id, 'x' from conversation;
insert into objection (id, report_id, kind, proof, words, hid, due_at) select gen_random_uuid(), id, 'me', 'none', 'x', false, now() from report;
insert into complaint (id, conversation_id, by_id, about_id, text) select gen_random_uuid(), id, starter_id, owner_id, 'x' from conversation;
insert into flag (report_id, user_id, reason) select report.id, b, 'false' from report, who;
insert into warning (id, author_id, message_id, signs) select gen_random_uuid(), author_id, id, '{money}' from message;
insert into strike (id, user_id, about, subject_id, reason) select gen_random_uuid(), b, 'report', gen_random_uuid(), 'x' from generate_series(1, 100000), who;
insert into notice (id, user_id, kind) select gen_random_uuid(), a, 'message' from generate_series(1, 100000), who;
insert into receipt (op_id, input_hash) select gen_random_uuid(), 'x' from generate_series(1, 100000);
insert into suppression (what, at, until) select 'face', current_date, now() + interval '730 days' from generate_series(1, 100000);
insert into job (kind, payload, run_at) select 'mail', '{}', now() from generate_series(1, 100000);
insert into audit (id, role, action, seq, hash) select gen_random_uuid(), 'nobody', 'face-search', n, 'x' from generate_series(1, 100000) n;
insert into processing (stream, place, sealed) select 's', n, 'x' from generate_series(1, 100000) n;
set session_replication_role = origin;`;
