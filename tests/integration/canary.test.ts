/**
 * Nothing private leaves by accident: requests drawn from the contract's schemas, made by every kind of caller, and after
 * them all that the server has said to anybody is searched for values that are in nobody's but their readers' answers.
 * `REQUESTS` says how many are made; `npm run drill` makes 10,000.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Lease } from '../../contract/pack.ts';
import { type EndpointName, endpoints } from '../../contract/protocol.ts';
import { readPack } from '../../match/pack.ts';
import { DIMS } from '../../match/template.ts';
import { openSealed } from '../../src/face/sealed.ts';
import { type CanaryWorld, canariesIn, openCanaryWorld } from '../support/canaries.ts';
import { VIEWERS, type Viewer, type Way } from '../support/canary.ts';
import { lentAs } from '../support/canary-faces.ts';
import { faceLike, startHost, type TestHost } from '../support/client.ts';
import { untilReadable, withPostgres } from '../support/databases.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { openPushService, type PushDevice, type PushService } from '../support/push-service.ts';
import { inputsOf, requestOf } from '../support/requests.ts';
import { SEED } from '../support/seed.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 2000);
/** Each lot in a world of its own: owners and moderators change what is there. */
const LOT = 1000;
/** After so many requests what waits to be done is read. */
const JOBS_EACH = 20;

/** A stream has no end; the others end an account or a session, and with it what the caller could still ask. */
const LEFT_OUT: readonly EndpointName[] = [
  ...(['liveEvents', 'deleteAccount', 'logout', 'changeRole', 'changeStanding', 'login', 'updateUser'] as const),
  ...(['endSession', 'endOtherSessions', 'endSessionsOf'] as const),
];
const CALLS = (Object.keys(endpoints) as EndpointName[]).filter((name) => !LEFT_OUT.includes(name));

