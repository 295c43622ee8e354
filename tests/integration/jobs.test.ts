/** What a write leaves for later is done, by one process at a time, and again when it failed. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../server/db/open.ts';
import { addJob, addJobs, type JobHandler, type Jobs, startJobs } from '../../server/jobs/jobs.ts';
import { emptyTables, withDatabases } from '../support/databases.ts';

withDatabases('jobs', (database) => {
  let db: Db;
  const started: Jobs[] = [];
  const errors: [string, string][] = [];
  const start = (handlers: Record<string, JobHandler>, every: Record<string, number> = {}): Jobs => {
    const onError = (error: unknown, kind: string) => void errors.push([kind, String(error)]);
    const jobs = startJobs(db, handlers, { onError, every });
    started.push(jobs);
    return jobs;
  };
  const rows = () => db.selectFrom('job').select(['kind', 'tries', 'run_at']).orderBy('id').execute();
  const makeDue = () =>
    db
      .updateTable('job')
      .set({ run_at: new Date(0) })
      .execute();

  beforeAll(async () => {
    ({ db } = await database.open());
    await emptyTables(db); // what a new database has to do is no part of it
  });
  afterEach(async () => {
    for (const jobs of started.splice(0)) await jobs.stop();
    errors.splice(0);
    await emptyTables(db);
  });
  afterAll(() => emptyTables(db));

  it('runs after the write that left it, and never when that write was undone', async () => {
    const done: unknown[] = [];
    const jobs = start({ note: async (payload) => void done.push(payload) });
    await db.transaction().execute((tx) => addJob(tx, 'note', { n: 1 }));
    const undone = db.transaction().execute(async (tx) => {
      await addJob(tx, 'note', { n: 2 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await jobs.idle();
    expect([done, await rows()]).toEqual([[{ n: 1 }], []]);
  });

  it('is done again later when it failed, each time after a longer wait, and is given up in the end', async () => {
    let tries = 0;
    const jobs = start({
      weak: async () => {
        tries++;
        throw new Error('no mail server');
      },
    });
    await addJob(db, 'weak', {});
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      await jobs.idle();
      const [row] = await rows();
      if (row) waits.push(Math.round((row.run_at.getTime() - Date.now()) / 1000));
      await makeDue();
    }
    await jobs.idle();
    expect([tries, await rows()]).toEqual([12, []]);
    expect(waits.every((wait, i) => i === 0 || wait > 1.5 * Number(waits[i - 1]))).toBe(true);
    expect(errors[0]).toEqual(['weak', 'Error: no mail server']);
  });

  it('waits until its time', async () => {
    const done: unknown[] = [];
    const jobs = start({ later: async (payload) => void done.push(payload) });
    await addJob(db, 'later', { n: 1 }, new Date(Date.now() + 60_000));
    await jobs.idle();
    expect(done).toEqual([]);
    await makeDue();
    await jobs.idle();
    expect(done).toEqual([{ n: 1 }]);
  });

  it('is done once by several processes on one database (fault 43)', async () => {
    const done: number[] = [];
    const handlers = {
      one: async (payload: unknown) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        done.push((payload as { n: number }).n);
      },
    };
    const [a, b] = [start(handlers), start(handlers)];
    const all = Array.from({ length: 40 }, (_, n) => n);
    for (const n of all) await addJob(db, 'one', { n });
    await Promise.all([a.idle(), b.idle()]);
    expect(done.sort((x, y) => x - y)).toEqual(all);
  });

  it('is taken over when the process that held it died, and left alone before (fault 43)', async () => {
    const done: unknown[] = [];
    const jobs = start({ held: async (payload) => void done.push(payload) });
    await db
      .insertInto('job')
      .values({ kind: 'held', payload: '{"n":1}', held_until: new Date(Date.now() + 60_000) })
      .execute();
    await jobs.idle();
    expect(done).toEqual([]);
    await db
      .updateTable('job')
      .set({ held_until: new Date(0) })
      .execute();
    await jobs.idle();
    expect(done).toEqual([{ n: 1 }]);
  });

  it('that takes long holds up no other, and is waited for with those that came meanwhile', async () => {
    const done: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const jobs = start({
      long: async () => {
        await ended;
        done.push('long');
      },
      short: async () => void done.push('short'),
    });
    await addJob(db, 'long', {});
    jobs.wake();
    await expect.poll(async () => (await rows()).map(({ tries }) => tries)).toEqual([1]);
    await addJob(db, 'short', {});
    jobs.wake();
    await expect.poll(() => done).toEqual(['short']);
    const idle = jobs.idle();
    end();
    await idle;
    expect([done, await rows()]).toEqual([['short', 'long'], []]);
  });

  describe('that is patient', () => {
    const many = (kind: string, count: number, patient: boolean) =>
      addJobs(
        db,
        kind,
        Array.from({ length: count }, (_, n) => ({ n })),
        undefined,
        patient,
      );

    it('lets others go first, however many wait and however slow they are', async () => {
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      let [slow, most, quick] = [0, 0, 0];
      const jobs = start({
        slow: async () => {
          most = Math.max(most, ++slow);
          await ended;
          slow--;
        },
        quick: async () => void quick++,
      });
      await many('slow', 500, true);
      jobs.wake();
      await expect.poll(() => slow).toBe(3);
      await many('quick', 20, false);
      jobs.wake();
      await expect.poll(() => quick).toBe(20);
      expect((await rows()).length).toBe(500);
      end();
      await jobs.idle();
      expect([await rows(), most]).toEqual([[], 3]);
    });

    it('comes forward while others do not end, and hands on what it is', async () => {
      const done: string[] = [];
      const jobs = start({
        each: async (_, job) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          done.push(job?.patient ? 'patient' : 'other');
        },
      });
      await many('each', 60, false);
      await many('each', 5, true);
      await jobs.idle();
      expect([done.length, done.filter((one) => one === 'patient').length]).toEqual([65, 5]);
      expect(done.lastIndexOf('patient')).toBeLessThan(30);
    });
  });

  it('leaves kinds to others that it does not know', async () => {
    const jobs = start({ known: async () => {} });
    await addJob(db, 'unknown', {});
    await jobs.idle();
    expect((await rows()).map(({ kind }) => kind)).toEqual(['unknown']);
  });

  describe('that comes back by itself', () => {
    it('stands in the table once, whatever fails and however many processes start', async () => {
      let runs = 0;
      const handlers = {
        hourly: async () => {
          runs++;
          if (runs === 1) throw new Error('once');
        },
      };
      const jobs = start(handlers, { hourly: 3_600_000 });
      await jobs.idle();
      await makeDue();
      await jobs.idle();
      const again = start(handlers, { hourly: 3_600_000 });
      await again.idle();
      const left = await rows();
      expect([runs, left.length, left[0]?.tries]).toEqual([2, 1, 0]);
      expect(Number(left[0]?.run_at) - Date.now()).toBeGreaterThan(3_500_000);
    });
  });

  it('that is under way is waited for when the process stops', async () => {
    let done = false;
    const jobs = start({
      slow: async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        done = true;
      },
    });
    await addJob(db, 'slow', {});
    jobs.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await jobs.stop();
    expect([done, await rows()]).toEqual([true, []]);
  });
});
