/** `npm run restore -- FOLDER`: a backup into the empty place that this environment names, after all of it was checked. */

import { restore } from '../server/backup/backup.ts';
import { readConfig } from '../server/config.ts';

const [from] = process.argv.slice(2);
try {
  if (from === undefined) throw new Error('Say which backup: npm run restore -- FOLDER');
  const { rows, files } = await restore(from, readConfig(process.env), process.env.BACKUP_PASSPHRASE);
  console.log(`${from}: ${rows} rows and ${files} files restored. Devices reconcile at their next sync.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
