/** Nothing leaves but to the app's own server, and the page may run nothing but its own code. */

import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Device, openDevice } from '../support/browser.ts';
import { film, portrait } from '../support/camera.ts';
import {
  chooseLost,
  fillLost,
  heading,
  makeReady,
  OPEN_PATHS,
  outboxLine,
  save,
  shellIsKept,
} from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

/** What the browser is told, but for the hashes of the code that the build wrote into its pages. */
const POLICY = {
  'default-src': "'self'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'wapsi',
};

let server: TestServer;
let phone: Device;

beforeAll(async () => {
  server = await startKnownServer();
});
afterAll(() => server.remove());

describe('a whole visit', () => {
  afterEach(() => phone.remove());

  it('from the first visit over a scan to a report breaks no policy, asks nobody else and throws nothing (R347)', async () => {
    phone = await openDevice({ origin: server.url, camera: await film(await portrait('men/60.jpg'), 'stranger') });
    const { page } = phone;
    const violations: string[] = [];
    page.on('worker', (worker) => {
      const watch = worker.evaluate(() => {
        self.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`policy: ${violatedDirective} forbids ${blockedURI}`),
        );
      });
      watch.catch(() => undefined); // it has ended already
    });
    phone.context.on('console', (message) => {
      if (/content security policy|refused to/i.test(message.text())) violations.push(message.text());
    });

    await page.goto(server.url);
    await makeReady(page, server.url);
    for (const path of [...OPEN_PATHS, '/no-such-page', '/face-recognition?add=found']) {
      await page.goto(server.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle'); // the app has taken over what the build drew
      await page.getByRole('button', { name: 'ਪੰਜਾਬੀ' }).click();
      await page.waitForFunction(() => localStorage.getItem('language') === 'pa');
      await page.getByRole('button', { name: 'English' }).click();
      await page.waitForFunction(() => localStorage.getItem('language') === 'en');
    }
    await page.goto(`${server.url}/face-recognition`);
    await page.getByRole('button', { name: 'Start Face Detection' }).click();
    await heading(page, 'Person Not Found').waitFor();
    await chooseLost(page);
    await fillLost(page, { title: 'Lost at the fair', name: 'Gulab Kaur', age: '71' });
    await save(page);
    await page.getByRole('link', { name: 'See the outbox' }).click();
    await page.getByText(/^Received, no\. W-/).waitFor();
    await page.getByRole('button', { name: 'More about Gulab Kaur' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await outboxLine(page, 'Gulab Kaur').count()).toBe(1);
    expect(violations).toEqual([]);
    expect(phone.faults).toEqual([]);
  });

  it('would be reported if it broke the policy', async () => {
    phone = await openVisitedPhone();
    const { page } = phone;
    await page.goto(server.url);
    await page.evaluate(() => void fetch('https://example.org/').catch(() => undefined));
    await expect.poll(() => phone.faults.join()).toContain('policy: connect-src forbids https://example.org');
  });

  it('finds an app that can be installed (R423)', async () => {
    phone = await openDevice({ origin: server.url });
    const { page, context } = phone;
    await page.goto(server.url);
    await shellIsKept(page);
    const cdp = await context.newCDPSession(page);
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { errors, data } = await cdp.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons } = JSON.parse(data ?? '') as { icons: { src: string; sizes: string; type: string }[] };
    for (const { src, type } of icons) {
      const response = await fetch(server.url + src);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    }
  });
});

describe('the policy', () => {
  const policyOf = async (path: string): Promise<Record<string, string>> => {
    const response = await fetch(server.url + path, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(200);
    const parts = (response.headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim());
    return Object.fromEntries(
      parts.map((part) => {
        const [name = '', ...values] = part.split(' ');
        return [name, values.filter((value) => !/^'sha256-[\w+/]{43}='$/.test(value)).join(' ')];
      }),
    );
  };

  it.each([...OPEN_PATHS, '/no-such-page'])('goes with %s', async (path) => {
    expect(await policyOf(path)).toEqual(POLICY);
  });

  it('goes with every script too: a worker obeys its own', async () => {
    const scripts = readdirSync('dist/app/assets').filter((name) => /\.m?js$/.test(name));
    expect(scripts.length).toBeGreaterThan(10);
    for (const path of [...scripts.map((name) => `/assets/${name}`), '/sw.js']) {
      expect([path, await policyOf(path)]).toEqual([path, POLICY]);
    }
  });

  it('has a hash for the code inside the pages and allows no other', async () => {
    const response = await fetch(server.url);
    const policy = response.headers.get('content-security-policy') ?? '';
    const inside = [...(await response.text()).matchAll(/<(script|style)>/g)];
    expect(inside.length).toBeGreaterThan(0);
    expect([...policy.matchAll(/'sha256-/g)].length).toBeGreaterThanOrEqual(inside.length);
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
  });
});
