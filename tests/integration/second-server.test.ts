/** Two servers on one data folder: the second says who has it; one that was killed holds nobody up. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { emptyPlace } from '../support/empty-place.ts';
import { startServer, type TestServer } from '../support/server.ts';

const dir = mkdtempSync(join(tmpdir(), 'wapsi-second-'));
let first: TestServer | undefined;
afterAll(async () => {
  await first?.remove();
  rmSync(dir, { recursive: true, force: true });
});

it('a second server is refused with the pid of the first, which serves on; a killed one is taken over (fault 6)', async () => {
  const { from, settings } = emptyPlace(dir);
  first = await startServer(settings, { from });
  const { pid, data, url } = first;
  await expect(startServer({ ...settings, DATA_DIR: data })).rejects.toThrow(
    new RegExp(`the server ended \\(1\\): [\\s\\S]*in use by process ${pid} on`),
  );
  expect((await fetch(`${url}/health?nonce=x`)).status).toBe(200);
  await first.kill();
  expect(JSON.parse(readFileSync(join(data, 'database/lock'), 'utf8'))).toMatchObject({ pid });
  await first.start();
  expect((await fetch(`${url}/health?nonce=x`)).status).toBe(200);
}, 400_000);
