/**
 * `npm run backup -- FOLDER`: all that the server of this environment holds, into a new folder; it may run meanwhile. The keys
 * go into the file beside the folder. `npm run backup -- --keys FOLDER` renews that file alone, in the folder of the backups.
 */

import { backUp, renewKeyFile } from '../server/backup/backup.ts';
import { keyFileIn, keyFileOf } from '../server/backup/key-file.ts';
import { readConfig } from '../server/config.ts';

const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
const [first, backups = 'backups'] = process.argv.slice(2);
const into = first ?? `backups/wapsi-${stamp}`;
const passphrase = process.env.BACKUP_PASSPHRASE;
try {
  const safe = passphrase ? 'sealed' : 'NOT SEALED: keep it as safe as the server';
  if (first === '--keys') {
    const count = await renewKeyFile(readConfig(process.env), backups, passphrase);
    console.log(`${keyFileIn(backups)}: ${count} keys, ${safe}`);
  } else {
    const { parts, bytes } = await backUp(readConfig(process.env), into, passphrase);
    console.log(`${into}: ${parts} parts, ${bytes} bytes, ${safe}`);
    console.log(
      `${keyFileOf(into)}: without it no backup can be read. Keep one, the newest, and never with older ones.`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
