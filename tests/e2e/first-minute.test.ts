/** What makes the first minute in a form, on a screen or at the team's desk easy: small things, on a phone of 360 x 740. */

import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_TEXT, MAX_TITLE } from '../../contract/limits.ts';
import en from '../../src/i18n/en.json';
import { callAs, sessionOf, signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { fillLost, heading } from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let phone: Device;
let page: Page;

beforeAll(async () => {
  server = await startKnownServer({ REVIEW: 'people' });
  phone = await openVisitedPhone();
  ({ page } = phone);
});
afterAll(async () => {
  expect(phone.faults).toEqual([]);
  await phone.remove();
  await server.remove();
});

async function boxOf(of: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not to be seen');
  return box;
}
const ground = (of: Locator): Promise<string> => of.evaluate((element) => getComputedStyle(element).backgroundColor);

describe('a form', () => {
  it('asks of a child for fewer consents as soon as the age says so, and of an adult again for all', async () => {
    await page.goto(`${server.url}/face-recognition?add=lost`);
    await heading(page, en.form.headLost).waitFor();
    const ask = (label: string) => page.getByRole('checkbox', { name: label });
    const { photo, guardian, phone: number } = en.consent;
    await fillLost(page, { title: 'Lost at the fair', name: 'Simran', age: '40' });
    await ask(photo.label).waitFor();
    expect(await ask(number.label).count()).toBe(1);
    await page.getByLabel('Lost Person Age').fill('9');
    await ask(guardian.label).waitFor();
    expect([await ask(photo.label).count(), await ask(number.label).count()]).toEqual([0, 0]);
    await page.getByLabel('Lost Person Age').fill('40');
    await ask(photo.label).waitFor();
    expect(await ask(guardian.label).count()).toBe(0);
  });

  it('says how much room is left when an answer comes near its end of 120 or 2,000 letters, and not before', async () => {
    expect([MAX_TITLE, MAX_TEXT]).toEqual([120, 2000]);
    const roomOf = (left: number) => page.getByText(en.form.room_other.replace('{{count}}', String(left))).first();
    const long = page.getByLabel(en.form.description).first();
    for (const [field, max, near] of [
      [page.getByLabel('Title'), MAX_TITLE, 30],
      [long, MAX_TEXT, 100],
    ] as const) {
      await field.fill('a'.repeat(max - near - 1));
      expect(await roomOf(near + 1).count()).toBe(0);
      await field.fill('a'.repeat(max - near));
      await roomOf(near).waitFor();
      await field.fill('');
    }
  });

  it('once saved calls the report by the title that was typed, on a screen that starts at its top, with 112 in sight and nothing over its heading', async () => {
    await fillLost(page, { title: 'Lost at the fair', name: 'Simran', age: '40' });
    await phone.context.setOffline(true);
    await page.getByRole('button', { name: 'Add Lost Person' }).click();
    await heading(page, en.form.savedHere).waitFor();
    await page.getByText(en.form.savedHereText.replace('{{label}}', 'Lost at the fair')).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const head = await boxOf(page.getByRole('heading', { level: 1 }));
    const call = await boxOf(page.getByRole('main').getByRole('link', { name: en.details.call112 }));
    expect(call.y + call.height).toBeLessThanOrEqual(740);
    const over = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest('h1') !== null,
      [head.x + head.width / 2, head.y + head.height / 2],
    );
    expect(over).toBe(true);
    const first = page.getByRole('main').getByRole('link').or(page.getByRole('main').getByRole('button')).first();
    expect(await first.textContent()).toBe(en.details.call112);
    await phone.context.setOffline(false);
  });

  it('asks whoever found a thing in sight what only its owner would know', async () => {
    await signInAs(page, server.url, 'poster');
    await page.goto(`${server.url}/post-item`);
    await heading(page, en.post.title).waitFor();
    await page.getByText(en.post.iFound, { exact: true }).click();
    const marks = page.getByRole('group', { name: en.post.marks });
    await marks.getByLabel(en.post.question.replace('{{number}}', '1')).waitFor();
    expect((await boxOf(marks)).height).toBeGreaterThan(200);
    expect(await marks.evaluate((element) => element.closest('details'))).toBe(null);
  });
});

describe('a screen', () => {
  it('says nothing of maps where the server has none', async () => {
    await page.goto(`${server.url}/offline`);
    await page.getByText(en.offline.clock, { exact: true }).waitFor();
    await expect.poll(() => page.getByText(en.offline.map, { exact: true }).count()).toBe(0);
  });

  it('names by its button what is deleted with an account, apart from signing out', async () => {
    await page.goto(`${server.url}/profile`);
    const remove = page.getByRole('button', { name: en.profile.delete, exact: true });
    await remove.waitFor();
    expect(en.profile.delete).toBe('Delete everything');
    const signOut = page.getByRole('main').getByRole('button', { name: en.profile.signOut, exact: true });
    await signOut.waitFor();
    // In one look: what is read meanwhile moves all that stands below it.
    const apart = await remove.evaluate(
      (end, out) => end.getBoundingClientRect().top - (out?.getBoundingClientRect().bottom ?? Number.NaN),
      await signOut.elementHandle(),
    );
    expect(apart).toBeGreaterThan(48);
  });
});

describe("the team's desk", () => {
  it('keeps suspending apart from deciding, tells of no keys where there is no keyboard, and marks what is protected in no colour of errors', async () => {
    const { accessToken } = await sessionOf(server.url, 'poster');
    const child = { title: 'Did not come home', name: 'Veeru', lostPersonAge: '9', region: 'Ludhiana, Punjab' };
    const consent = { publicPhoto: false, publicPhone: false, compareFace: false, guardian: true, notice: '1' };
    const report = { id: randomUUID(), opId: randomUUID(), type: 'lost', ...child, consent };
    await callAs(server.url, accessToken, 'POST', '/api/face/uploadLostFoundPerson', report);
    await signInAs(page, server.url, 'moderator');
    const session = await phone.context.newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.goto(`${server.url}/moderation`);
    const veeru = page.getByRole('article').getByRole('heading', { level: 2, name: 'Veeru' });
    const next = page.getByRole('main').getByRole('button', { name: en.moderation.next, exact: true });
    await next.waitFor(); // what was posted above waits before it
    while (!(await veeru.isVisible())) await next.click();
    const [approve, reject, suspend] = [en.moderation.approve, en.moderation.reject, en.moderation.suspend].map(
      (name) => page.getByRole('main').getByRole('button', { name, exact: true }),
    );
    if (!approve || !reject || !suspend) throw new Error('A button has no name');
    const aside = await suspend.elementHandle();
    for (const decision of [approve, reject]) {
      const apart = await decision.evaluate((one, other) => {
        const [a, b] = [one.getBoundingClientRect(), other?.getBoundingClientRect() ?? new DOMRect()];
        return Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
      }, aside);
      expect(apart).toBeGreaterThanOrEqual(48);
    }
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    const keys = page.getByText(/^Keys A: /);
    expect([await keys.count(), await keys.isVisible()]).toEqual([1, false]);
    const badge = page.getByText(en.moderation.guarded, { exact: true });
    const error = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.background = 'var(--lost-tint)';
      const colour = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return colour;
    });
    expect(error).toMatch(/^rgb/);
    expect(await ground(badge)).not.toBe(error);
  });
});
