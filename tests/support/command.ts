/** A command of `npm run`, as an operator calls it, beside a running server. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Where } from '../../server/db/open.ts';

const run = promisify(execFile);

/** What `scripts/NAME.ts` prints about a PostgreSQL database; it fails as the command does. */
export async function command(where: Where, name: string, ...args: string[]): Promise<string> {
  if (where.kind !== 'postgres') throw new Error('An embedded database answers one process: stop its server first');
  const env = { ...process.env, DATABASE_URL: where.url, KEYS_DIR: where.keysDir };
  const { stdout } = await run(process.execPath, ['--import', 'tsx', `scripts/${name}.ts`, ...args], { env });
  return stdout.trim();
}
