/** Reports in the last reserve go by the one courier of all that waits: under its lock, with its patience, at its pauses. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { adoptWrites } from '../../src/store/adopt.ts';
import { heldReports, hold, useHeld } from '../../src/store/held.ts';
import type { HeldTold } from '../../src/sync/held.ts';
import { type Device, newProfile, newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withPostgres } from '../support/databases.ts';
import { RETRY_AFTER_S } from '../support/faults.ts';
import { hangingOn, shortenPatience } from '../support/hang.ts';
import { diskWithReserve } from '../support/reserve.ts';

const PATH = '/api/face/uploadLostFoundPerson';

withPostgres('a report that found room only in the reserve', (database) => {
  let host: TestHost;
  let told: HeldTold[];
  let open: () => Device;
  /** Whether the call of this write gets no answer, however long one waits. */
  let hangs: (opId: string) => boolean;
  const devices: Device[] = [];
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    diskWithReserve();
    vi.stubGlobal('caches', { delete: async () => false });
    told = [];
    hangs = () => false;
    const profile = newProfile();
    open = () => {
      const isMeant = (path: string, init?: RequestInit) => path === PATH && hangs(JSON.parse(String(init?.body)).opId);
      const server = hangingOn((...request) => host.fetch(...request), isMeant);
      const device = openDevice(server, { profile, onHeld: (one) => void told.push(one) });
      device.db.outbox.hook('creating', () => {
        throw new DOMException('full', 'QuotaExceededError');
      });
      devices.push(device);
      return device;
    };
  });
  afterEach(() => {
    for (const device of devices.splice(0)) device.close();
    useHeld.setState({ reports: [] });
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const holdOne = async (device: Device, label = 'Gulab Kaur') => {
    const report = newReport({ title: label }, { label });
    await hold(device.db, { call: 'uploadLostFoundPerson', report });
    return report;
  };
  const sends = (device: Device) => device.link.sent.filter(({ path }) => path === PATH).length;
  const stored = async () => (await host.db.selectFrom('report').select('title').execute()).map(({ title }) => title);
  const labels = async () => (await heldReports()).map(({ report }) => report.label);

  it('is sent by one of two windows, once (fault 19)', async () => {
    const [one, other] = [open(), open()];
    await holdOne(one);
    await Promise.all([one.sync.run(), other.sync.run()]);
    expect([sends(one) + sends(other), await stored(), await labels()]).toEqual([1, ['Gulab Kaur'], []]);
    expect(told.flatMap(({ received }) => received)).toHaveLength(1);
    expect(told.at(-1)?.still).toEqual([]);
  });

  it('is given up when its call hangs, and what waits behind it goes (fault 9)', async () => {
    shortenPatience();
    const device = open();
    const [first, second] = [await holdOne(device), await holdOne(device, 'Harbans Kaur')];
    const asked: string[] = [];
    hangs = (opId) => {
      asked.push(opId);
      return asked.length === 1;
    };
    for (let run = 0; run < 3 && (await labels()).length > 0; run++) {
      await device.sync.run();
      device.clock += 60_000;
    }
    expect(asked.slice().sort()).toEqual([first.opId, first.opId, second.opId].sort());
    expect([(await stored()).sort(), await labels()]).toEqual([['Gulab Kaur', 'Harbans Kaur'], []]);
  });

  it('waits as long as the server asks, though the link comes back meanwhile (fault 10)', async () => {
    const device = open();
    await holdOne(device);
    device.link.fate = ({ path }) => (path === PATH ? 'slow-down' : undefined);
    await device.sync.run();
    expect(sends(device)).toBe(1);
    device.link.fate = () => 'drop';
    await device.sync.run();
    device.link.fate = () => undefined;
    device.clock += RETRY_AFTER_S * 1000 - 1;
    await device.sync.run();
    expect(sends(device)).toBe(1);
    device.clock += 1;
    await device.sync.run();
    expect([sends(device), await stored(), await labels()]).toEqual([2, ['Gulab Kaur'], []]);
  });

  it('of somebody whose session is over waits for them, says so, and is not asked about over and over (A37)', async () => {
    const device = open();
    const { userId, token } = await signIn(host.db, 'poster');
    Object.assign(device, { token, account: userId });
    await holdOne(device);
    device.link.fate = ({ path }) => (path === PATH ? 'signed-out' : undefined);
    await device.sync.run();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([sends(device), await labels()]).toEqual([1, ['Gulab Kaur']]);
    expect(device.status.get().needs).toBe('sign-in');
  });

  it('goes at once when the link that it met is back (fault 7)', async () => {
    const device = open();
    await holdOne(device);
    device.link.fate = () => 'drop';
    for (let run = 0; run < 3; run++) await device.sync.run();
    device.link.fate = ({ path }) => (path === PATH ? 'drop' : undefined);
    await device.sync.run();
    device.link.fate = () => 'drop';
    await device.sync.run();
    device.link.fate = () => undefined;
    await device.sync.run();
    expect([await stored(), await labels()]).toEqual([['Gulab Kaur'], []]);
  });

  it('made before the server knew its author goes out in their name once it does (A6)', async () => {
    const device = open();
    device.account = 'here-only';
    await holdOne(device);
    const { userId, token } = await signIn(host.db, 'poster');
    Object.assign(device, { token, account: userId });
    await device.sync.run();
    expect(await labels()).toEqual(['Gulab Kaur']);
    await adoptWrites(device.db, 'here-only', { id: userId, name: 'Asha' });
    await device.sync.run();
    expect(await labels()).toEqual([]);
    expect(await host.db.selectFrom('report').select('owner_id').execute()).toEqual([{ owner_id: userId }]);
  });
});
