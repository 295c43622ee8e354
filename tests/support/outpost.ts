/** What people do at a shared device, in the words of the English texts. */

import type { Page } from 'playwright-core';
import en from '../../src/i18n/en.json';
import { signInAs } from './accounts.ts';
import { heading } from './pages.ts';

/** PBKDF2 with 600,000 rounds on a busy machine. */
export const UNLOCK_MS = 60_000;

const { outpost } = en;
const secret = (page: Page, label: string) =>
  page.locator('input[autocomplete$=password]').and(page.getByLabel(label, { exact: false }));

/** Make the device a shared one as an officer would; it then asks who is there. */
export async function makeShared(page: Page, origin: string, name: string, words: string): Promise<void> {
  await page.goto(origin);
  await signInAs(page, origin, 'officer');
  await switchOn(page, origin, name, words);
}

/** The same by whoever is signed in. */
export async function switchOn(page: Page, origin: string, name: string, words: string): Promise<void> {
  await page.goto(`${origin}/outpost`);
  await fillNewVault(page, name, words);
  await page.getByRole('button', { name: outpost.switchOn }).click();
  await heading(page, outpost.who).waitFor({ timeout: UNLOCK_MS });
}

async function fillNewVault(page: Page, name: string, words: string): Promise<void> {
  await page.getByLabel(outpost.name).fill(name);
  await page.getByLabel(outpost.passphrase, { exact: true }).fill(words);
  await page.getByLabel(outpost.again, { exact: true }).fill(words);
}

export async function addUser(page: Page, name: string, words: string): Promise<void> {
  await page.getByRole('button', { name: outpost.add }).click();
  await fillNewVault(page, name, words);
  await page.getByRole('button', { name: outpost.make }).click();
  await lockButton(page).waitFor({ timeout: UNLOCK_MS });
}

export const lockButton = (page: Page) =>
  page.locator('header').getByRole('button', { name: outpost.lock, exact: true });
export const lockUp = (page: Page): Promise<void> => lockButton(page).click();

/** Say who one is and type the words, and a PIN for the shift if there is one; what comes of it is the caller's. */
export async function tryWords(page: Page, name: string, words: string, pin?: string): Promise<void> {
  const whoever = page.getByRole('button', { name: outpost.other });
  await heading(page, outpost.who).or(whoever).first().waitFor({ timeout: UNLOCK_MS });
  if (await heading(page, outpost.who).isVisible()) await page.getByRole('button', { name, exact: true }).click();
  await page.getByLabel(outpost.passphrase, { exact: true }).fill(words);
  if (pin !== undefined) await secret(page, outpost.newPin).fill(pin);
  await page.getByRole('button', { name: outpost.open }).click();
}

export async function unlockAs(page: Page, name: string, words: string, pin?: string): Promise<void> {
  await tryWords(page, name, words, pin);
  await lockButton(page).waitFor({ timeout: UNLOCK_MS });
}

export async function tryPin(page: Page, pin: string): Promise<void> {
  await page.getByLabel(outpost.pin, { exact: true }).fill(pin);
  await page.getByRole('button', { name: outpost.open }).click();
}
