/** A process for the tests to kill: it writes without end and prints each id once its commit was answered. */

import { randomUUID } from 'node:crypto';
import { openDb } from '../../server/db/open.ts';

const { db } = await openDb(JSON.parse(process.argv[2] ?? ''));
for (;;) {
  const op_id = randomUUID();
  await db.insertInto('receipt').values({ op_id, input_hash: 'writer' }).execute();
  process.stdout.write(`${op_id}\n`);
}
