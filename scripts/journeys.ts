/**
 * `npm run journeys`: what people come for, done on a phone of 360 x 740 with a slow processor (`-- --slow 6`), each with its
 * taps, the answers that are typed, and the waits that were longer than a second. It prints the table of docs/journeys.md.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import en from '../src/i18n/en.json' with { type: 'json' };
import { signInAs } from '../tests/support/accounts.ts';
import { type Device, openDevice } from '../tests/support/browser.ts';
import { film, portrait } from '../tests/support/camera.ts';
import { openMailServer } from '../tests/support/mail.ts';
import { makeShared } from '../tests/support/outpost.ts';
import { heading, makeReady, shellIsKept } from '../tests/support/pages.ts';
import { startServer, type TestServer } from '../tests/support/server.ts';
import { buildAll } from './build.ts';

const { slow: SLOW, only: ONLY } = parseArgs({
  options: { slow: { type: 'string', default: '6' }, only: { type: 'string', default: '' } },
}).values;

/** A wait that people notice. */
const LONG_MS = 1000;
const PATIENT = { timeout: 30_000 };
/** What comes behind the first picture is there: an open stream of events keeps the network from being idle. */
const SETTLED_MS = 3000;
const WORDS = 'four grey herons walk';
/** Gurpreet Singh of the sample people, and somebody nobody looks for. */
const [KNOWN, UNKNOWN] = ['men/35.jpg', 'men/60.jpg'];

/** Counts what a person does, and how long they wait for it. */
class Steps {
  taps = 0;
  typed = 0;
  readonly waits: { for: string; ms: number }[] = [];

  async tap(on: Locator): Promise<void> {
    this.taps++;
    await on.click(PATIENT);
  }

  /** A tap into the field, and an answer. */
  async type(into: Locator, text: string): Promise<void> {
    this.taps++;
    this.typed++;
    await into.fill(text, PATIENT);
  }

  async see(what: string, shown: Locator): Promise<void> {
    const began = performance.now();
    await shown.first().waitFor(PATIENT);
    const ms = performance.now() - began;
    if (ms > LONG_MS) this.waits.push({ for: what, ms });
  }
}

interface Scene {
  server: TestServer;
  codeFor(email: string): Promise<string>;
  /** A phone that has opened the app; `before` is done before anything is counted, at full speed. */
  phone(settings?: { face?: string; before?: (page: Page) => Promise<unknown> }): Promise<Page>;
}

interface Journey {
  name: string;
  walk(steps: Steps, scene: Scene): Promise<void>;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
const action = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).first();
const saved = (page: Page) => page.getByRole('heading', { name: /^(Saved on this phone$|Received, no\. W-)/ });
const ready = (server: TestServer) => (page: Page) => makeReady(page, server.url);

async function reportLost(steps: Steps, page: Page): Promise<void> {
  await steps.type(page.getByLabel('Title'), 'Boy lost at the fair');
  await steps.type(page.getByLabel('Lost Person Name'), 'Aman');
  await steps.type(page.getByLabel('Lost Person Age'), '9');
  await steps.type(page.getByLabel('Phone Number'), '98140 12345');
  await steps.tap(button(page, en.form.addLost));
  await steps.see('the report to be safe', saved(page));
}

