/** Chromium as the other tests find it, with a face before its camera. */

import { browserPath, openDevice } from '../support/browser.ts';
import type { Engine } from './visitor.ts';

/** What is there is there at once; whoever asks comes again. */
const SOON_MS = 2000;

export const chromium: Engine = {
  name: 'Chromium',
  missing: () => browserPath().then(() => undefined, String),
  async open(origin, camera) {
    const { page, context, faults, remove } = await openDevice({ origin, camera });
    const at = (xpath: string) => page.locator(`xpath=${xpath}`).first();
    const seen = (xpath: string) => page.locator(`xpath=${xpath}`).filter({ visible: true }).first();
    return {
      version: context.browser()?.version() ?? '',
      go: async (url) => void (await page.goto(url)),
      ask: (body) => page.evaluate(`(async () => { ${body} })()`),
      press: (xpath) => seen(xpath).click({ timeout: SOON_MS }),
      write: (xpath, text) => seen(xpath).fill(text, { timeout: SOON_MS }),
      choose: (xpath, file) => at(xpath).setInputFiles(file, { timeout: SOON_MS }),
      picture: () => page.screenshot(),
      faults: async () => faults.splice(0),
      close: remove,
    };
  },
};
