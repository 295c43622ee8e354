/** What a report tells leaves the database in one place, and the server by one function; .dependency-cruiser.cjs has the other half. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TOLD, TOLD_COLUMNS, wholeOf } from '../../server/reports/told.ts';

/** Reads and writes reports, compares them, or copies whole databases. */
const MAY = [
  ...[/^server\/(reports|db|backup|demo)\//, /^server\/candidates\/facts\.ts$/, /^server\/moderation\/similar\.ts$/],
];

const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((name) => `server/${name}`)
  .filter((name) => name.endsWith('.ts'));

/** The columns of a report that tell something, of those that a file asks the database for. */
function asksFor(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const built = text.match(/(?:selectFrom|innerJoin|leftJoin)\(\s*'report[^']*'[\s\S]*?\.execute/g) ?? [];
  const written = (text.match(/sql(?:<[^>`]*>)?`[^`]*`/g) ?? []).filter((query) =>
    /\b(from|join) report\b/.test(query),
  );
  // `: number` and `Promise<number>` are types, not the column.
  const asked = (column: string) => new RegExp(`(?<!follow\\.|app_user\\.|: |<)\\b${column}\\b`);
  return TOLD_COLUMNS.filter((column) => [...built, ...written].some((query) => asked(column).test(query)));
}

describe('what a report tells', () => {
  it('is asked of the database by nobody but who projects, compares or copies', () => {
    const others = files.filter((file) => !MAY.some((may) => may.test(file)));
    expect(others.length).toBeGreaterThan(80);
    // By its number a receipt finds its report, and tells nothing else of it.
    const found = others.flatMap((file) => asksFor(file).map((column) => `${file}: ${column}`));
    expect(found).toEqual(['files/rights', 'files/routes', 'sync/routes'].map((name) => `server/${name}.ts: number`));
  });

  it('would be seen: the two that compare do ask', () => {
    expect(asksFor('server/moderation/similar.ts')).toEqual(expect.arrayContaining(['title', 'description', 'name']));
    expect(asksFor('server/candidates/facts.ts')).toEqual(expect.arrayContaining(['name', 'region', 'serial_hash']));
  });

  it('is taken along by neither JSON nor a loop over the fields of a row', () => {
    const row = { id: '1', [TOLD]: { title: 'Missing', name: 'Asha', phone: '98140 12345' } } as never as Parameters<
      typeof wholeOf
    >[0];
    expect([JSON.stringify(row), JSON.stringify(Object.entries(row))]).toEqual(['{"id":"1"}', '[["id","1"]]']);
    expect(wholeOf(row)).toMatchObject({ id: '1', title: 'Missing', name: 'Asha' });
  });
});