const JOURNEYS: readonly Journey[] = [
  {
    name: 'A child is missing, no network',
    async walk(steps, { phone }) {
      const page = await phone({ before: shellIsKept });
      await page.context().setOffline(true);
      await steps.tap(action(page, en.home.lost));
      await steps.see('the form', heading(page, en.form.headLost));
      await reportLost(steps, page);
    },
  },
  {
    name: 'Somebody stands there whom nobody looks for',
    async walk(steps, { server, phone }) {
      const page = await phone({ face: UNKNOWN, before: ready(server) });
      await steps.tap(action(page, en.home.scan));
      await steps.tap(button(page, en.scan.start));
      await steps.see('the face to be found, countdown included', page.getByText(/^Comparing…|Person Not Found/));
      await steps.see('the comparison', heading(page, 'Person Not Found'));
      await steps.type(page.getByLabel('Title'), 'Man at the bus stand');
      await steps.tap(button(page, en.form.unknown));
      await steps.type(page.getByLabel('Found Person Age'), '40');
      await steps.tap(button(page, en.form.addFound));
      await steps.see('the report to be safe', saved(page));
    },
  },
  {
    name: 'Somebody stands there who is looked for',
    async walk(steps, { server, phone }) {
      const page = await phone({ face: KNOWN, before: ready(server) });
      await steps.tap(action(page, en.home.scan));
      await steps.tap(button(page, en.scan.start));
      await steps.see('the face to be found, countdown included', page.getByText(/^Comparing…|This may be Gurpreet/));
      await steps.see('the comparison', page.getByRole('heading', { name: 'This may be Gurpreet Singh' }));
      await steps.tap(button(page, en.match.same));
      await steps.tap(button(page, en.match.here));
      await steps.see('the form', heading(page, 'You found Gurpreet Singh'));
      await steps.tap(button(page, en.form.addFound));
      await steps.see('the report to be safe', saved(page));
    },
  },
  {
    name: 'A wallet was lost',
    async walk(steps, { server, phone }) {
      const page = await phone({ before: (page) => signInAs(page, server.url, 'poster') });
      await page.goto(server.url);
      await steps.tap(action(page, en.home.item));
      await steps.tap(page.getByText('Are you reporting a loss?'));
      await steps.tap(button(page, 'Next'));
      await steps.tap(page.getByText('Wallet', { exact: true }));
      await steps.type(page.getByLabel('Title'), 'Brown wallet');
      await steps.type(page.getByLabel('Where was it?'), 'Moga');
      await steps.tap(
        page
          .locator('form')
          .getByRole('button', { name: /^(Post|Save)/ })
          .last(),
      );
      await steps.see('the report to be received', page.getByText(/^Received, no\. W-/));
    },
  },
  {
    name: 'A found thing is mine: claimed, accepted, handed over',
    async walk(steps, { server, phone }) {
      const [mine, theirs] = [
        await phone({ before: (page) => signInAs(page, server.url, 'poster') }),
        await phone({ before: (page) => signInAs(page, server.url, 'finder') }),
      ];
      await mine.goto(`${server.url}/found-items`);
      await steps.tap(mine.getByRole('link', { name: /Black wallet/ }).first());
      await steps.tap(mine.getByRole('link', { name: en.details.claim }));
      await steps.type(mine.getByLabel('Which photo is in the inner pocket?'), 'My two children');
      await steps.tap(button(mine, en.claim.send));
      await steps.see('the claim to be received', heading(mine, 'Claim Submitted!'));
      await steps.tap(mine.getByRole('link', { name: en.claim.see }));
      await theirs.goto(`${server.url}/inbox`);
      await steps.tap(theirs.getByRole('link', { name: en.inbox.kind['claim-made'] }).first());
      await steps.tap(button(theirs, en.claim.do.accept));
      await steps.tap(theirs.getByRole('dialog').getByRole('button', { name: en.claim.do.accept }));
      await steps.tap(button(mine, en.claim.code.draw));
      const shown = mine.locator('[data-code]');
      await steps.see('the code', shown);
      await steps.type(theirs.getByLabel(en.claim.enter.code), (await shown.getAttribute('data-code')) ?? '');
      await steps.tap(button(theirs, en.claim.enter.give));
      await steps.see('the end', theirs.getByRole('status').filter({ hasText: en.claim.returned }));
    },
  },
  {
    name: 'An account',
    async walk(steps, { server, codeFor, phone }) {
      const page = await phone();
      await page.goto(`${server.url}/login`);
      await steps.tap(page.getByRole('main').getByRole('link', { name: en.auth.register }));
      await steps.type(page.getByRole('textbox', { name: en.auth.name }), 'Asha Devi');
      await steps.type(page.getByRole('textbox', { name: en.auth.email }), 'asha@example.in');
      await steps.type(page.getByRole('textbox', { name: en.auth.phone }), '98140 12345');
      for (const field of await page.locator('input[type=password]').all()) await steps.type(field, WORDS);
      await steps.tap(page.getByText(en.auth.adult));
      await steps.tap(page.getByRole('checkbox'));
      await steps.tap(button(page, 'Make the account'));
      const code = page.getByRole('textbox', { name: en.auth.code });
      await steps.see('the code to be sent', code);
      await steps.type(code, await codeFor('asha@example.in'));
      await steps.tap(button(page, 'Go on'));
      await steps.see('the account', page.getByText('Registration successful!'));
    },
  },
  {
    name: 'A report at a shared tablet: unlocked, written, locked',
    async walk(steps, { server, phone }) {
      const page = await phone({ before: (page) => makeShared(page, server.url, 'Asha', WORDS) });
      await steps.tap(button(page, 'Asha'));
      await steps.type(page.getByLabel(en.outpost.passphrase, { exact: true }), WORDS);
      await steps.tap(button(page, en.outpost.open));
      const lock = page.locator('header').getByRole('button', { name: en.outpost.lock, exact: true });
      await steps.see('the vault to open', lock);
      await steps.tap(action(page, en.home.lost));
      await reportLost(steps, page);
      await steps.tap(lock);
      await steps.see('the vault to close', heading(page, en.outpost.who));
    },
  },
];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

await buildAll((line) => console.error(line));
const mail = await openMailServer();
const server = await startServer({ SMTP_URL: mail.url });
const devices: Device[] = [];
const scene: Scene = {
  server,
  codeFor: (email) => mail.code(email),
  async phone({ face, before } = {}) {
    const camera = face === undefined ? {} : { camera: await film(await portrait(face), 'journey') };
    const device = await openDevice({ origin: server.url, ...camera });
    devices.push(device);
    const { page } = device;
    await page.goto(server.url);
    if (before) await before(page);
    await page.goto(server.url);
    await page.locator('h1:not([inert] *)').first().waitFor();
    await sleep(SETTLED_MS);
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: Number(SLOW) });
    return page;
  },
};
try {
  console.log(`A processor ${SLOW} times slower than this machine's.\n`);
  console.log('| Journey | taps | typed | waits over a second |\n|---|---|---|---|');
  for (const { name, walk } of JOURNEYS.filter(({ name }) => name.includes(ONLY))) {
    const steps = new Steps();
    const fault = await walk(steps, scene).then(
      () => undefined,
      (error: Error) => error.message.split('\n')[0],
    );
    if (fault) process.exitCode = 1;
    const waits = steps.waits.map(({ for: what, ms }) => `${what}: ${seconds(ms)}`).join('; ') || 'none';
    console.log(`| ${name} | ${steps.taps} | ${steps.typed} | ${fault ? `not done: ${fault}` : waits} |`);
    for (const device of devices.splice(0)) await device.remove();
  }
} finally {
  for (const device of devices) await device.remove();
  await server.remove();
  await mail.close();
}
