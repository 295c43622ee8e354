/** A phone that knows the app, the proxy at the address it knows, and the real server behind it. */

import type { Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { listReports, type ReportView } from '../../../contract/report.ts';
import { callAs, signInWith } from '../../support/accounts.ts';
import type { Device } from '../../support/browser.ts';
import { startSampleServer } from '../../support/hosted.ts';
import { outboxLine, visit } from '../../support/pages.ts';
import { knownOrigin, openReadyPhone } from '../../support/phone.ts';
import { type FaultProxy, startProxy } from '../../support/proxy.ts';
import type { TestServer } from '../../support/server.ts';

export interface World {
  server: TestServer;
  proxy: FaultProxy;
  /** Of the app, as the phone sees it. */
  origin: string;
  remove(): Promise<void>;
}

/** Slow machines take their time; nothing here is decided by it. */
export const LONG = { timeout: 90_000 };

export async function openWorld(settings: Record<string, string> = {}): Promise<World> {
  const limits = { REPORT_LIMIT: '100000', SIGN_IN_LIMIT: '1000' };
  const server = await startSampleServer({ ...limits, ...settings });
  const origin = knownOrigin();
  const proxy = await startProxy(server.url, Number(new URL(origin).port));
  return {
    server,
    proxy,
    origin,
    async remove() {
      await proxy.close();
      await server.remove();
    },
  };
}

export type Account = 'poster' | 'finder';

/** A phone on which that account is signed in. */
export async function openPhone(
  world: World,
  account: Account = 'poster',
  settings: Parameters<typeof openReadyPhone>[0] = {},
): Promise<Device> {
  const phone = await openReadyPhone(settings, {
    name: account,
    async prepare({ page }) {
      await page.goto(`${world.origin}/outbox`);
      await signIn(page, account);
    },
  });
  phone.context.setDefaultTimeout(LONG.timeout);
  await phone.page.goto(`${world.origin}/outbox`);
  return phone;
}

/** With a session that every server of the tests knows. */
export const signIn = (page: Page, account: Account): Promise<void> => signInWith(page, inject('sessions')[account]);

/** The browser again, on what it kept. */
export async function reopen(phone: Device): Promise<Device> {
  const next = await phone.reopen();
  next.context.setDefaultTimeout(LONG.timeout);
  return next;
}

/** Post a thing by the real form, and see it said to be safe; then look at the outbox. */
export async function post(page: Page, origin: string, title: string, photos: Buffer[] = []): Promise<void> {
  await visit(page, `${origin}/post-item?kind=item`);
  await page.getByText('Keys', { exact: true }).click();
  await page.getByLabel('Title').fill(title);
  if (photos.length > 0) {
    const files = photos.map((buffer, i) => ({ name: `${i}.jpg`, mimeType: 'image/jpeg', buffer }));
    await page.getByLabel('Add photos').setInputFiles(files);
    await page.getByRole('img', { name: `Photo ${photos.length}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Post ad' }).click();
  await page
    .getByText(/^(Saved on this phone$|Received, no\. W-)/)
    .first()
    .waitFor();
  await visit(page, `${origin}/outbox`);
}

export const line = (page: Page, title: string): Locator => outboxLine(page, title);

/** The number that the outbox names for it, once it does; read at once, for while a photo goes the line says that. */
export async function receivedNumber(page: Page, title: string): Promise<string> {
  const words = await line(page, title)
    .getByText(/Received, no\. W-/)
    .textContent(LONG);
  const [, number = ''] = /no\. (W-[\w-]+)/.exec(words ?? '') ?? [];
  return number;
}

/** What an account has on the server under that title. */
export async function onServer({ server }: World, title: string, account: Account = 'poster'): Promise<ReportView[]> {
  const { accessToken } = inject('sessions')[account];
  const path = `/report?${new URLSearchParams({ scope: 'mine', q: title })}`;
  const { data } = listReports.output.parse(await callAs(server.url, accessToken, 'GET', path));
  return data.filter((view) => view.title === title);
}

/** The call that carries a report's text, alone or with others. */
export const isText = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && (path === '/report' || path.startsWith('/sync/'));
/** A piece of a photo, not the small picture that goes ahead of it. */
export const isPiece = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'PUT' && /^\/files\/[^/]+$/.test(path);
