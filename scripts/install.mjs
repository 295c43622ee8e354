// Install exactly what the lock file says when node_modules is missing or was made from another lock file.
// Plain JavaScript: it runs before anything is installed. npm's own installs leave the same stamp (--stamp).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const STAMP = 'node_modules/.wapsi-lock';
const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');

function isInstalled() {
  try {
    return readFileSync(STAMP, 'utf8') === lock;
  } catch {
    return false;
  }
}

if (process.argv.includes('--stamp')) {
  writeFileSync(STAMP, lock);
} else if (!isInstalled()) {
  console.log('Installing the packages of the lock file…');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
