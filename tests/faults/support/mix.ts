/** Everything at once, for as long as is asked: phones and the server are killed, the network misbehaves, and in the end all is counted. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf, makePhoto } from '../../support/client.ts';
import { seeded } from '../../support/faults.ts';
import {
  type Attempt,
  brokenRules,
  checkHistory,
  countTold,
  type Figures,
  KINDS,
  type PhoneHolds,
  type Told,
  tooFew,
  type Verdict,
} from '../../support/history-check.ts';
import { startProxy } from '../../support/proxy.ts';
import { startServer } from '../../support/server.ts';
import { bundlePage } from './bundle.ts';
import { serverHolds } from './holds.ts';
import { type MixPhone, type MixPhoto, makePhone, PREFIX } from './mix-phone.ts';
import { setStage } from './stage.ts';
import { FAULT_KINDS, makeWeather } from './weather.ts';

export interface MixSettings {
  seed: number;
  ms: number;
  /** Browsers at a time. */
  phones?: number;
  /** Made before; without it the server makes its own data first, and each phone takes the app along under fire. */
  begun?: {
    /** The data folder that the server begins with. */
    data: string;
    /** Where phones find it, and a new profile of one that has opened the app there once. */
    port: number;
    newProfile(): Promise<string>;
  };
  log?: (line: string) => void;
}

export interface MixResult {
  seed: number;
  figures: Figures;
  /** What happened less often than it was to: such a run shows nothing. */
  tooFew: string[];
  verdict: Verdict;
  /** Where what is left of it lies, if a rule was broken; with what was submitted and told as `history.json`. */
  kept: string | undefined;
}

/**
 * What must have happened for a run of so many milliseconds to say something, on a machine that is busy: a fraction of
 * what was seen on one that is not. A short run is not held to each kind of fault, or to an envelope that was opened.
 */
export function leastOf(ms: number): Figures {
  const times = (each: number) => Math.max(1, Math.floor(ms / each));
  const isLong = ms >= LONG_MS;
  const each = (kinds: readonly string[], count: number) => Object.fromEntries(kinds.map((kind) => [kind, count]));
  return {
    submissions: { ...each(KINDS, isLong ? times(60_000) : 1), all: times(3000) },
    receipts: { ...each(KINDS, isLong ? times(120_000) : 0), all: times(6000) },
    kills: { browser: times(30_000), server: times(30_000) },
    faults: {
      ...each(FAULT_KINDS, isLong ? 1 : 0),
      all: times(3000),
      kinds: Math.min(FAULT_KINDS.length, times(7500)),
    },
    envelopes: { sealed: isLong ? times(60_000) : 0, opened: isLong ? times(60_000) : 0 },
  };
}
const LONG_MS = 10 * 60_000;
/** It may take so many times as long again until as much has happened. */
const MOST_MORE = 4;

/** A phone is put away after so many lives, so that its outbox page does not grow without end. */
const LIVES = 6;
const LIFE_MS = { least: 8000, most: 26_000 };
/** Shorter ones would leave a new phone no time to take the app along, and nothing would be submitted. */
const SERVER_LIFE_MS = { least: 1000, most: 3500 };
/** How many things of each account there are to claim and to ask about, and how many sessions. */
const STAGED = { least: 12, eachMs: 5000 };
/** No limit is what this is about. */
const LIMITS = { REPORT_LIMIT: '1000000', SIGN_IN_LIMIT: '1000', REVIEW: 'people' };

