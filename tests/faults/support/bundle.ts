/** The part of the rig that runs in a page, made ready to be put into one. */

import type { Page } from 'playwright-core';
import { build } from 'vite';
import type { Submission } from './page.ts';

/** As one script: the app's own store functions, from their sources. */
export async function bundlePage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' }, // a page has no process to ask
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: 'tests/faults/support/page.ts', formats: ['iife'], name: 'rig' },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !('output' in first)) throw new Error('the page of the rig could not be built');
  // The name must outlive the evaluation.
  return `${first.output[0].code.replace(/^(var|const) rig/m, 'globalThis.rig')}\nvoid 0;`;
}

/** Save these in the page; its context has a binding `told`. */
export async function submitIn(page: Page, script: string, submissions: readonly Submission[]): Promise<void> {
  await page.evaluate(script);
  await page.evaluate(
    (batch) => (globalThis as unknown as { rig: typeof import('./page.ts') }).rig.submit(batch),
    submissions,
  );
}
