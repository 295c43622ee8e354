/** A climb to somebody's face: a template made by machine, changed towards what is answered better, search by search. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import { CALIBRATION } from '../../match/calibration.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { readConfig } from '../../server/config.ts';
import { faceOf, newReport, openDevice, signIn, startHost, type TestHost, withFace } from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { seeded } from '../support/faults.ts';
import { publishReport } from '../support/publish.ts';

/** So many face searches an hour has an account (A14). */
const SEARCHES = 20;
const CLIMBERS = 4;
const DIMS = 128;
/** How far a step goes, of a template whose length is 1. */
const STEP = 0.4;

type Asking = (probe: readonly number[]) => Promise<number> | number;

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, n, i) => sum + n * Number(b[i]), 0);
const unit = (face: readonly number[]): number[] => face.map((n) => n / Math.sqrt(dot(face, face)));
const cosine = (a: readonly number[], b: readonly number[]) => dot(unit(a), unit(b));

/** Begins anywhere and goes on from whatever is answered as well or better; answers all that was asked with. */
async function climb(seed: number, searches: number, ask: Asking): Promise<number[][]> {
  const random = seeded(seed);
  const anywhere = () => unit(Array.from({ length: DIMS }, () => random() + random() + random() - 1.5));
  let [best, reached] = [anywhere(), Number.NEGATIVE_INFINITY];
  const probes: number[][] = [];
  for (let i = 0; i < searches; i++) {
    const away = anywhere();
    const probe = i === 0 ? best : unit(best.map((n, at) => n + STEP * Number(away[at])));
    const answer = await ask(probe);
    probes.push(probe);
    if (answer >= reached) [best, reached] = [probe, answer];
  }
  return [...probes, best];
}

withEither('a climb', (database) => {
  let host: TestHost;
  const sought = faceOf(1);
  const { possible } = CALIBRATION[TEMPLATE_VERSION].adult;

  beforeAll(async () => {
    const { user, network } = readConfig({}).limits.compare;
    host = await startHost(database, { COMPARE_LIMIT_USER: `${user}`, COMPARE_LIMIT_NETWORK: `${network}` });
    for (let i = 1; i <= 10; i++) {
      const device = openDevice(host.fetch);
      const { upload, id, opId } = newReport(withFace(faceOf(i)));
      await device.api.call(endpoints.uploadLostFoundPerson, { ...upload, id, opId });
      device.close();
      await publishReport(host, id);
    }
    await untilReadable(host.db);
  });
  afterAll(() => host.remove());

  const search = async (token: string, descriptor: readonly number[], at: number) =>
    host.app().inject({
      method: 'POST',
      url: '/api/face/compare',
      payload: { descriptor },
      headers: { authorization: token },
      remoteAddress: `10.70.${at}.1`,
    });

  /** How well a search went, by all that its answer says: who was found, and by which word. */
  const saidBy = (answer: { candidates: { band: 'likely' | 'possible' }[] }): number =>
    answer.candidates.reduce((sum, { band }) => sum + (band === 'likely' ? 100 : 1), 0);

  it('would arrive at a face if an answer had a score: this climber can climb', async () => {
    const probes = await climb(1, 500, (probe) => cosine(probe, sought));
    expect(cosine(probes.at(-1) ?? [], sought)).toBeGreaterThan(possible);
  });

  it('is one where a face is found by what is like it, so that an answer could lead there', async () => {
    const { token } = await signIn(host.db, 'finder');
    const answer = await search(token, sought, 0);
    expect([answer.statusCode, saidBy(answer.json())]).toEqual([200, 100]);
  });

  it(`by the words that are answered comes near nobody in an hour, wherever it begins, and after ${SEARCHES} searches it is refused`, async () => {
    for (let seed = 1; seed <= CLIMBERS; seed++) {
      const { token } = await signIn(host.db, 'finder');
      const said: number[] = [];
      const probes = await climb(seed, SEARCHES, async (probe) => {
        const answer = await search(token, probe, seed);
        expect(answer.statusCode).toBe(200);
        said.push(saidBy(answer.json()));
        return said.at(-1) ?? 0;
      });
      expect([seed, said]).toEqual([seed, Array.from({ length: SEARCHES }, () => 0)]);
      for (const probe of probes) expect(cosine(probe, sought)).toBeLessThan(possible);
      const last = await search(token, probes.at(-1) ?? [], seed);
      expect([last.statusCode, last.json().code]).toEqual([429, 'too-many']);
    }
  });
});
