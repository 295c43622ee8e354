/** Sync without a server: what a link is called, when the next run comes, and what a broken feed does. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError, ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { PROTOCOL } from '../../contract/protocol.ts';
import { saveReport } from '../../src/store/reports.ts';
import { linkOf } from '../../src/sync/probe.ts';
import { type Device, newReport, openDevice } from '../support/client.ts';

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
    expect([await device.db.outbox.count(), device.status.get().needs]).toEqual([1, undefined]);
  });

  it('comes again after a failure that nobody foresaw, with the outbox whole', async () => {
    const device = open(() => feed());
    await saveReport(device.db, newReport());
    const timer = vi.spyOn(globalThis, 'setTimeout');
    device.db.close();
    await expect(device.sync.run()).rejects.toThrow();
    expect(lastPause(timer)).toBe(60_000);
    await device.db.open();
    expect(await device.db.outbox.count()).toBe(1);
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
    const timer = vi.spyOn(globalThis, 'setTimeout');
    await device.sync.run();
    expect(timer.mock.calls.filter(([, pause]) => Number(pause) >= 3000)).toEqual([]);
  });
});
