/** `npm run backup -- FOLDER`: all that the server of this environment holds, into a new folder. It may run meanwhile. */

import { backUp } from '../server/backup/backup.ts';
import { readConfig } from '../server/config.ts';

const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
const [into = `backups/wapsi-${stamp}`] = process.argv.slice(2);
const passphrase = process.env.BACKUP_PASSPHRASE;
try {
  const { parts, bytes } = await backUp(readConfig(process.env), into, passphrase);
  console.log(
    `${into}: ${parts} parts, ${bytes} bytes, ${passphrase ? 'sealed' : 'NOT SEALED: keep it as safe as the server'}`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
