/** Sync without a server: what a link is called, when the next run comes, and what a broken feed does. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError, ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { PROTOCOL } from '../../contract/protocol.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { linkOf } from '../../src/sync/probe.ts';
import { CLOCK_START, type Device, newReport, openDevice } from '../support/client.ts';
import { saveReport } from '../support/made.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

describe('sync', () => {
  const devices: Device[] = [];
  afterEach(() => {
    for (const device of devices.splice(0)) device.close();
    vi.restoreAllMocks();
  });

  /** A device whose server is healthy and answers everything else by `answer`; `protocol` is the server's. */
  function open(answer: (path: string) => Response, protocol = PROTOCOL): Device {
    const device = openDevice(async (input) => {
      const url = new URL(String(input));
      if (url.pathname !== '/health') return answer(url.pathname);
      return json(200, { nonce: url.searchParams.get('nonce'), protocol, now: '2026-11-21T10:00:00Z' });
    });
    devices.push(device);
    return device;
  }
  const lastPause = (timer: { mock: { calls: unknown[][] } }) => Number(timer.mock.calls.at(-1)?.[1]);
  const feed = (change: object = {}) =>
    json(200, { reset: false, cursor: 'e.0.0', more: false, changes: [], ...change });

  it('calls the link by what answered: nobody, somebody else, ours in trouble, ours', () => {
    const expected = (code: ErrorCode) => {
      if (code === 'not-our-server') return 'captive';
      if (code === 'unavailable' || code === 'server') return 'down';
      return code === 'network' || code === 'cancelled' ? 'offline' : 'online';
    };
    for (const code of Object.keys(ERRORS) as ErrorCode[])
      expect([code, linkOf(new AppError(code, ''))]).toEqual([code, expected(code)]);
  });

  it('looks for changes each minute when all is well, and says when the app must be renewed', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const device = open(() => feed(), PROTOCOL + 1);
    expect(await device.sync.run()).toBe(true);
    expect([lastPause(timer), device.status.get().needs]).toEqual([60_000, 'update']);
  });

  it('stays away as long as the server asks, but never for ever and never not at all', async () => {
    for (const [asked, waited] of [
      [120, 120_000],
      [9_999_999_999, 3_600_000],
    ] as const) {
      const timer = vi.spyOn(globalThis, 'setTimeout');
      const device = open(() => json(429, { code: 'too-many', message: '' }, { 'retry-after': String(asked) }));
      expect(await device.sync.run()).toBe(false);
      expect(lastPause(timer)).toBe(waited);
    }
  });

  it('says that somebody must sign in while their op waits for them, asks no more often for it, and then stops saying so (A37)', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const device = open(() => feed());
    device.account = 'asha';
    await saveReport(device.db, newReport());
    device.account = undefined;
    expect(await device.sync.run()).toBe(true);
    expect([lastPause(timer), device.status.get().needs]).toEqual([60_000, 'sign-in']);
    device.account = 'bela'; // it is not for her to act
    await device.sync.run();
    expect([(await queue(device.db)).length, device.status.get().needs]).toEqual([1, undefined]);
  });

  it('comes again after a failure that nobody foresaw, with the outbox whole', async () => {
    const device = open(() => feed());
    await saveReport(device.db, newReport());
    const timer = vi.spyOn(globalThis, 'setTimeout');
    device.db.close();
    await expect(device.sync.run()).rejects.toThrow();
    expect(lastPause(timer)).toBe(60_000);
    await device.db.open();
    expect((await queue(device.db)).length).toBe(1);
  });

  it('comes again after a pause when it was woken meanwhile: what failed is not tried without an end', async () => {
    const device = open(() => feed());
    await device.db.open();
    device.db.close();
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const failing = device.sync.run();
    device.sync.wake(); // as a write of the run itself does
    await expect(failing).rejects.toThrow();
    expect(lastPause(timer)).toBe(1000);
    const asked = device.link.sent.length;
    await new Promise((go) => setImmediate(go));
    expect(device.link.sent.length).toBe(asked);
  });

  it('does not follow a feed that goes nowhere', async () => {
    let asked = 0;
    const device = open((path) => {
      if (path === '/sync') asked++;
      return feed({ cursor: '', more: true });
    });
    expect(await device.sync.run()).toBe(false);
    expect([asked, device.status.get().link]).toEqual([1, 'online']);
  });

  it('plans nothing more once it was stopped', async () => {
    const device = open(() => feed());
    device.sync.stop();
    await device.db.open(); // which has a timer of its own
    const timer = vi.spyOn(globalThis, 'setTimeout');
    await device.sync.run();
    expect(timer.mock.calls.filter(([, pause]) => Number(pause) >= 3000)).toEqual([]);
  });
});

