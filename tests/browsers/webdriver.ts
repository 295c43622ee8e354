/** The commands of W3C WebDriver that a visitor needs; HTTP (WebKit) and Marionette (Firefox) carry the same ones. */

import { readFile } from 'node:fs/promises';
import type { Visitor } from './visitor.ts';

/** Of each command: how HTTP has it (`{id}` is the element's), and Marionette's name. */
export const COMMANDS = {
  navigate: { method: 'POST', path: '/url', name: 'WebDriver:Navigate' },
  timeouts: { method: 'POST', path: '/timeouts', name: 'WebDriver:SetTimeouts' },
  script: { method: 'POST', path: '/execute/async', name: 'WebDriver:ExecuteAsyncScript' },
  find: { method: 'POST', path: '/elements', name: 'WebDriver:FindElements' },
  click: { method: 'POST', path: '/element/{id}/click', name: 'WebDriver:ElementClick' },
  clear: { method: 'POST', path: '/element/{id}/clear', name: 'WebDriver:ElementClear' },
  keys: { method: 'POST', path: '/element/{id}/value', name: 'WebDriver:ElementSendKeys' },
  picture: { method: 'GET', path: '/screenshot', name: 'WebDriver:TakeScreenshot' },
  resize: { method: 'POST', path: '/window/rect', name: 'WebDriver:SetWindowRect' },
} as const;

export type Send = (command: keyof typeof COMMANDS, params?: Record<string, unknown>) => Promise<unknown>;

/** A page of a busy machine that is later than this hangs. */
export const CALL_MS = 90_000;
/** By this name an answer holds an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Driven = Pick<Visitor, 'go' | 'ask' | 'press' | 'write' | 'choose' | 'picture'>;

export async function drive(send: Send): Promise<Driven> {
  await send('timeouts', { script: CALL_MS, pageLoad: CALL_MS, implicit: 0 });

  /** Do it with the first that can be used: what the wide layout shows is there on a phone too, and hidden. */
  async function withOne(xpath: string, work: (id: string) => Promise<unknown>): Promise<void> {
    const found = (await send('find', { using: 'xpath', value: xpath })) as { [ELEMENT]: string }[];
    let cause: unknown = `nothing at ${xpath}`;
    for (const { [ELEMENT]: id } of found) {
      try {
        await work(id);
        return;
      } catch (error) {
        cause = error;
      }
    }
    throw new Error(String(cause));
  }

  return {
    async go(url) {
      await send('navigate', { url });
    },
    async ask(body) {
      const script = `
        const done = arguments[arguments.length - 1];
        (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = (await send('script', { script, args: [] })) as { value: unknown; error?: string };
      if (error !== undefined) throw new Error(error);
      return value;
    },
    press: (xpath) => withOne(xpath, (id) => send('click', { id })),
    write: (xpath, text) =>
      withOne(xpath, async (id) => {
        await send('clear', { id });
        await send('keys', { id, text });
      }),
    async choose(xpath, file) {
      await readFile(file); // a driver says nothing of a file that is not there
      await withOne(xpath, (id) => send('keys', { id, text: file }));
    },
    async picture() {
      return Buffer.from(String(await send('picture', { full: false })), 'base64');
    },
  };
}
