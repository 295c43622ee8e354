/** The phone's clock and time zone change while its reports wait, and between the pieces of a photo. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { queueWrite } from '../../src/store/own/writes.ts';
import { PIECE_BYTES } from '../../src/sync/push.ts';
import {
  CLOCK_START,
  type Device,
  makePhoto,
  newReport,
  openDevice,
  signIn,
  startHost,
  type TestHost,
} from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { RETRY_AFTER_S } from '../support/faults.ts';
import { saveReport } from '../support/made.ts';

const DAY_MS = 86_400_000;
const ZONE = process.env.TZ;
/** What is typed in Ludhiana at ten past midnight; in Los Angeles it is still the day before. */
const WHEN = { timeOfLossDate: '2026-11-21', timeOfLossTime: '00:10' };

withDatabases('a phone whose clock or time zone changes', (database) => {
  let host: TestHost;
  let phone: Device;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    process.env.TZ = 'Asia/Kolkata';
    phone = openDevice(host.fetch);
    const { token, userId } = await signIn(host.db, 'poster');
    Object.assign(phone, { token, account: userId });
  });
  afterEach(() => {
    phone.close();
    if (ZONE === undefined) delete process.env.TZ;
    else process.env.TZ = ZONE;
  });

  it.each([
    ['a day ahead', DAY_MS],
    ['a year back', -365 * DAY_MS],
    ['a year ahead', 365 * DAY_MS],
  ])(
    '%s, and to Los Angeles: all goes in its order, once, and no day or time of it moves (faults 30 and 42)',
    async (_, jump) => {
      const photo = await makePhoto(3, 560);
      expect(photo.blob.size).toBeGreaterThan(2 * PIECE_BYTES);
      const reports = Array.from({ length: 3 }, () => newReport(WHEN, { photos: [photo] }));
      for (const report of reports) await saveReport(phone.db, report);
      const [first] = reports;
      if (!first) throw new Error('three were made');
      for (const title of ['Seen in Moga', 'Seen in Ludhiana']) {
        const edit = { endpoint: 'updateReport' as const, id: first.id, input: { id: first.id, title }, label: 'Asha' };
        await queueWrite(phone.db, { ...edit, opId: crypto.randomUUID(), now: phone.clock });
      }
      let pieces = 0;
      phone.link.fate = ({ method, path }) => {
        if (method !== 'PUT' || !path.startsWith('/files/')) return undefined;
        pieces++;
        process.env.TZ = pieces % 2 === 1 ? 'America/Los_Angeles' : 'Asia/Kolkata';
        phone.clock += pieces % 2 === 1 ? jump : -jump;
        return pieces === 2 ? 'drop' : undefined; // put off by one clock, and due by the other
      };
      process.env.TZ = 'America/Los_Angeles';
      expect(new Date(`${WHEN.timeOfLossDate}T${WHEN.timeOfLossTime}+05:30`).getDate()).toBe(20); // the zone is another
      phone.clock += jump;
      for (let round = 0; round < 4 && (await queue(phone.db)).length > 0; round++) {
        await phone.push().catch(() => undefined);
        phone.clock += 30_000;
      }
      expect([pieces > 3, await queue(phone.db)]).toEqual([true, []]);
      const rows = await host.db
        .selectFrom('report')
        .select(['id', 'title', 'time_of_loss_date as day', 'time_of_loss_time as time', 'created_at as at'])
        .execute();
      expect(rows).toHaveLength(3);
      for (const { id, title, day, time, at } of rows) {
        expect([id, title]).toEqual([id, id === first.id ? 'Seen in Ludhiana' : 'Missing since Tuesday']);
        expect([day, time?.slice(0, 5)]).toEqual([WHEN.timeOfLossDate, WHEN.timeOfLossTime]);
        expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(DAY_MS / 2); // by the server's clock
      }
      const { data } = await phone.api.call(endpoints.getReport, { id: first.id });
      expect(data).toMatchObject({ ...WHEN, photos: [photo.sha256] });
      for (const { opId } of reports) expect((await phone.api.call(endpoints.receiptOf, { opId })).missing).toEqual([]);
    },
  );

  it.each([
    ['a day', DAY_MS],
    ['a year', 365 * DAY_MS],
  ])(
    'an asked pause and a pause of its own end in time, though the clock was %s ahead or behind when they began (faults 10 and 30)',
    async (_, jump) => {
      for (const wrong of [jump, -jump]) {
        for (const fault of ['slow-down', 'drop'] as const) {
          await host.empty();
          const { token, userId } = await signIn(host.db, 'poster');
          Object.assign(phone, { token, account: userId, clock: CLOCK_START + wrong });
          await saveReport(phone.db, newReport());
          phone.link.fate = () => fault;
          await phone.push().catch(() => undefined);
          expect(await queue(phone.db)).toMatchObject([{ tries: 1 }]);
          phone.link.fate = () => undefined;
          phone.clock = CLOCK_START + RETRY_AFTER_S * 1000; // put right, and the pause is over
          await phone.push();
          expect([wrong, fault, (await queue(phone.db)).length]).toEqual([wrong, fault, 0]);
        }
      }
    },
  );
});
