/**
 * `npm run eval:names`: how often somebody is found by another spelling of their name, by script and by size. The names are
 * those of tests/fixtures/names.txt; the half that nothing was chosen on is the one that counts.
 */

import { seeded } from '../tests/support/faults.ts';
import { readNameSet, SCRIPTS, type Script, type Search, scriptOf, searchNames } from '../tests/support/name-set.ts';
import { SEED } from '../tests/support/seed.ts';

const SEARCHES = 2000;

const share = (searches: readonly Search[], of: (one: Search) => boolean): string =>
  searches.length === 0 ? '—' : (searches.filter(of).length / searches.length).toFixed(3);
const line = (title: string, searches: readonly Search[]): void => {
  const ms = searches.map((one) => one.ms).sort((a, b) => a - b);
  const middle = ms[Math.floor(ms.length / 2)] ?? 0;
  const cells = [share(searches, (one) => one.found), share(searches, (one) => one.first)];
  console.log(
    `${title.padEnd(34)} ${String(searches.length).padStart(6)}  ${cells.join('  ')}  ${middle.toFixed(1)} ms`,
  );
};

console.log(`Seed ${SEED}. Searches, among the first ten, the very first, milliseconds of the middle one:`);
for (const half of ['first', 'second', 'both'] as const)
  for (const people of half === 'both' ? [1000, 10_000, 100_000] : [10_000]) {
    const set = readNameSet(half);
    const searches = searchNames(set, { people, searches: SEARCHES, random: seeded(SEED) });
    line(`${half === 'both' ? 'all names' : `${half} half of names`}, ${people} people`, searches);
    if (half !== 'second') continue;
    const isIn = (name: string, script: Script) => name.split(' ').every((word) => scriptOf(word) === script);
    for (const script of SCRIPTS)
      line(
        `  written in ${script}, typed in Latin`,
        searches.filter(({ typed, written }) => isIn(written, script) && isIn(typed, 'Latin')),
      );
    for (const { typed, written } of searches.filter(({ found }) => !found))
      console.log(`  not found: ${written} by ${typed}`);
  }