describe('what is said of the link', () => {
  const devices: Device[] = [];
  afterEach(() => {
    for (const device of devices.splice(0)) device.close();
  });
  const healthy = (url: URL, now: number) =>
    json(200, { nonce: url.searchParams.get('nonce'), protocol: PROTOCOL, now: new Date(now).toISOString() });
  const empty = () => json(200, { reset: false, cursor: 'e.0.0', more: false, changes: [] });

  it('a server that takes the question and does not answer is named within moments, before it is given up (fault 9)', async () => {
    let answer: ((response: Response) => void) | undefined;
    const device = openDevice((input) => {
      const url = new URL(String(input));
      if (url.pathname !== '/health') return Promise.resolve(empty());
      return new Promise((resolve) => {
        answer = () => resolve(healthy(url, CLOCK_START));
      });
    });
    devices.push(device);
    const began = performance.now();
    const run = device.sync.run();
    await expect.poll(() => device.status.get().link, { timeout: 20_000, interval: 20 }).toBe('silent');
    expect(performance.now() - began).toBeGreaterThan(900);
    answer?.(empty());
    expect(await run).toBe(true);
    expect(device.status.get().link).toBe('online');
  });

  it('a server that begins to hang in the middle of a run is named while the run still waits (fault 9)', async () => {
    let hangs = false;
    const ends: (() => void)[] = [];
    const device = openDevice((input, init) => {
      const url = new URL(String(input));
      if (url.pathname === '/health' && !hangs) return Promise.resolve(healthy(url, CLOCK_START));
      hangs = true;
      return new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
        ends.push(() => resolve(json(503, { code: 'unavailable', message: '' })));
      });
    });
    devices.push(device);
    await saveReport(device.db, newReport());
    const run = device.sync.run();
    await expect.poll(() => device.status.get().link, { timeout: 30_000, interval: 20 }).toBe('silent');
    expect(device.status.get().sending).toBeDefined();
    const ending = setInterval(() => ends.shift()?.(), 20);
    expect(await run).toBe(false);
    clearInterval(ending);
    expect(device.status.get()).toMatchObject({ link: 'down', sending: undefined });
    expect((await queue(device.db)).length).toBe(1);
  }, 60_000);

  it('what somebody sees who looks while a run is under way is asked about at once, once at a time', async () => {
    let [isHere, asked] = [true, 0];
    const ends: ((response: Response) => void)[] = [];
    const device = openDevice((input) => {
      const url = new URL(String(input));
      if (url.pathname === '/health') {
        asked++;
        if (isHere) return Promise.resolve(healthy(url, CLOCK_START));
      }
      if (!isHere) return Promise.reject(new TypeError('fetch failed'));
      return new Promise((resolve) => {
        ends.push(resolve);
      });
    });
    devices.push(device);
    const run = device.sync.run();
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    expect([asked, device.status.get().link]).toEqual([1, 'online']);
    isHere = false;
    device.sync.look();
    device.sync.look();
    await expect.poll(() => device.status.get().link, { timeout: 900 }).toBe('offline');
    expect(asked).toBe(2);
    for (const end of ends) end(empty());
    await run;
  });

  it('a clock that is wrong by more than minutes is named, and sending goes on with it (fault 30)', async () => {
    const YEARS_MS = 10 * 365 * 86_400_000;
    for (const [off, wrong] of [
      [0, false],
      [4 * 60_000, false],
      [-6 * 60_000, true],
      [86_400_000, true],
      [YEARS_MS, true],
      [-YEARS_MS, true],
    ] as const) {
      let posts = 0;
      const device = openDevice(async (input, init) => {
        const url = new URL(String(input));
        if (url.pathname === '/health') return healthy(url, CLOCK_START);
        if (init?.method === 'POST' && ++posts === 1) return json(503, { code: 'unavailable', message: '' });
        return init?.method === 'POST' ? json(400, { code: 'bad-input', message: '' }) : empty();
      });
      devices.push(device);
      await saveReport(device.db, newReport());
      await device.sync.run(); // its pause is counted by the right clock
      device.clock += off;
      await device.sync.run();
      expect([off, device.status.get().clockAheadMs]).toEqual([off, wrong ? off : undefined]);
      device.clock += 31_000;
      await device.sync.run();
      expect([off, posts]).toEqual([off, 2]);
    }
  }, 60_000);
});
