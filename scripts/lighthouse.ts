/**
 * `npm run lighthouse`: what Lighthouse says of the main pages on a phone, beside our limits; exit 1 when one is missed.
 * `-- --runs 3` takes the run in the middle, `--only /login` one page.
 */

import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { browserPath } from '../tests/support/browser.ts';
import { freePort, startServer } from '../tests/support/server.ts';
import { buildAll } from './build.ts';

const { runs: RUNS, only: ONLY } = parseArgs({
  options: { runs: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
}).values;

/** What a page is measured by. Scores may not be lower than their limit, all others not higher. */
const COLUMNS = [
  { name: 'perf', least: 95 },
  { name: 'a11y', least: 100 },
  { name: 'best', least: 100 },
  { name: 'seo', least: 100 },
  { name: 'LCP ms', most: 1800 },
  { name: 'TBT ms', most: 150 },
  { name: 'CLS', most: 0.02 },
  { name: 'before', most: 15 },
  { name: 'requests' },
  { name: 'KB' },
] as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Sent before the content stood, by the document and what it names. */
interface Sent {
  networkRequestTime: number;
  transferSize: number;
}

await buildAll((line) => console.error(line));
const server = await startServer();
let missed = 0;
try {
  console.log(['page'.padEnd(28), ...COLUMNS.map(({ name }) => name.padStart(8))].join(' '));
  for (const path of (await mainPaths(server.url)).filter((path) => path.startsWith(ONLY))) {
    const measured: number[][] = [];
    for (let run = 0; run < Number(RUNS); run++) measured.push(await measure(server.url + path));
    // One run of them, not the best of each column: in what it says of the page it must be of a piece.
    const [values = []] = measured.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)).slice(Math.floor(measured.length / 2));
    const cells = values.map((value, i) => cellOf(value, COLUMNS[i]));
    console.log([path.replace(/[0-9a-f-]{36}/, ':id').padEnd(28), ...cells].join(' '));
  }
} finally {
  await server.remove();
}
console.log(missed === 0 ? 'All within their limits.' : `${missed} over their limit, marked by !`);
process.exitCode = missed === 0 ? 0 : 1;

async function mainPaths(url: string): Promise<string[]> {
  const list = await fetch(`${url}/report?kind=person&type=lost`);
  const { data } = (await list.json()) as { data: { id: string; photos: string[] }[] };
  const shown = data.find(({ photos }) => photos.length > 0);
  if (!shown) throw new Error('The sample data has nobody with a photo');
  // The server makes each size of a photo once: whoever posted it has looked at it before anybody else does.
  await (await fetch(`${url}/files/${shown.photos[0]}?size=full`)).arrayBuffer();
  return [
    ...['/', '/lost-peoples', '/found-items', `/items/${shown.id}`, '/face-recognition'],
    ...['/face-recognition?add=lost', '/post-item', '/outbox', '/login'],
  ];
}

/** The figures in the order of the columns, of a browser that has never been here. */
async function measure(url: string): Promise<number[]> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: await browserPath(),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const result = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'error' });
    if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`);
    const { audits, categories } = result.lhr;
    const number = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
    const requests = (itemsOf(audits['network-requests']?.details) ?? []) as Sent[];
    const [observed] = (itemsOf(audits.metrics?.details) ?? []) as Record<string, number>[];
    const start = requests[0]?.networkRequestTime ?? 0;
    const content = observed?.observedLargestContentfulPaint ?? Number.NaN;
    return [
      ...CATEGORIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100)),
      Math.round(number('largest-contentful-paint')),
      Math.round(number('total-blocking-time')),
      Number(number('cumulative-layout-shift').toFixed(3)),
      requests.filter(({ networkRequestTime }) => networkRequestTime - start <= content).length,
      requests.length,
      Math.round(requests.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000),
    ];
  } finally {
    await browser.close();
  }
}

function itemsOf(details: object | undefined): unknown[] | undefined {
  return details && 'items' in details && Array.isArray(details.items) ? details.items : undefined;
}

function cellOf(value: number, column: (typeof COLUMNS)[number] | undefined): string {
  const isMissed =
    column !== undefined &&
    (('least' in column && !(value >= column.least)) || ('most' in column && !(value <= column.most)));
  if (isMissed) missed++;
  return `${value}${isMissed ? '!' : ''}`.padStart(8);
}
