/** What the pages of this file showed and said when a test failed: often all there is to find the cause by. */

import type { BrowserContext, Page } from 'playwright-core';

/** Of what a page says in its console, and of requests that failed. */
const KEPT_LINES = 30;
const KEPT_CHARS = 1500;
/** A page that hangs must not hold the report up. */
const LOOK_MS = 3000;

const watched = new Map<BrowserContext, string[]>();

export function watchForLastLook(context: BrowserContext): void {
  const lines: string[] = [];
  const add = (line: string): void => {
    lines.push(`${new Date().toISOString().slice(11, 23)} ${line.slice(0, 300)}`);
    if (lines.length > KEPT_LINES) lines.shift();
  };
  watched.set(context, lines);
  context.on('console', (message) => add(`${message.type()}: ${message.text()}`));
  context.on('weberror', (thrown) => add(`${thrown.error().name}: ${thrown.error().message}`));
  context.on('requestfailed', (request) => add(`failed: ${request.url()} ${request.failure()?.errorText}`));
  context.on('close', () => watched.delete(context));
}

/** One text for all pages that are open. */
export async function lastLook(): Promise<string> {
  const looks = [...watched].map(async ([context, lines]) => {
    const pages = await Promise.all(context.pages().map(shown));
    return [...pages, ...lines].join('\n');
  });
  return (await Promise.all(looks)).join('\n\n');
}

async function shown(page: Page): Promise<string> {
  const read = page.evaluate(() => `${navigator.onLine ? 'online' : 'offline'}: ${document.body.innerText}`);
  const late = new Promise<string>((resolve) => setTimeout(resolve, LOOK_MS, '(no answer)'));
  const text = await Promise.race([read, late]).catch((error: unknown) => `(not readable: ${error})`);
  return `${page.url()} ${text.slice(0, KEPT_CHARS)}`;
}
