import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('the committed kernel is what its source builds, byte for byte', { timeout: 60_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['match/kernel/build.mjs', '--print'], { cwd: ROOT });
  expect(await readFile(`${ROOT}match/kernel.generated.ts`, 'utf8')).toBe(stdout);
});
