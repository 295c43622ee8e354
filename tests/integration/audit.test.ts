/** The log of what was done with power over others: only added to, chained, and whatever is changed in it is found. */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eraseReasons, writeAudit } from '../../server/audit/audit.ts';
import { ExportLine, type Head, hashOf, type Link, reasonHashOf, START, verify } from '../../server/audit/chain.ts';
import { noticeOdd } from '../../server/audit/odd.ts';
import { linksAfter, readHead, sealAudit, verifyStored } from '../../server/audit/sealing.ts';
import { newReport, signIn, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { SEED } from '../support/seed.ts';

const TAMPERINGS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** One way to change a log of `links` that ends at `head`; undefined where it would change nothing. */
type Tampering = (links: Link[], at: number, text: string) => Link[] | undefined;

const FIELDS = [
  'at',
  'actor',
  'role',
  'action',
  'subject',
  'reason',
  'salt',
  'reasonHash',
  'hash',
  'id',
  'seq',
] as const;

const changed: Tampering = (links, at, text) => {
  const field = FIELDS[text.length % FIELDS.length] ?? 'at';
  const link = links[at];
  // Without a reason a salt says nothing, and is sealed by nothing.
  if (!link || (field === 'salt' && link.reasonHash === '') || (field === 'reason' && link.reasonHash === ''))
    return undefined;
  const isHex = field === 'salt' || field === 'reasonHash' || field === 'hash';
  const value = field === 'seq' ? link.seq + 1 + text.length : `${link[field] ?? ''}${isHex ? 'ab' : text}`;
  return links.with(at, { ...link, [field]: value } as Link);
};
const leftOut: Tampering = (links, at) => links.toSpliced(at, 1);
const cutOff: Tampering = (links, at) => links.slice(0, at);
const putIn: Tampering = (links, at, text) =>
  links.toSpliced(at, 0, { ...(links[at] as Link), id: randomUUID(), action: text });
const twice: Tampering = (links, at) => links.toSpliced(at, 0, links[at] as Link);
const moved: Tampering = (links, at) => {
  const [one, other] = [links[at], links[(at + 1) % links.length]];
  if (!one || !other) return undefined;
  return links.with(at, { ...other, seq: one.seq }).with((at + 1) % links.length, { ...one, seq: other.seq });
};
/** As who knows how it is made: this entry and all behind it are sealed anew, and the end stays as it was noted. */
const sealedAnew: Tampering = (links, at, text) => {
  let head: Head = at === 0 ? START : { seq: at, hash: links[at - 1]?.hash ?? '' };
  return links.map((link, i) => {
    if (i < at) return link;
    const told = i === at ? { ...link, action: `${link.action}${text || 'x'}` } : link;
    head = { seq: i + 1, hash: hashOf(head, told) };
    return { ...told, ...head };
  });
};
const WAYS = { changed, leftOut, cutOff, putIn, twice, moved, sealedAnew };

withDatabases('the log', (database) => {
  let host: TestHost;
  let admin: { userId: string; token: string };
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    admin = await signIn(host.db, 'admin');
  });

  const actor = () => ({ userId: admin.userId, role: 'admin' as const });
  const write = (reason?: string, subject: string = randomUUID()) =>
    host.db.transaction().execute((tx) => writeAudit(tx, actor(), 'suspend', subject, reason));
  const seal = () => sealAudit(host.db)({});
  async function all(): Promise<{ links: Link[]; head: Head }> {
    const links: Link[] = [];
    for (let page = await linksAfter(host.db, 0); page.length > 0; page = await linksAfter(host.db, links.length))
      links.push(...page);
    return { links, head: (await readHead(host.db)) ?? START };
  }

  it('is sealed right behind each act, in order, by many writers at once', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, i) => write(i % 3 ? `Reason ${i}` : undefined)));
    await host.app().jobs.idle();
    const { links, head } = await all();
    expect(links.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(await verifyStored(host.db)).toEqual({ head, erased: [], withheld: 0 });
    expect(new Set(links.map(({ hash }) => hash)).size).toBe(40);
  });

  it('is changed and shortened by nobody: the database itself refuses', async () => {
    await write('Letter');
    await seal();
    for (const statement of [
      sql`update audit set action = 'nothing'`,
      sql`update audit set reason = 'Another'`,
      sql`update audit set at = now() - interval '1 day'`,
      sql`update audit set actor_id = null`,
      sql`update audit set seq = 2`,
      sql`update audit set reason_hash = null`,
      sql`delete from audit`,
    ])
      await expect(statement.execute(host.db)).rejects.toThrow('the log is only added to');
    expect(await verifyStored(host.db)).toMatchObject({ head: { seq: 1 } });
  });

  it('stays whole when who it is about is erased; a reason that was taken for nothing is found', async () => {
    const gone = randomUUID();
    await write('Said that she is my neighbour', gone);
    await write('False reports', admin.userId);
    await seal();
    await eraseReasons(host.db, [gone]);
    const verdict = await verifyStored(host.db);
    expect(verdict).toMatchObject({ head: { seq: 2 }, erased: [{ seq: 1, subject: gone }] });
    expect(verdict.fault).toBeUndefined();
    expect(JSON.stringify(await all())).not.toContain('neighbour');
    await eraseReasons(host.db, [admin.userId]);
    expect((await verifyStored(host.db)).fault).toBe('the reason of entry 2 is gone, and what it is about is not');
  });

  it.each([
    ['', 0],
    [' in a log whose beginning was cut off', 30],
  ])(`of ${TAMPERINGS} tamperings ${TAMPERINGS} are found%s`, async (_, cut) => {
    for (let i = 0; i < 60 + cut; i++) await write(i % 2 ? `Reason ${i}` : undefined);
    await seal();
    const { links: whole, head } = await all();
    const links = whole.slice(cut);
    const start = cut === 0 ? START : { seq: cut, hash: whole[cut - 1]?.hash ?? '' };
    // As it is looked at in a year, when a part of it may have been cut off.
    const begun = { start, at: new Date(Date.now() + 366 * 86_400_000) };
    expect(verify(links, head, START, begun).fault).toBeUndefined();
    const drawn = fc.record({
      way: fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[])),
      at: fc.nat(links.length - 1),
      text: fc.string({ minLength: 1, maxLength: 11 }),
    });
    const found: Record<string, number> = {};
    const missed: unknown[] = [];
    let made = 0;
    for (const one of fc.sample(drawn, { numRuns: 2 * TAMPERINGS, seed: SEED })) {
      const tampered = made < TAMPERINGS ? WAYS[one.way](links, one.at, one.text) : undefined;
      if (!tampered) continue;
      made++;
      if (verify(tampered, head, START, begun).fault) found[one.way] = (found[one.way] ?? 0) + 1;
      else missed.push(one);
    }
    expect([missed, made]).toEqual([[], TAMPERINGS]);
    expect(Object.keys(found).sort()).toEqual(Object.keys(WAYS).sort());
  });

  it('in the database is found changed, cut off, added to, and with another end', async () => {
    for (let i = 0; i < 20; i++) await write(`Reason ${i}`);
    await seal();
    const [salt, hash] = ['00'.repeat(16), reasonHashOf('00'.repeat(16), 'Another')];
    const statements = [
      sql`update audit set actor_id = null where seq = 7`,
      sql`update audit set at = at + interval '1 microsecond' where seq = 1`,
      sql`update audit set subject_id = ${randomUUID()} where seq = 20`,
      sql`update audit set reason = 'Another', reason_salt = decode(${salt}, 'hex'), reason_hash = decode(${hash}, 'hex') where seq = 3`,
      sql`delete from audit where seq = 5`,
      sql`delete from audit where seq > 18`,
      sql`delete from audit`,
      sql`insert into audit (id, role, action, seq, hash) values (${randomUUID()}, 'admin', 'suspend', 21, decode(${hash}, 'hex'))`,
      sql`insert into audit (id, role, action, at) values (${randomUUID()}, 'admin', 'suspend', now() - interval '1 hour')`,
      sql`update meta set value = ${JSON.stringify(START)} where key = 'audit-head'`,
      sql`delete from meta where key = 'audit-head'`,
    ];
    let found = 0;
    for (const statement of statements) {
      const undone = new Error('undone');
      await host.db
        .transaction()
        .execute(async (tx) => {
          await sql`alter table audit disable trigger audit_stays`.execute(tx);
          await statement.execute(tx);
          if ((await verifyStored(tx)).fault) found++;
          throw undone;
        })
        .catch((error: unknown) => expect(error).toBe(undone));
    }
    expect(found).toBe(statements.length);
    expect((await verifyStored(host.db)).fault).toBeUndefined();
  });

  it('written anew from its start, with its end, is told by whoever kept an older end', async () => {
    for (let i = 0; i < 10; i++) await write();
    await seal();
    const { links, head: known } = await all();
    for (let i = 0; i < 5; i++) await write();
    await seal();
    const grown = await all();
    expect(verify(grown.links, grown.head, known).fault).toBeUndefined();
    const forged = sealedAnew(grown.links, 2, 'x') ?? [];
    const end = { seq: forged.length, hash: forged.at(-1)?.hash ?? '' };
    expect(verify(forged, end).fault).toBeUndefined();
    expect(verify(forged, end, known).fault).toBe('it does not lead through entry 10 as that was known');
    expect(verify(links.slice(0, 9), { seq: 9, hash: links[8]?.hash ?? '' }, known).fault).toBeDefined();
  });

  it('is not called whole by the command beside an older file that says of no end', async () => {
    for (let i = 0; i < 3; i++) await write();
    await seal();
    const get = (after: number) =>
      host.app().inject({ url: `/moderation/audit/export?after=${after}`, headers: { authorization: admin.token } });
    const { body } = await get(0);
    const folder = await mkdtemp(join(tmpdir(), 'wapsi-log-'));
    const said = async (older: string) => {
      const [file, known] = [join(folder, 'log.ndjson'), join(folder, 'older.ndjson')];
      await writeFile(file, body);
      await writeFile(known, older);
      const run = promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/audit.ts', file, known]);
      return run.then(({ stdout }) => stdout).catch(({ stderr }: { stderr: string }) => stderr);
    };
    expect(await said(body)).toMatch(/Whole/);
    for (const older of ['', body.split('\n').slice(1).join('\n')])
      expect(await said(older)).toMatch(/^.*older\.ndjson does not say where that log ended/);
    await rm(folder, { recursive: true });
  });

  it('of a version that sealed nothing is sealed at the next turn', async () => {
    await sql`
      insert into audit (id, role, action, reason, at)
      select gen_random_uuid(), 'admin', 'suspend', 'Reason ' || i, now() - interval '1 day' + i * interval '1 second'
      from generate_series(1, 1200) i`.execute(host.db);
    expect((await verifyStored(host.db)).fault).toBe('1200 entries were never sealed');
    await seal();
    const verdict = await verifyStored(host.db);
    expect([verdict.head.seq, verdict.fault]).toEqual([1200, undefined]);
    expect((await all()).links[1199]?.reason).toBe('Reason 1200');
  });

  it('is taken away by an admin, a part at a time', async () => {
    for (let i = 0; i < 3; i++) await write(`Reason ${i}`);
    await sql`insert into audit (id, role, action) select gen_random_uuid(), 'admin', 'suspend' from generate_series(1, 600)`.execute(
      host.db,
    );
    await seal();
    const lines: unknown[] = [];
    for (let after = 0; ; ) {
      const url = `/moderation/audit/export?after=${after}`;
      const answer = await host.app().inject({ url, headers: { authorization: admin.token } });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
      const [head, ...links] = answer.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(head).toEqual({ head: await readHead(host.db), start: START, at: expect.any(String) });
      if (links.length === 0) break;
      lines.push(...links);
      after = links.at(-1).seq;
    }
    expect(lines).toHaveLength(603);
    expect(verify(lines as Link[], await readHead(host.db)).fault).toBeUndefined();
  });

  it('has nothing for an admin of what they posted themselves; what they take away is verified, and says how many lines it lacks', async () => {
    const other = await signIn(host.db, 'admin');
    const post = async (token: string, change: object = {}) => {
      const { upload, id, opId } = newReport(change);
      const url = '/api/face/uploadLostFoundPerson';
      const headers = { authorization: token };
      await host.app().inject({ method: 'POST', url, headers, payload: { ...upload, id, opId } });
      return id;
    };
    const [own, theirs, hers] = [
      await post(admin.token),
      await post(other.token, { type: 'found', foundPersonAge: '71', name: 'Bishan Das' }),
      await post(other.token),
    ];
    await host.app().jobs.idle();
    const [pair, note, claim] = [randomUUID(), randomUUID(), randomUUID()];
    await sql`insert into candidate (id, lost_id, found_id, score, band, because)
      values (${pair}, ${own}, ${theirs}, 1, 'likely', '[]')`.execute(host.db);
    await sql`insert into note (id, report_id, kind, text) values (${note}, ${own}, 'sighting', 'x')`.execute(host.db);
    await sql`insert into claim (id, report_id, claimant_id) values (${claim}, ${own}, ${other.userId})`.execute(
      host.db,
    );
    const by = { userId: other.userId, role: 'admin' as const };
    const secret = 'She is at the One Stop Centre';
    const kept = [
      ...([
        ['duty-done', own],
        ['protect', own],
        ['candidate-confirm', pair],
        ['photo-show', note],
      ] as const),
      ...([
        ['claim-freeze', claim],
        ['reunion-apart', theirs],
      ] as const),
    ];
    const told = [
      ['record-open', theirs],
      ['protect', hers],
      ['suspend', other.userId],
      ['rotate-seal', undefined],
    ] as const;
    for (const [i, [action, subject]] of [...kept, ...told].entries())
      await host.db
        .transaction()
        .execute((tx) => writeAudit(tx, by, action, subject, i % 2 ? undefined : i < kept.length ? secret : 'Letter'));
    await seal();
    const get = async (token: string, url: string) =>
      (await host.app().inject({ url, headers: { authorization: token } })).body;
    const actions = async (token: string) =>
      JSON.parse(await get(token, '/moderation/audit'))
        .data.map(({ action }: { action: string }) => action)
        .reverse();
    const others = told.map(([action]) => action);
    expect(await actions(admin.token)).toEqual(others);
    // What the other admin posted is kept from them too.
    expect(await actions(other.token)).toEqual([
      ...kept.slice(0, 5).map(([action]) => action),
      ...['suspend', 'rotate-seal'],
    ]);
    const taken = async (token: string): Promise<ExportLine[]> => {
      const [, ...lines] = (await get(token, '/moderation/audit/export')).trim().split('\n');
      return lines.map((line) => ExportLine.parse(JSON.parse(line)));
    };
    const lines = await taken(admin.token);
    const head = await readHead(host.db);
    expect(verify(lines, head)).toEqual({ head, erased: [], withheld: kept.length });
    expect(verify(await taken(other.token), head)).toMatchObject({ head, withheld: 3 });
    // Of what is kept there is nothing by which an act could be guessed: its hash is over an id that nobody is told.
    expect(lines.slice(0, kept.length)).toEqual(
      (await all()).links.slice(0, kept.length).map(({ seq, hash }) => ({ seq, hash, withheld: true })),
    );
    expect(JSON.stringify(lines)).not.toMatch(new RegExp([secret, own, pair, note, claim].join('|')));
    const tampered = lines.with(5, { ...(lines[5] as ExportLine), hash: 'ab'.repeat(32) });
    expect(verify(tampered, head).fault).toBe('entry 7 is not what was sealed');
    expect(verify(lines.toSpliced(1, 1), head).fault).toBe('entry 2 is missing or not in its place');
  });

  it('tells the other admins, once a day, of who looked at others far more than they are used to, elsewhere, or at night', async () => {
    const other = await signIn(host.db, 'admin');
    // The last noon in India.
    const noon = new Date(Math.floor((Date.now() - 6.5 * HOUR_MS) / DAY_MS) * DAY_MS + 6.5 * HOUR_MS);
    const looks = (who: { userId: string }, count: number, hoursAgo: number, action = 'record-open') =>
      sql`insert into audit (id, role, action, actor_id, at)
        select gen_random_uuid(), 'officer', ${action}, ${who.userId}::uuid,
          ${new Date(noon.getTime() - hoursAgo * HOUR_MS)}::timestamptz - i * interval '1 second'
        from generate_series(1, ${sql.lit(count)}) i`.execute(host.db);
    const used = async (who: { userId: string }, count: number, hoursAgo: number, action?: string) => {
      for (const days of [1, 3, 8]) await looks(who, count, days * 24 + hoursAgo, action);
    };
    const officers: Record<string, { userId: string; token: string }> = {};
    for (const name of [
      'new',
      'busy',
      'curious',
      'elsewhere',
      'on nights',
      'at night',
      'calm',
      'by name',
      'by turns',
      'of the queue',
    ])
      officers[name] = await signIn(host.db, 'officer');
    const { busy, curious, elsewhere, calm } = officers;
    const { new: fresh, 'on nights': nightly, 'at night': late, 'by name': byName } = officers;
    const { 'by turns': turns, 'of the queue': reviewer } = officers;
    if (!busy || !curious || !elsewhere || !fresh || !nightly || !late || !calm || !byName || !turns || !reviewer)
      throw new Error('somebody is missing');
    await looks(fresh, 30, 2);
    await used(busy, 15, 2);
    await looks(busy, 60, 2); // four times what they are used to, and no more
    await used(curious, 15, 2);
    await looks(curious, 61, 2);
    await looks(elsewhere, 5, 2, 'record-open-elsewhere');
    await used(nightly, 10, 9);
    await looks(nightly, 20, 9); // three in the morning
    await used(late, 10, 2);
    await looks(late, 10, 9);
    await looks(calm, 29, 2);
    await looks(byName, 30, 2, 'word-search');
    for (const act of ['photo-review', 'alike-read', 'reunion-read', 'note-dismiss']) await looks(turns, 8, 2, act);
    await looks(reviewer, 200, 2, 'record-review'); // a day's work
    await looks(admin, 40, 2, 'look-up-account');

    const told = async (who: { userId: string }) => {
      const rows = await host.db
        .selectFrom('notice')
        .select(['kind', 'detail'])
        .where('user_id', '=', who.userId)
        .execute();
      return rows
        .map(({ kind, detail }) => `${kind} ${Object.keys(names).find((name) => names[name] === detail)}`)
        .sort();
    };
    const names = Object.fromEntries(
      [...Object.entries(officers), ['admin', admin] as const].map(([name, { userId }]) => [name, userId]),
    );
    const odd = ['at night', 'by name', 'by turns', 'curious', 'elsewhere', 'new'].map((name) => `odd-looks ${name}`);
    await noticeOdd(host.db, noon);
    await noticeOdd(host.db, noon);
    expect([await told(other), await told(admin)]).toEqual([['odd-looks admin', ...odd].sort(), odd]);
    const written = await host.db
      .selectFrom('audit')
      .select(['subject_id', 'reason', 'role'])
      .where('action', '=', 'odd-looks')
      .execute();
    expect(written).toHaveLength(7);
    expect(written).toContainEqual({ subject_id: late.userId, reason: 'night', role: 'nobody' });

    // Whoever is watched does not read that in what they take home of themselves.
    const home = await host.app().inject({ url: '/me/data', headers: { authorization: late.token } });
    expect(home.json().log).toEqual([]);

    const log = async (actor: string) =>
      (
        await host.app().inject({ url: `/moderation/audit?actor=${actor}`, headers: { authorization: other.token } })
      ).json();
    const { data } = await log(elsewhere.userId);
    expect(data.map(({ action }: { action: string }) => action)).toEqual(Array(5).fill('record-open-elsewhere'));
  });

  it('has sixty look-ups of people an hour from one person, and none for nobody’s name', async () => {
    const find = async (q: string) => {
      const url = `/users?q=${q}`;
      return (await host.app().inject({ url, headers: { authorization: admin.token } })).statusCode;
    };
    for (let i = 0; i < 60; i++) expect(await find('asha')).toBe(200);
    expect([await find('asha'), await find('')]).toEqual([429, 200]);
    const { count } = await host.db
      .selectFrom('audit')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(60);
  });
});
