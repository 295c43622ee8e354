/**
 * Whatever waits to be sent lies on one of three shelves: in the database, in a vault, or, where there is no room, in the
 * reserve. Each rule holds on each of them, for a report and for any other write (docs/decisions/042 and 045).
 */

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toEntries } from '../../src/features/outbox/entries.ts';
import { readMeta } from '../../src/store/meta.ts';
import { adoptWrites } from '../../src/store/own/adopt.ts';
import { packCopy, unpackCopy } from '../../src/store/own/copy.ts';
import { isSealable, sealOps } from '../../src/store/own/envelopes.ts';
import { saveWhatFits } from '../../src/store/own/fitting.ts';
import { heldRows, release, unsentRows, useHeld } from '../../src/store/own/held.ts';
import { whatIsLeft } from '../../src/store/own/leave.ts';
import { dropUnsent, queue, tryAgain } from '../../src/store/own/outbox.ts';
import { countUnsent } from '../../src/store/own/unsent-count.ts';
import { dropWrite, pendingWrites, queueWrite } from '../../src/store/own/writes.ts';
import { WAITS } from '../../src/store/rows.ts';
import type { VaultKeeper } from '../../src/vault/protocol.ts';
import { sealing } from '../../src/vault/sealed-core.ts';
import {
  type Device,
  newProfile,
  newReport,
  openDevice,
  type Profile,
  signIn,
  startHost,
  type TestHost,
} from '../support/client.ts';
import { withPostgres } from '../support/databases.ts';
import { type Fault, RETRY_AFTER_S } from '../support/faults.ts';
import { hangingOn, shortenPatience } from '../support/hang.ts';
import { personOf } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';
import { diskWithReserve } from '../support/reserve.ts';
import { openKeeper } from '../support/vault.ts';

const SHELVES = ['the database', 'a vault', 'the reserve'] as const;
const KINDS = ['a report', 'a note'] as const;

