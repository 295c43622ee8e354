/**
 * `npm run lighthouse`: what Lighthouse says of the main pages on a phone, beside our limits; exit 1 when one is missed.
 * `-- --runs 3` takes the run in the middle, `--only /login` one page.
 */

import { parseArgs } from 'node:util';
import { COLUMNS, type Column, isWithin, measurePages } from '../tests/bench/lighthouse.ts';
import { startServer } from '../tests/support/server.ts';
import { buildAll } from './build.ts';

const { runs, only } = parseArgs({
  options: { runs: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
}).values;

await buildAll((line) => console.error(line));
const server = await startServer();
let missed = 0;
try {
  console.log(['page'.padEnd(28), ...COLUMNS.map(({ name }) => name.padStart(8))].join(' '));
  for await (const { path, values } of measurePages(server.url, { runs: Number(runs), only }))
    console.log([path.padEnd(28), ...COLUMNS.map((column, i) => cellOf(values[i] ?? Number.NaN, column))].join(' '));
} finally {
  await server.remove();
}
console.log(missed === 0 ? 'All within their limits.' : `${missed} over their limit, marked by !`);
process.exitCode = missed === 0 ? 0 : 1;

function cellOf(value: number, column: Column): string {
  const isMissed = !isWithin(value, column);
  if (isMissed) missed++;
  return `${value}${isMissed ? '!' : ''}`.padStart(8);
}
