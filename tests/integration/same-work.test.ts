/**
 * A record of somebody who must not be found is answered as none is, and with the same work: the statements are the same,
 * and none of them reads what is sealed, so that no key is opened for it. Statements are counted, since a clock would tell
 * now this and now that.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SEALED } from '../../server/db/sealed-columns.ts';
import { recordReport } from '../../server/reports/record.ts';
import { VEILS } from '../../server/reports/rules.ts';
import { changeStatus, eraseReport } from '../../server/reports/store.ts';
import {
  bring,
  faceLike,
  faceOf,
  makePhoto,
  newReport,
  signIn,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { publishReport } from '../support/publish.ts';

/** What is asked after by an id, a number, a name, a photo or a face. */
interface Named {
  id: string;
  number: string;
  name: string;
  photo: string;
  face: number[];
}
type Asking = (named: Named) => { method: 'GET' | 'POST' | 'PUT'; url: string; payload?: object };

const write = (url: string, payload: object) => ({ method: 'POST' as const, url, payload });
const read = (url: string) => ({ method: 'GET' as const, url });
const ops = () => ({ id: randomUUID(), opId: randomUUID() });
const ASKINGS: Record<string, Asking> = {
  'the page of a report': ({ id }) => read(`/report/${id}`),
  'its notes': ({ id }) => read(`/report/${id}/notes`),
  'a new note': ({ id }) => write(`/report/${id}/notes`, { ...ops(), kind: 'sighting', text: 'At the bus stand' }),
  'a photo': ({ photo }) => read(`/files/${photo}?size=thumb`),
  'a photo of it': ({ photo, id }) => read(`/files/${photo}?size=thumb&of=${id}`),
  'the page of a number': ({ number }) => read(`/r/${number}`),
  'the picture of a number': ({ number }) => read(`/r/${number}/image.jpg`),
  'a list by the number': ({ number }) => read(`/report?q=${number}`),
  'a list by the name': ({ name }) => read(`/report?q=${name}`),
  'a list by the name, by the newest': ({ name }) => read(`/report?q=${name}&sort=newest`),
  'a face': ({ face }) => write('/api/face/compare', { descriptor: faceLike(face), reason: 'case' }),
  'a flag': ({ id }) => write(`/report/${id}/flags`, { opId: randomUUID(), reason: 'other' }),
  'a conversation': ({ id }) => write('/conversations', { ...ops(), reportId: id, text: 'Is it you?' }),
  'a claim': ({ id }) => write('/claims', { ...ops(), reportId: id, answers: ['Red'] }),
  'following it': ({ id }) => write('/follows', { opId: randomUUID(), reportId: id }),
  'the whole of it': ({ id }) => write(`/report/${id}/open`, { reason: 'case' }),
  'this is me': ({ id }) => write(`/report/${id}/objections`, { kind: 'me' }),
  'who it may be': ({ id }) => read(`/report/${id}/matches`),
  'who looked at it': ({ id }) => read(`/report/${id}/looks`),
  'another title': ({ id }) => ({ method: 'PUT', url: `/report/${id}`, payload: { title: 'Found' } }),
  'another title by a secret': ({ id }) => ({
    ...{ method: 'PUT', url: `/report/${id}` },
    payload: { title: 'Found', secret: '0'.repeat(64) },
  }),
};

/** Whether a statement reads what is sealed: of the notes of others, too. A face is looked up among ids of nothing. */
const isOpening = (text: string): boolean =>
  ['report', 'note'].some(
    (table) =>
      text.startsWith('select') &&
      text.includes(` from "${table}"`) &&
      !text.includes('"note"."author_id" = ') &&
      ([...(SEALED[table]?.keys() ?? [])].some((column) => text.includes(`"${column}"`)) || text.includes('.*')),
  );

/** What is searched by words. */
const LISTS = Object.keys(ASKINGS).filter((what) => what.startsWith('a list'));

/** No two of them sound alike. */
const NAMES = [
  ...['Asha Devi', 'Gurpreet Bhullar', 'Mehtab Qureshi', 'Thangaraj Pillai', 'Yogendra Chauhan', 'Fiza Kakkar'],
  ...['Balwinder Lota', 'Zubin Merchant', 'Urvashi Wadhwa', 'Cyrus Oomen', 'Xena Dsouza', 'Ehsan Jakhar'],
];
const NOBODY = 'Vilas Ghorpade';

/** By these a child that is not veiled is found, or opened with words. */
const FOUND_BY = ['a photo', 'a face', 'the whole of it', 'who it may be'];

/** What says how a caller is answered; the log is chained a moment later. */
const ASKED =
  /"(report|report_file|note|history|flag|follow|claim|conversation|objection|audit|rate_limit)"|gone_share|from (report|name_key|found)\b/;

