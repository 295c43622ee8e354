/** The main routes as Lighthouse sees them: its preset of a phone, a fresh profile for each page. */

import type { Result } from 'lighthouse';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { browserPath } from '../support/browser.ts';
import { freePort } from '../support/server.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** One page, as it was measured. Times in milliseconds. */
export interface RouteFigures {
  path: string;
  /** 0 to 100. */
  scores: Record<Category, number>;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  speedIndex: number;
  /** Until the page was quiet. */
  requests: number;
  kilobytes: number;
  /** What Lighthouse would have mended: the audits that weigh and did not pass. */
  failed: string[];
}

/** Every route that most visits go through. `id` is of a report that anyone may read. */
export const mainRoutes = (id: string): string[] => [
  '/',
  '/lost-peoples',
  '/found-items',
  `/items/${id}`,
  '/face-recognition',
  '/face-recognition?add=lost',
  '/post-item',
  '/outbox',
  '/login',
];

/** Measure one page. Throws when Lighthouse could not. */
export async function measureRoute(origin: string, path: string): Promise<RouteFigures> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: await browserPath(),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
    ],
  });
  try {
    const run = await lighthouse(`${origin}${path}`, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
    });
    if (!run || run.lhr.runtimeError) throw new Error(`${path}: ${run?.lhr.runtimeError?.message ?? 'no answer'}`);
    return figuresOf(path, run.lhr);
  } finally {
    await browser.close();
  }
}

function figuresOf(path: string, { categories, audits }: Result): RouteFigures {
  const value = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
  const details = audits['network-requests']?.details;
  const requests = details?.type === 'table' ? details.items.length : Number.NaN;
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  const failed = CATEGORIES.slice(1).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return {
    path,
    scores,
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    speedIndex: value('speed-index'),
    requests,
    kilobytes: value('total-byte-weight') / 1000,
    failed,
  };
}
