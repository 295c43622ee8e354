/** The main pages on a phone as Lighthouse sees them, beside our limits. */

import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { browserPath } from '../support/browser.ts';
import { freePort } from '../support/server.ts';
import type { Line } from './line.ts';

/** What a page is measured by. Scores may not be lower than their limit, all others not higher. */
export const COLUMNS = [
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
export type Column = (typeof COLUMNS)[number];

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Sent before the content stood, by the document and what it names. */
interface Sent {
  networkRequestTime: number;
  transferSize: number;
}

export interface Measured {
  path: string;
  /** In the order of {@link COLUMNS}. */
  values: readonly number[];
}

/** Each main page whose address begins with `only`, in the run of the middle of `runs`. */
export async function* measurePages(url: string, { runs = 1, only = '' } = {}): AsyncGenerator<Measured> {
  for (const path of (await mainPaths(url)).filter((path) => path.startsWith(only))) {
    const measured: number[][] = [];
    for (let run = 0; run < runs; run++) measured.push(await measure(url + path));
    // One run of them, not the best of each column: in what it says of the page it must be of a piece.
    const [values = []] = measured.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)).slice(Math.floor(measured.length / 2));
    yield { path: path.replace(/[0-9a-f-]{36}/, ':id'), values };
  }
}

export function isWithin(value: number, column: Column): boolean {
  if ('least' in column) return value >= column.least;
  return !('most' in column) || value <= column.most;
}

/** One line for each limit: the page that comes nearest to it, or is the furthest beyond. */
export async function benchLighthouse(url: string): Promise<Line[]> {
  const pages: Measured[] = [];
  for await (const page of measurePages(url)) pages.push(page);
  return COLUMNS.flatMap((column, i): Line[] => {
    const isScore = 'least' in column;
    if (!isScore && !('most' in column)) return [];
    const [worst] = pages.toSorted((a, b) => ((b.values[i] ?? 0) - (a.values[i] ?? 0)) * (isScore ? -1 : 1));
    if (!worst) throw new Error('Lighthouse has seen no page');
    const value = worst.values[i] ?? Number.NaN;
    const note = `of ${pages.map(({ path, values }) => `${path} ${values[i]}`).join(', ')}`;
    const what = `Lighthouse, ${pages.length} pages, the worst: ${column.name}`;
    // A score is the better the higher it is: what is missing of it has the limit.
    if (isScore) return [{ what, unit: 'of 100 missing', ours: 100 - value, limit: 100 - column.least, note }];
    return [{ what, unit: '', ours: value, limit: column.most, note }];
  });
}

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
    const values = [
      ...CATEGORIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100)),
      Math.round(number('largest-contentful-paint')),
      Math.round(number('total-blocking-time')),
      Number(number('cumulative-layout-shift').toFixed(3)),
      requests.filter(({ networkRequestTime }) => networkRequestTime - start <= content).length,
      requests.length,
      Math.round(requests.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000),
    ];
    if (values.some(Number.isNaN)) throw new Error(`${url}: Lighthouse could not measure all: ${values.join(', ')}`);
    return values;
  } finally {
    await browser.close();
  }
}

function itemsOf(details: object | undefined): unknown[] | undefined {
  return details && 'items' in details && Array.isArray(details.items) ? details.items : undefined;
}