export async function runMix(settings: MixSettings): Promise<MixResult> {
  const { seed, ms, phones = 2, begun, log = () => undefined } = settings;
  const server = await startServer(LIMITS, begun ? { from: begun.data } : {});
  const proxy = await startProxy(server.url, begun?.port);
  const weather = makeWeather(seeded(seed));
  const script = await bundlePage();
  const photos = await Promise.all(Array.from({ length: 12 }, (_, i) => photoOf(seed * 100 + i)));
  const largePhoto = await bytesOf(await makePhoto(seed * 100 + 99, 640));
  const stage = await setStage(server.url, Math.max(STAGED.least, Math.ceil(ms / STAGED.eachMs)));
  proxy.fate = weather.fate;
  const attempts: Attempt[] = [];
  const told: Told[] = [];
  const saved = new Set<string>();
  const used: MixPhone[] = [];
  let [browserKills, serverKills, sealed] = [0, 0, 0];

  const figuresNow = () => ({
    submissions: withAll(countTold(attempts, told)),
    receipts: withAll(countTold(attempts, told, 'received')),
    kills: { browser: browserKills, server: serverKills },
    faults: { ...withAll(Object.fromEntries(weather.met)), kinds: weather.met.size },
    envelopes: { sealed },
  });
  const least = leastOf(ms);
  const until = Date.now() + ms;
  const isEnough = () =>
    tooFew(figuresNow(), { ...least, envelopes: { sealed: least.envelopes?.sealed ?? 0 } }).length === 0;
  /** A machine that is busy takes longer to have as much happen. */
  const isOver = () => Date.now() >= until && (Date.now() >= until + MOST_MORE * ms || isEnough());

  const deps = {
    origin: proxy.url,
    stage,
    script,
    photos,
    largePhoto,
    isOver,
    log,
    ...(begun && { newProfile: begun.newProfile }),
    attempt: (attempt: Attempt) => void attempts.push(attempt),
    tell(word: Told['word'], key: string, number?: string) {
      told.push({ key, word, at: Date.now(), ...(number ? { number } : {}) });
      if (word === 'saved') saved.add(key);
    },
    isSaved: (key: string) => saved.has(key),
    sealed(count: number) {
      sealed += count;
    },
  };

  async function user(place: number): Promise<void> {
    const random = seeded(seed * 31 + place);
    for (let round = 0; !isOver(); round++) {
      const phone = makePhone(`${place}-${round}`, place + round, { ...deps, random });
      used.push(phone);
      for (let life = 0; life < LIVES && !isOver(); life++) {
        const planned = LIFE_MS.least + random() * (LIFE_MS.most - LIFE_MS.least);
        if (await phone.live(Date.now() < until ? Math.min(planned, Math.max(1000, until - Date.now())) : planned))
          browserKills++;
      }
      const of = `${saved.size} of ${attempts.length} saved, ${sealed} sealed`;
      log(`phone ${phone.name} is put away; ${of}, kills ${browserKills}, ${serverKills}`);
    }
  }

  async function killServer(): Promise<void> {
    const random = seeded(seed * 17);
    let startedIn = 0;
    while (!isOver()) {
      const drawn = SERVER_LIFE_MS.least + random() * (SERVER_LIFE_MS.most - SERVER_LIFE_MS.least);
      // Where it takes long to start, it is there for as long as it was away, or nothing would be submitted.
      await new Promise((resolve) => setTimeout(resolve, Math.max(drawn, startedIn)));
      await server.kill();
      serverKills++;
      const began = Date.now();
      await server.start();
      startedIn = Date.now() - began;
    }
  }

  setTimeout(() => {
    if (!isEnough()) log(`It goes on for longer: ${tooFew(figuresNow(), least).join('; ')}`);
  }, ms).unref();
  await Promise.all([killServer(), ...Array.from({ length: phones }, (_, place) => user(place))]);
  weather.clear();
  log(`${told.length} words were told; the faults end, ${used.length} phones send what they have`);
  const holds: PhoneHolds[] = [];
  for (let i = 0; i < used.length; i += phones)
    holds.push(...(await Promise.all(used.slice(i, i + phones).map((phone) => phone.drain()))));
  await proxy.close();
  await server.stop();
  const inEnd = await serverHolds(server.data, PREFIX);
  const verdict = checkHistory(attempts, told, holds, inEnd);
  const figures = { ...figuresNow(), envelopes: { sealed, opened: inEnd.opened } };
  const isKept = Object.keys(brokenRules(verdict)).length > 0;
  if (!isKept) for (const one of [...used, server]) await one.remove();
  const kept = isKept ? server.data : undefined;
  if (kept) await writeFile(join(kept, 'history.json'), JSON.stringify({ attempts, told, holds }));
  return { seed, figures, tooFew: tooFew(figures, least), verdict, kept };
}

async function photoOf(seed: number): Promise<MixPhoto> {
  const photo = await makePhoto(seed, 24);
  return { sha256: photo.sha256, base64: (await bytesOf(photo)).toString('base64') };
}

const withAll = (counts: Record<string, number>): Record<string, number> => ({
  ...counts,
  all: Object.values(counts).reduce((sum, count) => sum + count, 0),
});