withPostgres('what waits', (database) => {
  let host: TestHost;
  let about: string;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());

  describe.each(SHELVES.flatMap((shelf) => KINDS.map((kind) => [kind, shelf] as const)))('%s in %s', (kind, shelf) => {
    let profile: Profile;
    let keeper: VaultKeeper;
    let device: Device;
    let author: { userId: string; token: string };
    /** The calls that carry what is made here, as they are met. */
    let asked: string[];
    let hangs: (opId: string) => boolean;
    /** What the server will not take. */
    let refused: string | undefined;
    const devices: Device[] = [];

    beforeEach(async () => {
      await host.empty();
      const owner = await personOf(host, 'poster');
      const { upload, id, opId } = newReport();
      await owner.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
      await publishReport(host, id);
      about = id;
      author = await signIn(host.db, 'finder');
      [profile, keeper] = [newProfile(), await openKeeper()];
      diskWithReserve();
      vi.stubGlobal('caches', { delete: async () => false });
      [asked, hangs, refused] = [[], () => false, undefined];
      device = open();
      Object.assign(device, { token: author.token, account: author.userId });
      await device.sync.run(); // what it pulls is none of this
    });
    afterEach(async () => {
      for (const one of devices.splice(0)) {
        one.sync.stop();
        await one.sync.run().catch(() => undefined); // the last one, whatever it meets
        one.close();
      }
      useHeld.setState({ rows: [] });
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    });

    const path = () => (kind === 'a report' ? '/api/face/uploadLostFoundPerson' : `/report/${about}/notes`);
    function open(): Device {
      const isMeant = (at: string, init?: RequestInit) => {
        if (at !== path()) return false;
        const { opId } = JSON.parse(String(init?.body)) as { opId: string };
        asked.push(opId);
        return hangs(opId);
      };
      const server: typeof fetch = async (input, init) => {
        const { opId } = init?.body ? (JSON.parse(String(init.body)) as { opId?: string }) : {};
        if (opId === undefined || opId !== refused) return host.fetch(input, init);
        const body = JSON.stringify({ code: 'bad-input', message: '', fields: { text: 'too_big' } });
        return new Response(body, { status: 400, headers: { 'content-type': 'application/json' } });
      };
      const one = openDevice(hangingOn(server, isMeant), {
        profile,
        ...(shelf === 'a vault' ? {} : { onHeld: () => undefined }),
      });
      if (shelf === 'a vault') one.db.use(sealing(keeper));
      if (shelf === 'the reserve') fill(one);
      fail(undefined, one); // one call each, so that each is met by itself
      devices.push(one);
      return one;
    }
    const fill = (one: Device) =>
      one.db.made.hook('creating', () => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    const fail = (fault: Fault | undefined, one = device) => {
      one.link.fate = (sent) => (sent.path === '/sync/ops' ? 'stranger' : sent.path === path() ? fault : undefined);
    };

    async function make(
      text = 'Seen at the well',
      [id, opId]: readonly [string, string] = [randomUUID(), randomUUID()],
    ): Promise<string> {
      const one = device;
      const now = one.clock;
      if (kind === 'a note') {
        const input = { id, reportId: about, kind: 'information' as const, text };
        return (await queueWrite(one.db, { endpoint: 'addNote', opId, id, label: text, input, now })).opId;
      }
      const make = () => newReport({ title: text }, { id, opId, label: text, now });
      const form = { call: 'uploadLostFoundPerson' as const, make };
      return (await saveWhatFits(one.db, { photos: [], videos: [] }, form)).opId;
    }
    const stored = async (): Promise<string[]> => {
      const notes = await host.db.selectFrom('note').select('text').execute();
      const reports = await host.db.selectFrom('report').select('title as text').where('id', '!=', about).execute();
      return [...notes, ...reports].map(({ text }) => text ?? '').sort();
    };
    const waiting = (one = device) => queue(one.db);
    const states = async () => (await waiting()).map(({ opId, state }) => [opId, state]);
    const run = async (ms = 0) => {
      device.clock += ms;
      await device.sync.run();
    };

    it('lies there, is counted, and is one line of the outbox', async () => {
      const opId = await make();
      expect((await heldRows()).map((row) => row.opId)).toEqual(shelf === 'the reserve' ? [opId] : []);
      expect(await device.db.made.count()).toBe(shelf === 'the reserve' ? 0 : 1);
      expect(await countUnsent(device.db)).toEqual({ waiting: 1, refused: 0 });
      const held = useHeld.getState().rows;
      const made = await device.db.made.toArray();
      const { waiting } = toEntries({ made, held, account: author.userId }, undefined);
      expect(waiting.map(({ id, isHeld, state }) => [id, isHeld, state.kind])).toEqual([
        [opId, shelf === 'the reserve', 'saved'],
      ]);
      if (kind === 'a note')
        expect((await pendingWrites(device.db, 'addNote')).map((write) => write.opId)).toEqual([opId]);
    });

    it('kept twice under one name is one; other words under it are kept beside it', async () => {
      const names = [randomUUID(), randomUUID()] as const;
      const [first, again, other] = [await make('One', names), await make('One', names), await make('Two', names)];
      expect([first === again, first === other]).toEqual([true, false]);
      await run();
      expect([await stored(), await waiting()]).toEqual([['One', 'Two'], []]);
    });

    it('is sent by one of two windows, once (fault 19)', async () => {
      const other = open();
      Object.assign(other, { token: author.token, account: author.userId });
      const opId = await make();
      await Promise.all([device.sync.run(), other.sync.run()]);
      await run();
      expect([asked, await stored(), await waiting()]).toEqual([[opId], ['Seen at the well'], []]);
    });

    it('is given up when its call hangs, and the others go (fault 9)', async () => {
      shortenPatience();
      const [first, second] = [await make('One'), await make('Two')];
      hangs = () => asked.length === 1;
      for (let n = 0; n < 4 && (await waiting()).length > 0; n++) await run(60_000);
      expect(asked.slice().sort()).toEqual([first, first, second].sort());
      expect([await stored(), await waiting()]).toEqual([['One', 'Two'], []]);
    });

    it('waits as long as the server asks, though the link comes back meanwhile (fault 10)', async () => {
      await make();
      fail('slow-down');
      await run();
      device.link.fate = () => 'drop';
      await run();
      fail(undefined);
      await run(RETRY_AFTER_S * 1000 - 1);
      expect([await stored(), (await waiting()).length]).toEqual([[], 1]);
      await run(1);
      await run(); // one that its own timer had begun may have looked at the clock before
      expect([await stored(), await waiting()]).toEqual([['Seen at the well'], []]);
    });

    it('goes at once when the link that it met is back, however often it had failed (fault 7)', async () => {
      await make();
      for (let n = 0; n < 3; n++) {
        fail('drop');
        await run(60_000);
      }
      expect((await waiting())[0]?.tries).toBeGreaterThan(0);
      device.link.fate = () => 'drop';
      await run();
      fail(undefined);
      await run();
      expect([await stored(), await waiting()]).toEqual([['Seen at the well'], []]);
    });

    it('waits for its author: it goes in nobody else’s name, and not without one (fault 16, A37)', async () => {
      await make();
      const other = await signIn(host.db, 'poster');
      for (const someone of [
        { token: other.token, account: other.userId },
        { token: undefined, account: undefined },
      ]) {
        Object.assign(device, someone);
        await run(60_000);
      }
      expect([asked, (await waiting()).length]).toEqual([[], 1]);
      Object.assign(device, { token: author.token, account: author.userId });
      await run(60_000);
      expect([asked.length, await stored()]).toEqual([1, ['Seen at the well']]);
    });

    it('made before the server knew its author goes out in their name once it does (A6)', async () => {
      Object.assign(device, { token: undefined, account: 'here-only' });
      await make();
      Object.assign(device, { token: author.token, account: author.userId });
      await run();
      expect(asked).toEqual([]);
      await adoptWrites(device.db, 'here-only', { id: author.userId, name: 'Asha' });
      await run();
      expect([asked.length, await stored(), await waiting()]).toEqual([1, ['Seen at the well'], []]);
    });

    it('is not received by an answer that names another, nor by a stranger’s', async () => {
      const opId = await make();
      fail('stranger');
      await run();
      expect([await states(), await stored()]).toEqual([[[opId, 'waiting']], []]);
      fail(undefined);
      await run(60_000);
      expect([await stored(), await waiting()]).toEqual([['Seen at the well'], []]);
    });

    it('is set aside alone when the server refuses it, and goes once its user asks again (fault 18)', async () => {
      const [bad, good] = [await make('One'), await make('Two')];
      refused = bad;
      await run();
      await run(60_000);
      expect([await states(), await stored()]).toEqual([[[bad, 'refused']], ['Two']]);
      expect(asked.filter((opId) => opId === good)).toHaveLength(1);
      expect(await countUnsent(device.db)).toEqual({ waiting: 0, refused: 1 });
      refused = undefined;
      const [row] = await unsentRows(device.db);
      await tryAgain(device.db, row?.entityId ?? '');
      await run();
      expect([await stored(), await waiting()]).toEqual([['One', 'Two'], []]);
    });

    it('given up by its user is never sent', async () => {
      const [given] = [await make('One'), await make('Two')];
      const row = (await unsentRows(device.db)).find(({ opId }) => opId === given);
      if (shelf === 'the reserve') await release(given);
      else await (kind === 'a note' ? dropWrite(device.db, given) : dropUnsent(device.db, row?.entityId ?? ''));
      await run();
      expect([await stored(), await waiting()]).toEqual([['Two'], []]);
    });

    it('is in a copy, and is done once whichever phone sends it first (fault 17)', async () => {
      const opId = await make();
      const copy = await packCopy(device.db);
      const other = openDevice((...request) => host.fetch(...request));
      Object.assign(other, { token: author.token, account: author.userId });
      devices.push(other);
      expect(await unpackCopy(other.db, copy, 1)).toBe(1);
      expect((await waiting(other)).map((op) => op.opId)).toContain(opId);
      await other.sync.run();
      await run();
      expect([await stored(), await waiting(), await other.db.made.where('waits').equals(WAITS).count()]).toEqual([
        ['Seen at the well'],
        [],
        0,
      ]);
    });

    it('is handed over sealed, and asked about when its author leaves (fault 33)', async () => {
      await run(); // it learns what to seal to
      device.link.fate = () => 'drop';
      await make();
      const session = { account: author.userId, token: author.token };
      const to = (await readMeta(device.db, 'sealKey')) ?? expect.fail('it knows no key');
      const sealable = (await waiting()).filter((op) => isSealable(op, session));
      expect(await sealOps(device.db, sealable, to, session)).toHaveLength(1);
      const left = await whatIsLeft(device.db, author.userId, undefined, session);
      expect([left.unsealed, left.held]).toEqual(shelf === 'the reserve' ? [0, 1] : [1, 0]);
    });
  });
});
