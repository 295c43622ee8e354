/**
 * What axe says of screens of the catalogue; a test of its own for each. Every run judges each screen as it is when full,
 * each form with its errors, and of those that read from the server one state in which they do not have it, in turn; each in
 * one of the four looks, the next one in the next. With `ALL_LOOKS=1` every state, in all four (20 minutes).
 */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { startSampleServer } from './hosted.ts';
import { ALL, brokenNow, LOOKS, type Look, wear } from './looks.ts';
import { openScreen, type Screen } from './open-screen.ts';
import { openScreenWorld, SCREEN_SETTINGS, type ScreenWorld } from './screen-world.ts';
import type { TestServer } from './server.ts';

/** Judged by axe.test.ts, on phones that have the face pack. */
const ELSEWHERE = new Set(['home: full', 'not found: full', 'offline page: idle', 'outbox: empty', 'outbox: full']);

export function judgeScreens(screens: readonly Screen[]): void {
  let server: TestServer;
  let browser: Browser;
  let world: ScreenWorld;

  beforeAll(async () => {
    server = await startSampleServer(SCREEN_SETTINGS);
    [world, browser] = await Promise.all([openScreenWorld(server.url), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });

  describe('axe has nothing to say', () => {
    const judged = judgedEachRun(screens);
    const titled = screens.map((screen, index) => ({
      screen,
      looks: looksOf(index),
      title: `${screen.name}: ${screen.state}`,
    }));
    it.each(titled.filter(({ screen, title }) => !ELSEWHERE.has(title) && (ALL || judged.has(screen))))(
      'about $title',
      async ({ screen, looks, title }) => {
        const found: string[] = [];
        for (const language of ['en', 'pa'] as const) {
          const worn = looks.filter((one) => one.language === language);
          if (worn.length === 0) continue;
          const page = await openScreen(browser, screen, world, language);
          for (const look of worn) {
            await wear(page, look);
            found.push(...(await brokenNow(page, title, look)));
          }
          await page.context().close();
        }
        expect(found).toEqual([]);
      },
    );
  });
}

const WITHOUT = ['loading', 'error', 'offline'];

function judgedEachRun(screens: readonly Screen[]): ReadonlySet<Screen> {
  const without = screens.filter(({ state }) => WITHOUT.includes(state));
  const names = [...new Set(without.map(({ name }) => name))];
  const inTurn = names.flatMap((name, place) => {
    const states = without.filter((screen) => screen.name === name);
    return states[place % states.length] ?? [];
  });
  return new Set([...screens.filter(({ state }) => state === 'full' || state === 'errors'), ...inTurn]);
}

const looksOf = (index: number): readonly Look[] =>
  ALL ? LOOKS : LOOKS.slice(index % LOOKS.length, (index % LOOKS.length) + 1);
