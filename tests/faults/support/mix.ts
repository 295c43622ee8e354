/** Everything at once, for as long as is asked: phones and the server are killed, the network misbehaves, and in the end all is counted. */

import { bytesOf, makePhoto } from '../../support/client.ts';
import { seeded } from '../../support/faults.ts';
import { checkHistory, isClean, type PhoneHolds, type Told, type Verdict } from '../../support/history-check.ts';
import { startProxy } from '../../support/proxy.ts';
import { startServer } from '../../support/server.ts';
import { bundlePage } from './bundle.ts';
import { serverHolds } from './holds.ts';
import { type MixPhone, makePhone, PREFIX } from './mix-phone.ts';
import { makeWeather } from './weather.ts';

export interface MixSettings {
  seed: number;
  ms: number;
  /** Browsers at a time. */
  phones?: number;
  log?: (line: string) => void;
}

export interface MixResult extends Verdict {
  seed: number;
  browserKills: number;
  serverKills: number;
  faults: number;
  byFault: Record<string, number>;
  /** Where what is left of it lies, if a rule was broken. */
  kept: string | undefined;
}

/** A phone is put away after so many lives, so that its outbox page does not grow without end. */
const LIVES = 6;
const LIFE_MS = { least: 8000, most: 22_000 };
/** Shorter ones would leave a new phone no time to take the app along, and nothing would be submitted. */
const SERVER_LIFE_MS = { least: 1000, most: 3500 };
/** No limit is what this is about. */
const LIMITS = { REPORT_LIMIT: '1000000', SIGN_IN_LIMIT: '1000', REVIEW: 'people' };
const ROLES = ['poster', undefined, 'finder', 'volunteer'] as const;

export async function runMix({ seed, ms, phones = 2, log = () => undefined }: MixSettings): Promise<MixResult> {
  const server = await startServer(LIMITS);
  const proxy = await startProxy(server.url);
  const weather = makeWeather(seeded(seed));
  const script = await bundlePage();
  const photos = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => (await bytesOf(await makePhoto(seed * 100 + i, 24))).toString('base64')),
  );
  proxy.fate = weather.fate;
  const until = Date.now() + ms;
  const isOver = () => Date.now() >= until;
  const attempted = new Set<string>();
  const told: Told[] = [];
  const used: MixPhone[] = [];
  let [browserKills, serverKills] = [0, 0];

  const deps = {
    ...{ origin: proxy.url, server: server.url, script, photos, isOver, log },
    attempt: (key: string) => void attempted.add(key),
    tell: (word: Told['word'], key: string, number?: string) =>
      void told.push({ key, word, at: Date.now(), ...(number ? { number } : {}) }),
  };

  async function user(place: number): Promise<void> {
    const random = seeded(seed * 31 + place);
    for (let round = 0; !isOver(); round++) {
      const role = ROLES[(place + round) % ROLES.length];
      const phone = makePhone(`${place}-${round}`, role, { ...deps, random });
      used.push(phone);
      for (let life = 0; life < LIVES && !isOver(); life++) {
        const planned = LIFE_MS.least + random() * (LIFE_MS.most - LIFE_MS.least);
        if (await phone.live(Math.min(planned, Math.max(1000, until - Date.now())))) browserKills++;
      }
      const saved = told.filter(({ word }) => word === 'saved').length;
      log(
        `phone ${phone.name} is put away; ${saved} of ${attempted.size} saved, kills ${browserKills}, ${serverKills}`,
      );
    }
  }

  async function killServer(): Promise<void> {
    const random = seeded(seed * 17);
    for (;;) {
      const life = SERVER_LIFE_MS.least + random() * (SERVER_LIFE_MS.most - SERVER_LIFE_MS.least);
      await new Promise((resolve) => setTimeout(resolve, Math.min(life, Math.max(0, until - Date.now()))));
      if (isOver()) return;
      await server.kill();
      serverKills++;
      await server.start();
    }
  }

  await Promise.all([killServer(), ...Array.from({ length: phones }, (_, place) => user(place))]);
  weather.clear();
  log(`${told.length} words were told; the faults end, ${used.length} phones send what they have`);
  const holds: PhoneHolds[] = [];
  for (let i = 0; i < used.length; i += phones)
    holds.push(...(await Promise.all(used.slice(i, i + phones).map((phone) => phone.drain()))));
  await proxy.close();
  await server.stop();
  const verdict = checkHistory(attempted, told, holds, await serverHolds(server.data, PREFIX));
  const isKept = !isClean(verdict);
  if (!isKept) for (const one of [...used, server]) await one.remove();
  return {
    ...{ ...verdict, seed, browserKills, serverKills },
    faults: [...weather.met.values()].reduce((sum, n) => sum + n, 0),
    byFault: Object.fromEntries(weather.met),
    kept: isKept ? server.data : undefined,
  };
}
