/** What the pages of this file showed and said when a test failed: often all there is to find the cause by. */

import type { BrowserContext, Page } from 'playwright-core';

/** Of what a page says in its console, and of requests that failed. */
const KEPT_LINES = 30;
const KEPT_CHARS = 1500;
/** A page that hangs must not hold the report up. */
const LOOK_MS = 3000;

const watched = new Map<BrowserContext, string[]>();
/** Of phones that a hook has removed since the test failed. */
const removed: string[] = [];
let hasFailed = (): boolean => false;

/** A test begins, which `hasFailed` asks; what was seen of the one before it is forgotten. */
export function beginLooking(ofThisTest: typeof hasFailed): void {
  hasFailed = ofThisTest;
  removed.length = 0;
}

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

/** To be called before a phone is removed: the hooks that remove it come before anybody asks for the last look. */
export async function lookBeforeRemoval(context: BrowserContext): Promise<void> {
  const lines = watched.get(context);
  if (lines && hasFailed()) removed.push(await lookAt([context, lines]));
}

/** One text for all pages that are open, or were when their phone was removed. */
export async function lastLook(): Promise<string> {
  return [...removed, ...(await Promise.all([...watched].map(lookAt)))].join('\n\n');
}

async function lookAt([context, lines]: [BrowserContext, string[]]): Promise<string> {
  const pages = await Promise.all(context.pages().map(shown));
  return [...pages, ...lines].join('\n');
}

async function shown(page: Page): Promise<string> {
  const read = page.evaluate(() => `${navigator.onLine ? 'online' : 'offline'}: ${document.body.innerText}`);
  const late = new Promise<string>((resolve) => setTimeout(resolve, LOOK_MS, '(no answer)'));
  const text = await Promise.race([read, late]).catch((error: unknown) => `(not readable: ${error})`);
  return `${page.url()} ${text.slice(0, KEPT_CHARS)}`;
}
