/** The pictures that the manifest shows of the app, in each language, from a server with nothing in it: no face, no name. */

import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { openBrowser } from '../tests/support/browser.ts';
import { OWN_HEADING } from '../tests/support/pages.ts';
import { startServer } from '../tests/support/server.ts';
import { FORM_FACTORS, MANIFEST_LANGUAGES, PICTURES, picturesOf } from './manifest.ts';

/** A phone loads them while it asks whether to install. */
const QUALITY = 70;

export async function takeManifestPictures(): Promise<void> {
  const server = await startServer({ DEMO: '0', REVIEW: 'at-once' });
  const browser = await openBrowser();
  try {
    for (const language of MANIFEST_LANGUAGES)
      for (const { what, form, file } of picturesOf(language)) {
        const { width, height, scale } = FORM_FACTORS[form];
        const page = await browser.newPage({
          viewport: { width: width / scale, height: height / scale },
          deviceScaleFactor: scale,
          serviceWorkers: 'block',
          reducedMotion: 'reduce',
        });
        await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
        await page.goto(server.url + PICTURES[what]);
        await page.locator(OWN_HEADING).first().waitFor();
        await page.waitForLoadState('networkidle');
        const picture = await page.screenshot({ animations: 'disabled' });
        const path = join('public', file);
        await mkdir(dirname(path), { recursive: true });
        await sharp(picture).webp({ quality: QUALITY }).toFile(path);
        await page.context().close();
      }
  } finally {
    await browser.close();
    await server.remove();
  }
}
