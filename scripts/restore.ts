/**
 * `npm run restore -- FOLDER`: a backup into the empty place that this environment names, after all of it was checked.
 * `--without-keys` restores what can be read without the key file beside it.
 */

import { restore } from '../server/backup/backup.ts';
import { readConfig } from '../server/config.ts';

const withoutKeys = process.argv.includes('--without-keys');
const [from] = process.argv.slice(2).filter((word) => word !== '--without-keys');
try {
  if (from === undefined) throw new Error('Say which backup: npm run restore -- FOLDER');
  const passphrase = process.env.BACKUP_PASSPHRASE;
  const { rows, files, erased, madeAt } = await restore(from, readConfig(process.env), passphrase, { withoutKeys });
  console.log(`${from}: ${rows} rows and ${files} files restored. Devices reconcile at their next sync.`);
  if (erased > 0) console.log(`${erased} records that were erased since the backup were erased again.`);
  console.log(
    `All is as it was shortly before ${madeAt}: who was protected, suspended or signed out since is not. See "Coming back from a backup" in docs/breach.md before anybody reaches it.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
