/**
 * `npm run pack-mark -- FILE`: whose device a copy of a lent pack came from. The file is a gallery pack as it was opened on
 * that device (it begins with WAPSIPAK); ids may be missing, rows may be left out. Those of the templates that are not on
 * this server any more say nothing. The embedded database answers while its server is stopped.
 */

import { readFileSync } from 'node:fs';
import { readConfig } from '../server/config.ts';
import { openDb } from '../server/db/open.ts';
import { readPackKeys } from '../server/sync/keys.ts';
import { suspectsOf } from '../server/sync/marks.ts';

/** One fits nearly whole; chance alone stays far below, from a few dozen templates on. */
const SURE = 0.5;

const [file] = process.argv.slice(2);
try {
  if (!file) throw new Error('Name the file: npm run pack-mark -- FILE');
  const { db, close } = await openDb(readConfig(process.env).database);
  const asked = async () => suspectsOf(db, await readPackKeys(db), new Uint8Array(readFileSync(file)));
  const { templates, suspects } = await asked().finally(close);
  const [first, second] = suspects;
  console.log(`${templates} of its templates are of this server`);
  if (!first || first.fit < SURE || first.fit < 2 * (second?.fit ?? 0))
    throw new Error('It is marked for no session that is known: from the pack for everybody, or from before a year');
  console.log(
    `Lent to account ${first.userId}, last made on ${first.builtAt.toISOString()}; fits ${first.fit.toFixed(2)}`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
