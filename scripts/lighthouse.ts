/** `npm run lighthouse [-- --only PART --json FILE]`: the main routes through Lighthouse; exit 1 when one is below its goal. */

import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { CATEGORIES, mainRoutes, measureRoute, type RouteFigures } from '../tests/bench/lighthouse.ts';
import { startServer } from '../tests/support/server.ts';
import { buildAll } from './build.ts';

const { only = '', json } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'string' } },
}).values;
await buildAll(console.error);
const server = await startServer();
const routes: RouteFigures[] = [];
try {
  const list = (await (await fetch(`${server.url}/report?type=lost`)).json()) as { data: { id: string }[] };
  const id = list.data[0]?.id;
  if (id === undefined) throw new Error('the sample data lists nothing');
  const paths = mainRoutes(id).filter((path) => path.includes(only));
  for (const path of paths) {
    const figures = await measureRoute(server.url, path);
    routes.push(figures);
    console.log(lineOf(figures));
  }
} finally {
  await server.remove();
}
console.log(`load ${(loadavg()[0] ?? 0).toFixed(1)}`);
if (json !== undefined) await writeFile(json, `${JSON.stringify(routes, undefined, 2)}\n`);

function lineOf({ path, scores, fcp, lcp, tbt, cls, speedIndex, requests, kilobytes, failed }: RouteFigures): string {
  const shown = path.replace(/[0-9a-f-]{36}/, ':id').padEnd(27);
  const marks = CATEGORIES.map((name) => String(scores[name]).padStart(4)).join('');
  const times = [fcp, lcp, tbt, speedIndex].map((ms) => String(Math.round(ms)).padStart(6)).join('');
  return `${shown}${marks}  ${times}  ${cls.toFixed(3)} ${String(requests).padStart(4)} ${kilobytes.toFixed(0).padStart(5)} KB  ${failed.join(' ')}`;
}
