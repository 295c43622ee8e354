/** What axe has to say of a state of a page, in every look the app has. */

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Contrast follows from the theme, room from the width and the length of the words, and so from the language. Of these
 * three no rule needs more than two at once; so each pair of values occurs in one of the four looks, instead of all
 * three together in eight.
 */
export const LOOKS = [
  { language: 'en', theme: 'light', width: 360 },
  { language: 'en', theme: 'dark', width: 1280 },
  { language: 'pa', theme: 'dark', width: 360 },
  { language: 'pa', theme: 'light', width: 1280 },
] as const;

/** Told to take its time. */
export const ALL = process.env.ALL_LOOKS === '1';

export interface Look {
  language: 'en' | 'pa';
  theme: 'light' | 'dark';
  width: 360 | 1280;
}

/** Both values of all three: enough for the run that each change goes through. */
const WORN: readonly Look[] = ALL ? LOOKS : [LOOKS[0], { language: 'pa', theme: 'dark', width: 1280 }];

/** What lies over the page, so that the language cannot be changed below it. */
export interface Cover {
  open(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The broken rules of what `page` shows now, in each look; afterwards it is English, light and narrow again. `again`
 * brings back a state that passes by itself.
 */
export async function broken(
  page: Page,
  state: string,
  { cover, again }: { cover?: Cover; again?: () => Promise<void> } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const language of ['en', 'pa'] as const) {
    await speak(page, language);
    await cover?.open();
    for (const look of WORN.filter((one) => one.language === language)) {
      await wear(page, look);
      await again?.();
      found.push(...(await brokenNow(page, state, look)));
    }
    await cover?.close();
    await wear(page, LOOKS[0]);
  }
  await speak(page, 'en');
  return found;
}

/** The broken rules of what `page` shows, which is in this look. */
export async function brokenNow(page: Page, state: string, { language, theme, width }: Look): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] }) // of what keeps the rules only the names are made, which is a third of its work
    .analyze();
  return violations.map(({ id, nodes }) => {
    const where = nodes.map(({ target }) => target.join(' ')).join(' | ');
    return `${state}, ${language}, ${theme}, ${width}: ${id} at ${where}`;
  });
}

export async function wear(page: Page, { theme, width }: Pick<Look, 'theme' | 'width'>): Promise<void> {
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark');
  await page.setViewportSize({ width, height: 740 });
}

async function speak(page: Page, language: Look['language']): Promise<void> {
  if ((await page.evaluate(() => document.documentElement.lang)) === language) return;
  await page.getByRole('button', { name: language === 'pa' ? 'ਪੰਜਾਬੀ' : 'English', exact: true }).click();
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
}
