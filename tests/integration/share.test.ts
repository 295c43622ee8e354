/** /r/NUMBER and its picture: who is missing, for whoever has the address; and of nobody else that they are here (decision 083). */

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberIn, sharePath } from '../../contract/share.ts';
import { veil } from '../../server/protection/protect.ts';
import { changeStatus, eraseForGood } from '../../server/reports/store.ts';
import { cardOf, sheetOf } from '../../server/share/sheet.ts';
import { WORDS } from '../../server/share/words.ts';
import { bring, makePhoto, newReport, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { publishReport } from '../support/publish.ts';

const CONSENT = { publicPhoto: true, publicPhone: true, guardian: true, notice: '2026-11' };
const WHERE = { lat: 30.90097, lng: 75.85728, address: 'House 4' };

withEither('the share page', (database) => {
  let host: TestHost;
  let photo: Awaited<ReturnType<typeof makePhoto>>;
  let token: string;
  beforeAll(async () => {
    host = await startHost(database, { SITE_URL: 'https://wapsi.example' });
    photo = await makePhoto(41);
    ({ token } = await signIn(host.db, 'poster'));
  });
  afterAll(() => host.remove());

  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '203.0.113.7') =>
    host.app().inject({ url, headers, remoteAddress });

  /** Post a person; its number. */
  async function post(change: object, name = 'Asha Devi'): Promise<{ id: string; number: string }> {
    const { upload, id, opId } = newReport({
      ...{ name, lostPersonName: name, foundPersonName: name, consent: CONSENT, place: WHERE },
      ...{ timeOfLossDate: '2026-11-03', photos: [photo.sha256], phoneNumber: '+91 98140 12345', ...change },
    });
    const answer = await host.app().inject({
      method: 'POST',
      url: '/api/face/uploadLostFoundPerson',
      headers: { authorization: token },
      payload: { ...upload, id, opId },
    });
    expect(answer.statusCode).toBe(200);
    await bring(host, photo, { token });
    return { id, number: answer.json().receipt.number };
  }
  const shown = async (change: object = {}, name?: string) => {
    const made = await post(change, name);
    await publishReport(host, made.id);
    return made;
  };
  const end = (id: string, to: 'resolved' | 'withdrawn') =>
    host.db.transaction().execute((tx) => changeStatus(tx, id, to, 'moderator:1'));
  const erase = (id: string) => host.db.transaction().execute((tx) => eraseForGood(tx, id));
  const forget = () => host.db.deleteFrom('rate_limit').execute();

  it('shows name, photo, age, region and day of who is missing, what to do, and what chats ask for', async () => {
    const { id, number } = await shown();
    expect(sharePath({ id, number })).toBe(`/r/${number}`);
    const { statusCode, headers, body } = await get(`/r/${number}`);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    for (const part of ['Asha Devi', '34 years', 'Ludhiana', '3 November 2026', 'href="tel:112"', 'href="tel:1098"'])
      expect(body).toContain(part);
    expect(body).toContain(`href="/items/${id}#saw"`);
    expect(body).toContain(`/files/${photo.sha256}?size=full`);
    expect(body).toContain('<meta property="og:title" content="MISSING: Asha Devi">');
    const [, image = ''] = /og:image" content="https:\/\/wapsi\.example([^"]+)"/.exec(body) ?? [];
    const picture = await get(image.replaceAll('&amp;', '&'));
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { width, height, format, exif } = await sharp(picture.rawPayload).metadata();
    expect([width, height, format, exif]).toEqual([1200, 630, 'jpeg', undefined]);
    expect(picture.rawPayload.length).toBeLessThan(300_000); // above that chats leave it out
    expect(Number(/max-age=(\d+)/.exec(String(picture.headers['cache-control']))?.[1])).toBeLessThanOrEqual(60);
  });

  it('tells no phone, no exact place, no story and no name of who posted it, whatever they agreed to', async () => {
    const { number } = await shown({ descriptionText: 'zq100001q', clothColor: 'zq100002q' });
    const { body } = await get(`/r/${number}`);
    const secret = /98140|30\.9|75\.8|House 4|zq10000|poster/;
    expect(body).not.toMatch(secret);
    const row = await host.db.selectFrom('report').select('id').where('number', '=', number).executeTakeFirstOrThrow();
    const { data } = (await get(`/report/${row.id}`)).json();
    expect(JSON.stringify(data)).toMatch(secret); // the app shows more of it
    for (const language of ['en', 'pa', 'hi'] as const)
      expect(JSON.stringify(cardOf(sheetOf({ kind: 'shown', view: data, photo: undefined }, language)))).not.toMatch(
        secret,
      );
  });

  it('runs nothing: its policy allows its own style and photo alone, and what people write is only words', async () => {
    const { number } = await shown({}, '<script>alert(1)</script>"\'');
    const { body, headers } = await get(`/r/${number}`);
    expect(body).not.toMatch(/<script|\son\w+=/);
    expect(body).toContain('&lt;script&gt;alert(1)');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script|unsafe|\*/);
    expect((await get(`/r/${number}/image.jpg`)).statusCode).toBe(200);
  });

  it('is in the language of the browser, and in another by one link', async () => {
    const { number } = await shown();
    for (const [wanted, language] of [
      ['pa-IN,pa;q=0.9,en;q=0.8', 'pa'],
      ['ta, hi;q=0.5, en;q=0.2', 'hi'],
      ['fr', 'en'],
      ['', 'en'],
    ] as const) {
      const { body } = await get(`/r/${number}`, { 'accept-language': wanted });
      expect([wanted, body.includes(`<html lang="${language}">`), body.includes(WORDS[language].saw)]).toEqual([
        wanted,
        true,
        true,
      ]);
    }
    const asked = await get(`/r/${number}?lang=hi`, { 'accept-language': 'pa' });
    expect(asked.body).toContain('<html lang="hi">');
    for (const other of ['en', 'pa']) expect(asked.body).toContain(`href="?lang=${other}"`);
  });

  it('is read off a wall: in small letters, without strokes, an O for the zero', async () => {
    const { number } = await shown({}, 'Harjit Kaur');
    const spoken = number.replaceAll('-', '').toLowerCase().replaceAll('0', 'o');
    expect((await get(`/r/${spoken}`)).body).toContain('Harjit Kaur');
    expect(numberIn('w-7k4m-2o')).toBe('W-7K4M-20');
  });

  it('says of a child what an alert says while it runs, and afterwards that it is over, whatever became of it', async () => {
    await forget();
    const { token: police } = await signIn(host.db, 'officer');
    const alert = (id: string, days: number) =>
      host.app().inject({
        ...{ method: 'PUT', url: `/report/${id}/alert`, headers: { authorization: police } },
        payload: { days, words: 'A red shirt <b>' },
      });
    const [home, hidden] = await Promise.all(
      ['Gurleen Kaur', 'Simran Kaur'].map((name) =>
        shown({ lostPersonAge: '9', details: { sex: 'female' }, descriptionText: 'zq100003q' }, name),
      ),
    );
    if (!home || !hidden) throw new Error('both are posted');
    for (const { id, number } of [home, hidden]) {
      const none = await get(`/r/${number}`);
      expect(none.body).toContain(WORDS.en.nothing.title);
      expect((await alert(id, 1)).statusCode).toBe(200);
      const { body } = await get(`/r/${number}`);
      for (const part of ['Girl, 9 years', 'Ludhiana, Punjab', '3 November 2026', 'A red shirt &lt;b&gt;', 'noindex'])
        expect(body).toContain(part);
      expect(body).toContain(`href="/items/${id}#saw"`);
      expect(body).not.toMatch(/Kaur|zq10000|98140|House 4|<img|poster/);
      const image = await get(`/r/${number}/image.jpg`);
      expect([image.statusCode, image.headers['x-robots-tag']]).toEqual([200, 'noindex, noarchive']);
    }
    await alert(home.id, 0);
    await host.db
      .updateTable('report')
      .set({ hidden_at: new Date(), hidden_for: 'protected' })
      .where('id', '=', hidden.id)
      .execute();
    for (const { number } of [home, hidden]) {
      const { body } = await get(`/r/${number}`);
      expect(body).toContain(WORDS.en.over.title);
      expect(body).not.toMatch(/Girl|Kaur|red shirt/);
    }
    const gone = await shown({ lostPersonAge: '9', photos: [] });
    await alert(gone.id, 1);
    await erase(gone.id);
    expect((await get(`/r/${gone.number}`)).body).toContain(WORDS.en.over.title);
  });

  it('says what an alert says also while what the family has changed of the record waits for a look', async () => {
    await forget();
    const { token: police } = await signIn(host.db, 'officer');
    for (const age of ['9', '34']) {
      const { id, number } = await shown({ lostPersonAge: age, photos: [] }, 'Gurleen Kaur');
      await host.app().inject({
        ...{ method: 'PUT', url: `/report/${id}/alert`, headers: { authorization: police } },
        payload: { days: 7, words: 'A red shirt' },
      });
      const changed = await host.app().inject({
        ...{ method: 'PUT', url: `/report/${id}`, headers: { authorization: token } },
        payload: { description: 'zq100004q' },
      });
      expect([age, changed.json().data.status]).toEqual([age, 'pending_review']);
      const { body } = await get(`/r/${number}`);
      for (const part of [`${age} years`, 'Ludhiana, Punjab', 'A red shirt']) expect(body).toContain(part);
      expect(body).not.toMatch(/Kaur|zq10000/);
    }
  });

  it('says what an alert says whatever its family changes, and nothing while it waits for a case: never that it is over', async () => {
    await forget();
    const { token: police } = await signIn(host.db, 'officer');
    const put = async (url: string, by: string, payload: object) =>
      expect(
        (await host.app().inject({ method: 'PUT', url, headers: { authorization: by }, payload })).statusCode,
      ).toBe(200);
    const alerted = async (change: object) => {
      const made = await shown({ photos: [], ...change }, 'Gurleen Kaur');
      await put(`/report/${made.id}/alert`, police, { days: 7, words: 'A red shirt' });
      return made;
    };
    const read = async (number: string) => (await get(`/r/${number}`)).body;
    for (const change of [{ region: 'Ludhianna jo', place: { lat: 51.5, lng: -0.12 } }, { region: 'Patna, Bihar' }]) {
      const { id, number } = await alerted({ lostPersonAge: '9' });
      await put(`/report/${id}`, token, change);
      const body = await read(number);
      for (const part of ['9 years', 'Ludhiana, Punjab', 'A red shirt']) expect(body).toContain(part);
    }
    const { id, number } = await alerted({ lostPersonAge: '34' });
    await put(`/report/${id}`, token, { age: { years: 15, margin: 0 } });
    expect(await read(number)).toContain(WORDS.en.nothing.title);
    await put(`/report/${id}/case`, police, { kind: 'fir', number: '112/2026' });
    expect(await read(number)).toContain('A red shirt');
    const ended = await alerted({ lostPersonAge: '34' });
    await put(`/report/${ended.id}`, token, { age: { years: 15, margin: 0 } });
    await put(`/report/${ended.id}/alert`, police, { days: 0 });
    expect(await read(ended.number)).toContain(WORDS.en.over.title);
  });

  describe('of numbers that show nothing', () => {
    /** Without the address that was asked. */
    const plain = ({ body }: { body: string }, number: string) =>
      body.replaceAll(number, 'N').replaceAll(/v=[0-9a-f]+/g, '');

    it('tells nothing apart: of a child, somebody found, one that waits, is hidden or of a closed account, and of none', async () => {
      await forget();
      const numbers = {
        child: (await shown({ lostPersonAge: '9' })).number,
        found: (await shown({ type: 'found', foundPersonAge: '50' })).number,
        waits: (await post({})).number,
        'child at home': (await shown({ lostPersonAge: '9' })).number,
        hidden: (await shown()).number,
        none: 'W-0000-00',
        'not even one': 'zz',
      };
      await host.db
        .updateTable('report')
        .set({ hidden_at: new Date(), hidden_for: 'flags' })
        .where('number', '=', numbers.hidden)
        .execute();
      const home = await host.db
        .selectFrom('report')
        .select('id')
        .where('number', '=', numbers['child at home'])
        .executeTakeFirstOrThrow();
      await end(home.id, 'resolved');
      const answers = [];
      const pictures = [];
      for (const [what, number] of Object.entries(numbers)) {
        const page = await get(`/r/${number}`);
        const { date: _, ...headers } = page.headers;
        answers.push([plain(page, number), page.statusCode, { ...headers, 'content-length': '' }, what].slice(0, 3));
        pictures.push((await get(`/r/${number}/image.jpg`)).rawPayload.toString('base64'));
      }
      for (const answer of answers) expect(answer).toEqual(answers.at(-2));
      expect(new Set(pictures).size).toBe(1);
      expect(answers[0]?.[0]).toContain('tel:1098');
      expect(answers[0]?.[0]).not.toMatch(/Asha|Ludhiana/);
    });

    it('tells somebody who must not be found, now or after erasure, from nobody whose report was taken back', async () => {
      await forget();
      const one = () => shown({ photos: [] }); // the others' photo would be known from then on
      const made = { back: await one(), asked: await one(), fled: await one(), erased: await one() };
      for (const { number } of Object.values(made)) expect((await get(`/r/${number}`)).body).toContain('Asha');
      const hide = (id: string, why: 'objection' | 'protected') =>
        host.db.transaction().execute((tx) => veil(tx, id, why));
      await end(made.back.id, 'withdrawn');
      await hide(made.asked.id, 'objection');
      for (const { id } of [made.fled, made.erased]) await hide(id, 'protected');
      await erase(made.erased.id);
      const answers = [];
      for (const { number } of Object.values(made)) {
        const page = await get(`/r/${number}`);
        answers.push([plain(page, number), (await get(`/r/${number}/image.jpg`)).rawPayload.toString('base64')]);
      }
      expect(answers[0]?.[0]).toContain(WORDS.en.over.title);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    });

    it('asks the database the same whether there is a record or none', async () => {
      await forget();
      const { number } = await shown({ lostPersonAge: '9' });
      const asked = async (of: string) => {
        const before = host.log.length;
        const page = await get(`/r/${of}`);
        expect(page.statusCode).toBe(200);
        return host.log.length - before;
      };
      expect(await asked(number)).toBe(await asked('W-0000-00'));
      // One after the other, and of each the quickest: what a busy machine adds is in the others.
      let [there, none] = [Infinity, Infinity];
      const took = async (of: string) => {
        const began = performance.now();
        await get(`/r/${of}`);
        return performance.now() - began;
      };
      for (let i = 0; i < 50; i++) {
        there = Math.min(there, await took(number));
        none = Math.min(none, await took('W-0000-00'));
      }
      expect(Math.max(there, none) / Math.min(there, none)).toBeLessThan(2);
    });

    it('and whoever tries many is answered so whatever they try, while others go on reading', async () => {
      await forget();
      const { number } = await shown();
      for (let i = 0; i < 120; i++) await get('/r/W-0000-00', {}, '203.0.113.9');
      expect((await get(`/r/${number}`, {}, '203.0.113.9')).body).not.toContain('Asha');
      expect((await get(`/r/${number}`, {}, '203.0.113.10')).body).toContain('Asha');
    });
  });

  it('says at once that a record is over which everybody has seen, without its name, also when it was erased', async () => {
    await forget();
    const made = [await shown(), await shown(), await shown()] as const;
    for (const { number } of made) expect((await get(`/r/${number}`)).body).toContain('Asha');
    const pictures = await Promise.all(made.map(({ number }) => get(`/r/${number}/image.jpg`)));
    const [home, back, gone] = made;
    await end(home.id, 'resolved');
    await end(back.id, 'withdrawn');
    await erase(gone.id);
    for (const [{ number }, words] of [
      [home, WORDS.en.resolved],
      [back, WORDS.en.over],
      [gone, WORDS.en.over],
    ] as const) {
      const { body } = await get(`/r/${number}`);
      expect(body).toContain(words.title);
      expect(body).not.toMatch(/Asha|Ludhiana|\/files\//);
      expect((await get(`/r/${number}/image.jpg`)).rawPayload).not.toEqual(pictures[0]?.rawPayload);
    }
    const unseen = await post({});
    await erase(unseen.id);
    expect((await get(`/r/${unseen.number}`)).body).toContain(WORDS.en.nothing.title);
  });

  it('counts as reading: who has read as much as one may in an hour is shown no more', async () => {
    await forget();
    const numbers = [];
    for (let i = 0; i < 8; i++) numbers.push((await shown({ photos: [] })).number); // the other's was taken down
    host.config.limits.reads = 5;
    await host.renew();
    const read = [];
    for (const number of numbers) read.push((await get(`/r/${number}`, {}, '198.51.100.20')).body.includes('Asha'));
    expect(read.slice(0, 3)).toEqual([true, true, true]); // the count is not exact (Note: What was read)
    expect(read.slice(5)).toEqual([false, false, false]);
    host.config.limits.reads = 960;
    await host.renew();
  });

  it('names a photo only when its bytes were brought for this record', async () => {
    await forget();
    const other = await makePhoto(43);
    const { number } = await shown({ photos: [other.sha256] });
    expect((await get(`/r/${number}`)).body).not.toContain(other.sha256);
    expect((await get(`/r/${number}/image.jpg`)).statusCode).toBe(200);
  });
});
