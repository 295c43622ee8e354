/** One browser in front of somebody: what they do with it, whichever engine it is. */

import { setTimeout as sleep } from 'node:timers/promises';

export interface Visitor {
  readonly version: string;
  /** Open a page as by its address, and wait until it is loaded. */
  go(url: string): Promise<void>;
  /** Run the body of an async function in the page. */
  ask(body: string): Promise<unknown>;
  /** Press what that XPath finds. @throws Error it cannot be pressed yet */
  press(xpath: string): Promise<void>;
  /** Write into the field that it finds, in the place of what was there. */
  write(xpath: string, text: string): Promise<void>;
  /** Give a file to the input that it finds. */
  choose(xpath: string, file: string): Promise<void>;
  /** What is on the screen, as PNG. */
  picture(): Promise<Buffer>;
  /** What went wrong on the pages since this was last asked. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit';
  /** What of it is missing on this machine, and how it comes; undefined where all is there. */
  missing(): Promise<string | undefined>;
  /** A new visitor with an empty profile; `film` is a face for a camera that plays films. */
  open(origin: string, film: string): Promise<Visitor>;
}

/** What has not come by then does not come, also on a busy machine. */
export const HERE_MS = 30_000;
const LOOK_MS = 150;

/** XPath of what begins with these words and can be pressed; a first look of a page that is on its way cannot. */
export const pressable = (words: string): string =>
  ['button', 'a', 'summary']
    .map(
      (tag) =>
        `//${tag}[starts-with(normalize-space(), ${quoted(words)}) or @aria-label=${quoted(words)}][not(ancestor::*[@inert])]`,
    )
    .join('|');

/** XPath of the field under that label. */
export const labelled = (label: string): string =>
  `//*[@id=//label[normalize-space(text())=${quoted(label)}]/@for][not(ancestor::*[@inert])]`;

const quoted = (words: string): string => `concat('${words.split("'").join(`', "'", '`)}', '')`;

/** Do it again until it is done: the page may still be on its way, or something may lie over it for a moment. */
export async function patiently<T>(what: string, work: () => Promise<T>, longestMs = HERE_MS): Promise<T> {
  const end = performance.now() + longestMs;
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (performance.now() > end) throw new Error(`${what}: not within ${longestMs / 1000} s`, { cause });
      await sleep(LOOK_MS);
    }
  }
}

/** Wait until an expression in the page is true. */
export const untilShown = (visitor: Visitor, what: string, expression: string, longestMs = HERE_MS): Promise<void> =>
  patiently(
    what,
    async () => {
      if ((await visitor.ask(`return Boolean(${expression})`)) !== true) throw new Error('not yet');
    },
    longestMs,
  );

/** Wait until the page says these words where they can be read. */
export const untilSaid = (visitor: Visitor, words: string, longestMs = HERE_MS): Promise<void> =>
  untilShown(visitor, `“${words}”`, `document.body.innerText.includes(${JSON.stringify(words)})`, longestMs);

/** Wait until the page itself stands, with its heading. */
export const untilHeading = (visitor: Visitor, words: string, longestMs = HERE_MS): Promise<void> =>
  untilShown(
    visitor,
    `the heading “${words}”`,
    `[...document.querySelectorAll('h1')].some((h) => !h.closest('[inert]') && h.textContent.trim() === ${JSON.stringify(words)})`,
    longestMs,
  );

export const press = (visitor: Visitor, words: string): Promise<void> =>
  patiently(`“${words}” to press`, () => visitor.press(pressable(words)));
export const write = (visitor: Visitor, label: string, text: string): Promise<void> =>
  patiently(`“${label}” to write in`, () => visitor.write(labelled(label), text));