withPostgres('canaries', (database) => {
  let host: TestHost;
  let mail: MailServer;
  let pushes: PushService;
  const answered = new Map<number, number>();
  /** A canary, and to whom it was told. */
  const leaks: string[] = [];
  /** Requests that the server did not know how to answer. */
  const broken: string[] = [];
  /** Those that came to who may read them: it is known that they would be seen. */
  const seen = new Set<string>();
  /** Jobs that were read while they waited. */
  let queued = 0;

  beforeAll(async () => {
    mail = await openMailServer();
    pushes = await openPushService();
    const limits = { CODE_LIMIT_EMAIL: '1000000', CODE_LIMIT_CALLER: '1000000', SIGN_IN_LIMIT: '1000000' };
    host = await startHost(database, { ...limits, SMTP_URL: mail.url, PUSH_HOSTS: '127.0.0.1' });
  });
  afterAll(async () => {
    await host.remove();
    await mail.close();
    await pushes.close();
  });

  function look(
    world: CanaryWorld,
    text: string,
    viewer: Viewer,
    way: Way,
    said: ReadonlySet<string> = new Set(),
  ): void {
    for (const token of [...canariesIn(text), ...world.templatesIn(text)]) tell(world, token, viewer, way, said);
  }

  function tell(world: CanaryWorld, token: string, viewer: Viewer, way: Way, said: ReadonlySet<string>): void {
    const canary = world.canaries.get(token);
    if (!canary || said.has(token)) return; // who says it, or said it in a record of theirs, knows it
    if (canary.may(viewer, way)) seen.add(canary.what);
    else leaks.push(`${canary.what}: to ${viewer} by ${way}`);
  }

  /** The templates in a pack, which lie in it in halves. */
  function lookIn(world: CanaryWorld, pack: Uint8Array, viewer: Viewer, way: 'pack' | 'lent'): void {
    const { codes } = readPack(pack).rows;
    for (let at = 0; at < codes.length; at += DIMS)
      for (const token of lentAs(world.templates, codes.subarray(at, at + DIMS)))
        tell(world, token, viewer, way, new Set());
    look(world, Buffer.from(pack).toString('latin1'), viewer, way);
  }

  /** What each is lent, as their phone opens it. */
  async function lookAtLoans(world: CanaryWorld): Promise<void> {
    let loans = 0;
    for (const viewer of VIEWERS) {
      const headers = { authorization: world.tokens.get(viewer) ?? '' };
      await host.db.deleteFrom('rate_limit').execute();
      const answer = await host.app().inject({ method: 'POST', url: '/packs/lease', headers, payload: {} });
      if (answer.statusCode !== 200) continue;
      const { id, key, pack }: Lease = answer.json();
      const parts: Uint8Array[] = [];
      for (const { sha256 } of pack?.file.parts ?? []) {
        const part = await host.app().inject({ url: `/packs/lent/${sha256}`, headers });
        expect(part.statusCode).toBe(200);
        parts.push(new Uint8Array(part.rawPayload));
      }
      lookIn(world, await openSealed({ id, parts }, Buffer.from(key, 'base64')), viewer, 'lent');
      loans++;
    }
    expect(loans).toBeGreaterThan(3); // volunteers and officers, here and elsewhere
  }

  /** What waits to be done: a job that is done is gone. */
  async function lookAtJobs(world: CanaryWorld): Promise<void> {
    const jobs = await host.db.selectFrom('job').select('payload').where('kind', '<>', 'mail').execute();
    // A job that takes a file off the disk has to say which, and goes with it: a hash shows nobody the photo.
    look(world, JSON.stringify(jobs).replaceAll(/"[0-9a-f]{64}"/g, '""'), 'anonymous', 'jobs');
    queued += jobs.length;
  }

  async function subscribe(world: CanaryWorld): Promise<PushDevice[]> {
    const { key } = (await host.app().inject({ url: '/push/key' })).json();
    return Promise.all(
      VIEWERS.slice(1).map(async (viewer) => {
        const device = pushes.subscribe(key);
        const headers = { authorization: world.tokens.get(viewer) ?? '' };
        await host.app().inject({ method: 'POST', url: '/push/subscriptions', headers, payload: device.subscription });
        return device;
      }),
    );
  }

  async function runLot(lot: number, count: number): Promise<void> {
    await host.empty();
    const mailsBefore = mail.mails.length;
    const world = await openCanaryWorld(host);
    const devices = await subscribe(world);
    await untilReadable(host.db);
    const pools = { ...world, words: ['Ludhiana', 'Asha', 'bag', 'sees', '1', '98140 12345', 'case'] };
    const draw = fc.constantFrom(...CALLS).chain((name) =>
      fc.record({
        name: fc.constant(name),
        input: inputsOf(endpoints[name].input, pools),
        viewer: fc.constantFrom(...VIEWERS),
      }),
    );
    const seed = SEED + lot;
    let made = 0;
    const said = new Map(VIEWERS.map((viewer) => [viewer, new Set<string>()]));
    for (const { name, input, viewer } of fc.sample(draw, { numRuns: count, seed })) {
      // A face that is near one of theirs, not any numbers.
      const face = world.faces[Math.abs(JSON.stringify(input).length) % world.faces.length] ?? [];
      const full = name === 'compareFace' ? { ...input, descriptor: faceLike(face, 0.01), model: undefined } : input;
      if (name === 'moderate' && JSON.stringify(input).includes(world.waiting)) continue; // publishing it is no leak
      const endpoint: Endpoint = endpoints[name];
      const request = requestOf(endpoint, full, world.tokens.get(viewer) ?? '');
      const answer = await host.app().inject(request);
      if (answer.statusCode === 500) broken.push(JSON.stringify([name, viewer, full]).slice(0, 400));
      answered.set(answer.statusCode, (answered.get(answer.statusCode) ?? 0) + 1);
      for (const token of canariesIn(JSON.stringify(request))) said.get(viewer)?.add(token);
      const body = endpoint.body === 'bytes-out' ? answer.rawPayload.toString('latin1') : answer.body;
      look(world, `${JSON.stringify(answer.headers)} ${body}`, viewer, name, said.get(viewer));
      if (++made % JOBS_EACH === 0) await lookAtJobs(world);
      // What an officer has opened with a reason, or a reviewer in the queue, stands on their desk from then on.
      if (name === 'openRecord' || name === 'moderationQueue')
        for (const token of canariesIn(answer.body)) said.get(viewer)?.add(token);
      // The bytes of a photo are what its hash stands for.
      if (endpoint.body === 'bytes-out' && answer.statusCode === 200 && 'sha256' in input)
        look(world, String(input.sha256), viewer, name);
      await host.db.deleteFrom('rate_limit').execute();
    }
    await lookAtJobs(world);
    await host.app().jobs.idle();
    await lookAtJobs(world);
    const told = mail.mails.slice(mailsBefore);
    const ways = {
      mail: told.map(({ subject, text }) => `${subject} ${text}`).join('\n'),
      push: JSON.stringify(devices.map(({ received }) => received)),
      log: host.log.join('\n'),
    } as const;
    for (const [way, text] of Object.entries(ways) as [keyof typeof ways, string][])
      look(world, text, 'anonymous', way);
    expect(told.length).toBeGreaterThan(0);
    expect(devices.flatMap(({ received }) => received).length).toBeGreaterThan(0);
    for (const { number } of await host.db.selectFrom('report').select('number').execute())
      look(world, (await host.app().inject({ url: `/r/${number}` })).body, 'anonymous', 'share');
    const { packs } = (await host.app().inject({ url: '/packs' })).json();
    for (const { file } of packs as { file: { parts: { sha256: string }[] } }[]) {
      const parts: Buffer[] = [];
      for (const { sha256 } of file.parts)
        parts.push((await host.app().inject({ url: `/packs/parts/${sha256}` })).rawPayload);
      lookIn(world, Buffer.concat(parts), 'anonymous', 'pack');
    }
    await lookAtLoans(world);
  }

  it(`${REQUESTS} requests by every role tell nobody what is not theirs, nor do mails, pushes, jobs, the log and the packs`, async () => {
    for (let lot = 0; lot * LOT < REQUESTS; lot++) await runLot(lot, Math.min(LOT, REQUESTS - lot * LOT));
    expect([[...new Set(leaks)], broken]).toEqual([[], []]);
    // Not for want of answers, and not for want of looking.
    const good = answered.get(200) ?? 0;
    console.log(
      `canaries, seed ${SEED}: ${[...answered].map(([status, n]) => `${n} times ${status}`).join(', ')}; ${seen.size} kinds seen by who may`,
    );
    expect(good).toBeGreaterThan(REQUESTS / 5);
    expect(seen.size).toBeGreaterThan(30);
    expect(queued).toBeGreaterThan(0);
    // A template is known where it may be: the search would see it elsewhere.
    for (const who of ['adult', 'child', 'found']) expect(seen).toContain(`the template of the ${who} person`);
  }, 600_000);
});