withEither('the same work', (database) => {
  let host: TestHost;
  /** The statements of one call, and none of the jobs that run beside it. */
  const ofCall = new AsyncLocalStorage<string[]>();
  const { query } = Client.prototype;
  beforeAll(async () => {
    Client.prototype.query = function (this: Client, ...asked: unknown[]) {
      const [first] = asked as [string | { text: string }];
      ofCall.getStore()?.push(typeof first === 'string' ? first : first.text);
      return (query as (...asked: unknown[]) => unknown).apply(this, asked);
    } as typeof query;
    host = await startHost(database, { COMPARE_LIMIT_ANONYMOUS: '500', COMPARE_LIMIT_USER: '500' });
  });
  afterAll(async () => {
    Client.prototype.query = query;
    await host.remove();
  });
  beforeEach(() => host.empty());

  async function published(seed: number, change: object = {}): Promise<Named> {
    const photo = await makePhoto(seed);
    const face = faceOf(seed);
    const name = NAMES[seed % NAMES.length] ?? '';
    const consent = { publicPhoto: true, publicPhone: false, notice: '1' };
    const { upload, id, opId } = newReport({ ...withFace(face), name, consent, ...change });
    const payload = { ...upload, id, opId, photos: [photo.sha256] };
    expect((await host.app().inject(write('/api/face/uploadLostFoundPerson', payload))).statusCode).toBe(200);
    await bring(host, photo, { of: opId });
    await publishReport(host, id);
    const { number } = await host.db
      .selectFrom('report')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, number: String(number), name, photo: photo.sha256, face };
  }

  /** What is answered, and what the database was asked for it. */
  async function asked(asking: Asking, named: Named, token: string) {
    await host.db.deleteFrom('rate_limit').execute();
    const statements: string[] = [];
    const headers = token ? { authorization: token } : {};
    const answer = await ofCall.run(statements, async () => host.app().inject({ ...asking(named), headers }));
    const told = statements.filter((text) => ASKED.test(text) && !text.startsWith('update "audit"'));
    const body = answer.body
      .replaceAll(named.id, 'ID')
      .replaceAll(named.number, 'NUMBER')
      .replaceAll(/"(opId|receivedAt|id)":"[^"]+"/g, '$1');
    return { status: answer.statusCode, body, statements: told };
  }

  const namedByNobody = (): Named => ({
    id: randomUUID(),
    number: 'W-2345-67',
    name: NOBODY,
    photo: 'e'.repeat(64),
    face: faceOf(90),
  });

  const veil = (id: string, why: (typeof VEILS)[number]) =>
    host.db.transaction().execute(async (tx) => {
      await tx.updateTable('report').set({ hidden_at: new Date(), hidden_for: why }).where('id', '=', id).execute();
      await recordReport(tx, id);
    });

  it('is done for a protected child as for an erased one, when an officer who has known of it asks; a volunteer is answered as of one that has ended, anybody else as of any child', async () => {
    const child = { lostPersonAge: '9' };
    const nothing = namedByNobody();
    const veiled: Named[] = [];
    for (const [i] of VEILS.entries()) veiled.push(await published(2 + i, child));
    const [any, ended] = [await published(12, child), await published(13, child)];
    const page = async ({ id }: Named, token: string) =>
      (await host.app().inject({ url: `/report/${id}`, headers: { authorization: token } })).json().data?.subject;
    const [volunteer, officer] = [await signIn(host.db, 'volunteer'), await signIn(host.db, 'officer')];
    const elsewhere = await signIn(host.db, 'officer', ['br-patna']);
    for (const named of veiled)
      for (const { token } of [volunteer, officer]) expect(await page(named, token)).toMatchObject({ ageMin: 9 });
    for (const [i, why] of VEILS.entries()) await veil(veiled[i]?.id ?? '', why);
    await host.db.transaction().execute((tx) => changeStatus(tx, ended.id, 'withdrawn', 'moderator:1'));
    await host.app().jobs.idle();
    await untilReadable(host.db);
    await asked(ASKINGS['a face'] as Asking, nothing, ''); // the index is up to date
    const differing: string[] = [];
    type Answer = Awaited<ReturnType<typeof asked>>;
    const toldIn = ({ status, body }: Answer) => ({
      status,
      body: body.replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, 'WHEN'),
    });
    const compare = async (who: string, token: string, other: Named, told: (answer: Answer) => object) => {
      for (const [what, asking] of Object.entries(ASKINGS)) {
        if (told === toldIn && FOUND_BY.includes(what)) continue;
        const none = told(await asked(asking, other, token));
        for (const [i, named] of veiled.entries()) {
          const its = told(await asked(asking, named, token));
          if (JSON.stringify(its) !== JSON.stringify(none))
            differing.push(`${what}, by ${who}, of ${VEILS[i]}: ${JSON.stringify([its, none]).slice(0, 2000)}`);
        }
      }
    };
    await compare('volunteer', volunteer.token, ended, toldIn);
    await compare('officer', officer.token, nothing, (answer) => answer);
    await compare('anybody', '', any, toldIn);
    await compare('officer of another district', elsewhere.token, any, toldIn);
    expect(differing).toEqual([]);
  }, 120_000);

  it('is done for a name and a number that only a hidden record has as for those that nobody has', async () => {
    const hidden: [string, Named][] = [];
    for (const [i, why] of VEILS.entries()) hidden.push([why, await published(2 + i)]);
    hidden.push(['a child', await published(5, { lostPersonAge: '9' })]);
    for (const [i, status] of (['pending_review', 'withdrawn', 'expired'] as const).entries()) {
      const named = await published(6 + i);
      await host.db.updateTable('report').set({ status }).where('id', '=', named.id).execute();
      hidden.push([status, named]);
    }
    const shown = await published(9);
    for (const [i, why] of VEILS.entries()) await veil(hidden[i]?.[1].id ?? '', why);
    await host.app().jobs.idle();
    await untilReadable(host.db);
    const callers = { anybody: '', poster: (await signIn(host.db, 'poster')).token };
    const nothing: Named = { ...shown, name: NOBODY, number: 'W-2345-67' };
    const differing: string[] = [];
    for (const what of LISTS)
      for (const [who, token] of Object.entries(callers)) {
        const asking = ASKINGS[what] as Asking;
        const none = await asked(asking, nothing, token);
        expect([none.body, none.statements.length > 0]).toEqual(['{"data":[]}', true]);
        expect((await asked(asking, shown, token)).body).toContain(shown.name);
        for (const [which, named] of hidden) {
          const its = await asked(asking, named, token);
          if (JSON.stringify(its) !== JSON.stringify(none))
            differing.push(`${what}, by ${who}, of ${which}: ${JSON.stringify([its, none]).slice(0, 2000)}`);
        }
      }
    expect(differing).toEqual([]);
  }, 120_000);

  it('is done for a protected record as for an erased one and for none, whoever asks, and opens nothing that is sealed', async () => {
    const nothing = namedByNobody();
    const erased = await published(1);
    const veiled: Named[] = [];
    for (const [i] of VEILS.entries()) veiled.push(await published(2 + i));
    const callers: [string, string][] = [['anonymous', '']];
    for (const role of ['poster', 'volunteer', 'officer'] as const)
      callers.push([role, (await signIn(host.db, role)).token]);
    // All of it could be seen.
    for (const { id, photo } of [erased, ...veiled])
      for (const url of [`/report/${id}`, `/files/${photo}?size=thumb`])
        expect((await host.app().inject({ url, headers: { authorization: callers[1]?.[1] ?? '' } })).statusCode).toBe(
          200,
        );
    await host.db.transaction().execute(async (tx) => {
      await eraseReport(tx, erased.id);
      for (const [i, why] of VEILS.entries())
        await tx
          .updateTable('report')
          .set({ hidden_at: new Date(), hidden_for: why })
          .where('id', '=', veiled[i]?.id ?? '')
          .execute()
          .then(() => recordReport(tx, veiled[i]?.id ?? ''));
    });
    await host.app().jobs.idle();
    await published(20); // somebody is there to be found
    await host.app().jobs.idle();
    await untilReadable(host.db);
    await asked(ASKINGS['a face'] as Asking, nothing, ''); // the index is up to date
    const differing: string[] = [];
    for (const [what, asking] of Object.entries(ASKINGS))
      for (const [who, token] of callers) {
        // Of a number on a wall everybody who comes by it is told that it is over, whatever became of the report.
        const isNumber = what.endsWith('number');
        const none = await asked(asking, isNumber ? erased : nothing, token);
        for (const [which, named] of [['erased', erased], ...VEILS.map((why, i) => [why, veiled[i]])] as [
          string,
          Named,
        ][]) {
          if (isNumber && which === 'erased') continue;
          const its = await asked(asking, named, token);
          if (JSON.stringify(its) !== JSON.stringify(none))
            differing.push(`${what}, by ${who}, of ${which}: ${JSON.stringify([its, none]).slice(0, 2000)}`);
        }
        const opening = none.statements.filter(isOpening);
        if (what !== 'a face' && opening.length > 0) differing.push(`${what}, by ${who}, reads ${opening[0]}`);
      }
    expect(differing).toEqual([]);
  }, 120_000);
});
