/** Many costly calls at once, and a database that does not answer them: others are served, and who waits is told so. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHost, type TestHost } from '../support/client.ts';
import { withPostgres } from '../support/databases.ts';

withPostgres('a list that does not come to its end', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());

  it('is ended in its time, and those in the queue behind it are refused politely (hole 10)', async () => {
    const list = () => host.app().inject('/report?q=anything');
    await host.db.transaction().execute(async (tx) => {
      await sql`lock table report in access exclusive mode`.execute(tx);
      const asked = Array.from({ length: 300 }, list);
      // All other calls find a connection meanwhile.
      expect((await host.app().inject('/countryCode')).statusCode).toBe(200);
      expect((await host.app().inject(`/receipts/${randomUUID()}`)).statusCode).toBe(404);
      const answers = await Promise.all(asked);
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
      const polite = answers.filter(({ headers }) => Number(headers['retry-after']) > 0);
      expect(polite).toHaveLength(300);
      expect(new Set(answers.map((answer) => answer.json().code))).toEqual(new Set(['unavailable']));
    });
    expect((await list()).statusCode).toBe(200);
  });
});
