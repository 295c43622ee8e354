/** What the catalogue of screens is written with: a screen in one of its states, and what is done to come there. */

import { randomUUID } from 'node:crypto';
import type { Route } from 'playwright-core';
import type { Screen, Shown } from '../open-screen.ts';

export type At = Screen['at'];
export type More = Omit<Screen, 'name' | 'state' | 'at'>;

export const screen = (name: string, state: string, at: At, more: More = {}): Screen => ({ name, state, at, ...more });

/** The states of a screen that reads `path` from the server. */
export const reading = (name: string, at: At, path: string, more: More = {}): Screen[] => {
  const { signedIn, after: _, ...rest } = more;
  const who = signedIn ? { ...rest, signedIn } : rest;
  return [
    screen(name, 'full', at, more),
    screen(name, 'loading', at, { ...who, answer: [path, 'never'] }),
    screen(name, 'error', at, { ...who, answer: [path, 'refused'] }),
    screen(name, 'offline', at, { ...more, offline: true }),
  ];
};

export type Do = NonNullable<Screen['after']>;
export type Words = (say: Shown['say']) => string;

export const sees =
  (text: string | Words): Do =>
  (page, { say }) =>
    page
      .getByText(typeof text === 'string' ? text : text(say))
      .first()
      .waitFor();
export const press =
  (name: Words): Do =>
  (page, { say }) =>
    page
      .locator('main')
      .getByRole('button', { name: name(say), exact: true })
      .first()
      .click();
export const choose =
  (label: Words): Do =>
  (page, { say }) =>
    page.locator('main').getByText(label(say), { exact: true }).first().click();
export const submit: Do = (page) => page.locator('main form button[type=submit]').last().click();
/** Where it is folded away; on a wide screen it is there. */
export const unfold =
  (name: Words): Do =>
  async (page, { say }) => {
    const toggle = page.getByRole('button', { name: name(say) });
    if (await toggle.isVisible()) await toggle.click();
  };
export const inTurn =
  (...all: Do[]): Do =>
  async (page, world) => {
    for (const one of all) await one(page, world);
  };
export const fill =
  (label: Words, text: string | (() => string)): Do =>
  (page, { say }) =>
    page
      .locator('main')
      .getByRole('textbox', { name: label(say) })
      .first()
      .fill(typeof text === 'string' ? text : text());
/** A password has no role to be found by. */
export const fillSecret =
  (label: Words, text: string): Do =>
  (page, { say }) =>
    page
      .locator('input[autocomplete$=password]')
      .and(page.getByLabel(label(say), { exact: true }))
      .fill(text);
export const email = () => `${randomUUID()}@example.in`;

export const person = sees('Gurpreet Singh');
export const thing = sees('Black wallet');
export const item =
  (id: keyof Shown['ids'], more = '') =>
  ({ ids }: Shown) =>
    `/items/${ids[id]}${more}`;
export const nowhere = (folder: string) => () => `/${folder}/${randomUUID()}`;
/** The page once more, with another answer to the calls of that very path: what takes too long to bring about. */
export const answered =
  (path: string, answer: (given: Route, world: Shown) => Promise<object>, status = 200): Do =>
  async (page, world) => {
    await page.route(
      ({ pathname }) => pathname === path,
      async (route) => {
        if (route.request().resourceType() === 'document') return route.fallback();
        await route.fulfill({ status, json: await answer(route, world) });
      },
    );
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
