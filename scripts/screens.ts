/**
 * `npm run screens`: a picture of every screen in each of its states, in English and Punjabi, both themes and both widths,
 * into `screens/`, with a page to look through them. `-- --only chat` takes the screens that have it in "name: state",
 * `--look pa-dark` the looks, `--look hi` those of Hindi; `--manifest` takes those that the app's manifest shows instead.
 */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../tests/support/browser.ts';
import { wear } from '../tests/support/looks.ts';
import { type Language, openScreen, type Screen } from '../tests/support/open-screen.ts';
import { openScreenWorld, SCREEN_SETTINGS, type ScreenWorld } from '../tests/support/screen-world.ts';
import { SCREENS } from '../tests/support/screens/all.ts';
import { startServer } from '../tests/support/server.ts';
import { buildAll } from './build.ts';
import { takeManifestPictures } from './manifest-pictures.ts';

const OUT = 'screens';
const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;
const {
  only: ONLY = '',
  look: LOOK = '',
  manifest: FOR_MANIFEST,
} = parseArgs({
  options: { only: { type: 'string' }, look: { type: 'string' }, manifest: { type: 'boolean', default: false } },
}).values;
/** Hindi is drawn when it is asked for: most that is too long for a screen is so in Punjabi already. */
const LANGUAGES: readonly Language[] = LOOK.startsWith('hi') ? ['hi'] : ['en', 'pa'];
/** Browser contexts at work at once. */
const AT_ONCE = 2;

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/g, '-');
const fileOf = ({ name, state }: Screen, look: string): string => `${slug(name)}--${slug(state)}.${look}.jpg`;

/** The looks of one screen in one language: opened once, then dressed. */
async function takePictures(browser: Browser, screen: Screen, world: ScreenWorld, language: Language): Promise<void> {
  const page = await openScreen(browser, screen, world, language);
  for (const size of SIZES)
    for (const theme of THEMES) {
      const look = `${language}-${theme}-${size.width}`;
      if (!look.startsWith(LOOK)) continue;
      await wear(page, { theme, width: size.width });
      await takePicture(page, size, join(OUT, fileOf(screen, look)));
    }
  await page.context().close();
}

/** The whole page, in a window as high as it is: what sticks to the window's edges is at the page's own. */
async function takePicture(
  page: Page,
  { width, height }: { width: number; height: number },
  path: string,
): Promise<void> {
  await page.setViewportSize({ width, height });
  const whole = await page.evaluate(() => {
    scrollTo(0, 0);
    return document.documentElement.scrollHeight;
  });
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))));
  await page.waitForTimeout(150);
  await page.screenshot({ path, type: 'jpeg', quality: 70, animations: 'disabled' });
}

/** A page that shows one look of all screens at a time, or one screen in all looks. */
function indexOf(screens: readonly Screen[]): string {
  const looks = LANGUAGES.flatMap((language) =>
    SIZES.flatMap(({ width }) => THEMES.map((theme) => `${language}-${theme}-${width}`)),
  );
  const choices = looks.map(
    (look, i) => `<label><input type="radio" name="look" value="${look}"${i ? '' : ' checked'}> ${look}</label>`,
  );
  const figures = screens.map((screen) => {
    const title = `${screen.name}: ${screen.state}`;
    const images = looks.map(
      (look) =>
        `<a class="${look}" href="${fileOf(screen, look)}"><img loading="lazy" alt="${title}, ${look}" src="${fileOf(screen, look)}"></a>`,
    );
    return `<figure><figcaption>${title}</figcaption>${images.join('')}</figure>`;
  });
  const shown = [...looks, 'all'].map((look) => `main[data-look="${look}"] a.${look}{display:block}`).join('');
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body{font:16px system-ui;margin:1rem}nav{position:sticky;top:0;background:#fff;padding:.5rem 0;display:flex;gap:1rem;flex-wrap:wrap}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(22rem,1fr));gap:1rem;align-items:start}
figure{margin:0;border:1px solid #ccc;padding:.5rem}figcaption{font-weight:600;margin-bottom:.5rem}
a{display:none}img{width:100%}${shown}main[data-look="all"] a{display:block}
</style><nav>${choices.join('')}<label><input type="radio" name="look" value="all"> all</label></nav>
<main data-look="${looks[0]}">${figures.join('')}</main>
<script>document.querySelector('nav').onchange=(e)=>{document.querySelector('main').dataset.look=e.target.value}</script>`;
}

async function main(): Promise<void> {
  const screens = SCREENS.filter(({ name, state }) => `${name}: ${state}`.includes(ONLY));
  const languages = LANGUAGES.filter((language) => language.startsWith(LOOK.slice(0, 2)));
  if (screens.length * languages.length === 0) throw new Error(`There is no screen ${ONLY} ${LOOK}`);
  await buildAll(console.log);
  if (FOR_MANIFEST) return takeManifestPictures();
  if (ONLY + LOOK === '') await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT, { recursive: true });
  const server = await startServer(SCREEN_SETTINGS);
  const browser = await openBrowser();
  const failures: unknown[] = [];
  try {
    const world = await openScreenWorld(server.url);
    const waiting = screens.flatMap((screen) => languages.map((language) => ({ screen, language })));
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        await takePictures(browser, next.screen, world, next.language).catch((error: unknown) => failures.push(error));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    await browser.close();
    await server.remove();
  }
  await writeFile(join(OUT, 'index.html'), indexOf(SCREENS));
  for (const failure of failures) console.error(failure instanceof Error ? failure.message : failure);
  console.log(`${screens.length} screens, ${failures.length} could not be opened; look at ${OUT}/index.html`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

await main();
