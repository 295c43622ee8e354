/**
 * A newer build of the same app: its database has a newer version with one more table, its rows name a newer shape.
 *
 * Run by itself, `next-build.ts FOLDER` builds it; in a test, `buildNext` does so in a process of its own, since the test
 * runner's React would be built for development.
 */

import { spawnSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const CHANGES: Record<string, readonly [RegExp, string]> = {
  '/src/store/newer-rows.ts': [/export const SCHEMA = \d+;/, 'export const SCHEMA = 99;'],
  '/src/store/db.ts': [/(?=keepNewerRows\(this\.)/, "this.version(99).stores({ future: 'id' });\n    "],
};

const newer: Plugin = {
  name: 'wapsi:newer',
  enforce: 'pre',
  transform(code, id) {
    const change = Object.entries(CHANGES).find(([path]) => id.endsWith(path))?.[1];
    if (!change) return undefined;
    const [what, by] = change;
    if (!what.test(code)) throw new Error(`${what} is not in ${id}`);
    return code.replace(what, by);
  },
};

/** Build it into `dir`, which is then a folder to serve (DIST_DIR). */
export async function buildNext(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  await symlink(resolve('dist/models'), join(dir, 'models'));
  const env = { ...process.env, NODE_ENV: 'production' };
  const script = ['--import', 'tsx', 'tests/support/next-build.ts', dir];
  const { status } = spawnSync(process.execPath, script, { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The newer app could not be built');
}

if (process.argv[1]?.endsWith('next-build.ts'))
  await build({
    configFile: 'vite.config.ts',
    logLevel: 'warn',
    plugins: [newer],
    build: { outDir: join(String(process.argv[2]), 'app'), reportCompressedSize: false },
  });
