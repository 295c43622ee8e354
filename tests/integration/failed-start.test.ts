/** A start that comes to nothing ends, with a code and a word that helps; it neither hangs nor keeps the folder. */

import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDb } from '../../server/db/open.ts';
import { copyTemplate } from '../support/databases.ts';
import { emptyPlace } from '../support/empty-place.ts';
import { startServer } from '../support/server.ts';

describe('a start that fails', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-failed-'));
  const { from, settings } = emptyPlace(dir);
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it('ends with a code also when the database is open by then (fault 40)', async () => {
    const data = join(dir, 'data');
    cpSync(from, data, { recursive: true });
    writeFileSync(join(data, 'files'), 'where the folder of photos should be');
    await expect(startServer({ ...settings, DATA_DIR: data })).rejects.toThrow(/the server ended \(1\): [\s\S]*files/);
  }, 120_000);

  it('names what mends damaged files (fault 40)', async () => {
    const data = join(dir, 'damaged');
    cpSync(from, data, { recursive: true });
    rmSync(join(data, 'database/pg/global/pg_control'));
    await expect(startServer({ ...settings, DATA_DIR: data })).rejects.toThrow(
      /the server ended \(1\): [\s\S]*npm run restore -- FOLDER/,
    );
  }, 120_000);

  it('says that the database cannot be reached, and why (fault 37)', async () => {
    const url = `postgres://nobody@localhost/none?host=${encodeURIComponent(dir)}`;
    await expect(startServer({ ...settings, DATABASE_URL: url })).rejects.toThrow(
      /the server ended \(1\): The database is away; [^\n]*ENOENT/,
    );
  }, 120_000);

  it('of which the newest was cut off goes on without it once an operator has said so (fault 40)', async () => {
    const place = copyTemplate();
    writeFileSync(join(place, 'stored'), '900000000');
    const open = () => openDb({ kind: 'pglite', dir: place });
    await expect(open()).rejects.toThrow(`delete ${join(place, 'stored')}`);
    rmSync(join(place, 'stored'));
    await (await open()).close();
    expect(existsSync(join(place, 'stored'))).toBe(true);
    rmSync(place, { recursive: true });
  }, 120_000);
});
