/** The table of ASVS 5.0, level 1: no silent line, no file that is not there, and sums that are those of its lines. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const DOCUMENT = readFileSync(new URL('docs/asvs.md', ROOT), 'utf8');
const DECIDED = ['met', 'partly', 'not met by the software', 'not applicable'];
/** Of level 1. */
const REQUIREMENTS = 70;

const lines = [...DOCUMENT.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|(.*)\|(.*)\|$/gm)].map((found) => {
  const [id = '', asks = '', decided = '', where = ''] = found.slice(1).map((cell) => cell.trim());
  return { id, asks, decided, where };
});

it('decides each requirement of level 1 once, and says why', () => {
  expect(new Set(lines.map(({ id }) => id)).size).toBe(REQUIREMENTS);
  expect(lines).toHaveLength(REQUIREMENTS);
  expect(lines.filter(({ asks, decided, where }) => !asks || !where || !DECIDED.includes(decided))).toEqual([]);
});

it('has the sums of its own lines', () => {
  const sums = [...DOCUMENT.matchAll(/^\| ([a-z ]+) \| (\d+) \|$/gm)].map(([, of, sum]) => [of, Number(sum)]);
  const counted = DECIDED.map((of) => [of, lines.filter(({ decided }) => decided === of).length]);
  expect(sums.sort()).toEqual(counted.sort());
});

it('names files and tests that are there', () => {
  const tests = ['unit', 'integration', 'e2e', 'contract'].flatMap((folder) =>
    readdirSync(new URL(`tests/${folder}/`, ROOT)),
  );
  const named = lines.flatMap(({ where }) => [...where.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name));
  const paths = named.filter((name) => /^(?:server|src|contract|tests|docs|scripts|match|reference)\//.test(name));
  expect(paths.length).toBeGreaterThan(REQUIREMENTS);
  expect(paths.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
  expect(named.filter((name) => /^[\w-]+\.test\.tsx?$/.test(name) && !tests.includes(name))).toEqual([]);
});
