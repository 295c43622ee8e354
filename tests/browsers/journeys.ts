/** What families do with the app, one step after the other in one browser that is new to it. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { login } from '../../contract/auth.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import en from '../../src/i18n/en.json' with { type: 'json' };
import pa from '../../src/i18n/pa.json' with { type: 'json' };
import { seeded } from '../support/faults.ts';
import { allPaths, OPEN_PAGES } from '../support/pages.ts';
import type { TestServer } from '../support/server.ts';
import { PLAY_FACE } from './in-page.ts';
import { HERE_MS, press, untilHeading, untilSaid, untilShown, type Visitor, write } from './visitor.ts';

export interface Scene {
  visitor: Visitor;
  server: TestServer;
  /** A portrait of somebody of the sample people, as a file and as bytes. */
  face: { file: string; bytes: Buffer };
  /** Whether the browser's own camera plays that face. */
  hasFilm: boolean;
  session: OutputOf<typeof login>;
  /** How often a page is left while it starts, and the seed of the moments. */
  leaves: { times: number; seed: number };
}

export interface Journey {
  name: string;
  /** Answers what the table says; throws what went wrong. */
  take(scene: Scene): Promise<string>;
}

/** A whole installation, or all that a scan needs. */
const LONG_MS = 180_000;
/** Longer than it takes a worker that is installed to take charge, on a busy machine too. */
const SETTLED_MS = 3000;
const NAME = 'Gulab Kaur';

const isDrawn = `[...document.querySelectorAll('h1')].some((h) => !h.closest('[inert]') && h.getClientRects().length > 0)`;
const isWide = 'document.documentElement.scrollWidth > innerWidth';

/** Nothing went wrong on the pages, and none is wider than the phone. */
async function isClean({ visitor }: Scene, where: string): Promise<void> {
  const faults = await visitor.faults();
  if (faults.length > 0) throw new Error(`${where}: ${faults.join('; ')}`);
  if (await visitor.ask(`return ${isWide}`)) throw new Error(`${where}: wider than the screen`);
}

export const JOURNEYS: readonly Journey[] = [
  {
    name: 'first visit: kept on the phone, and no word of a newer version',
    async take(scene) {
      const { visitor, server } = scene;
      await visitor.go(server.url);
      await untilHeading(visitor, en.home.title);
      await untilShown(
        visitor,
        'the service worker',
        `(await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'`,
        LONG_MS,
      );
      await sleep(SETTLED_MS);
      if (await visitor.ask(`return document.body.innerText.includes(${JSON.stringify(en.update.ready)})`))
        throw new Error('a newer version is offered, and there is no older one');
      await isClean(scene, '/');
      return 'yes';
    },
  },
  {
    name: 'every page, as wide as the screen, without an error',
    async take(scene) {
      const { visitor, server } = scene;
      const paths = await allPaths();
      const wrong: string[] = [];
      for (const path of paths) {
        await visitor.go(server.url + path);
        const title = (OPEN_PAGES as Record<string, string>)[path];
        await (title ? untilHeading(visitor, title) : untilShown(visitor, `${path}: a heading`, isDrawn))
          .then(() => isClean(scene, path))
          .catch((error: Error) => wrong.push(error.message));
      }
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
      return `${paths.length} of ${paths.length}`;
    },
  },
  {
    name: 'language and theme, there after opening it again',
    async take({ visitor, server }) {
      await visitor.go(server.url);
      await press(visitor, 'ਪੰਜਾਬੀ');
      await untilHeading(visitor, pa.home.title);
      await press(visitor, pa.nav.menu);
      await press(visitor, pa.nav.toDark);
      const isKept = `document.documentElement.lang === 'pa' && document.documentElement.classList.contains('dark')`;
      await untilShown(visitor, 'Punjabi, and dark', isKept);
      await visitor.go(`${server.url}/outbox`);
      await untilHeading(visitor, pa.outbox.title);
      await untilShown(visitor, 'Punjabi, and dark, once more', isKept);
      return 'yes';
    },
  },
  {
    name: 'a page that is left while it starts and writes holds up none after it',
    async take({ visitor, server, leaves }) {
      const random = seeded(leaves.seed);
      for (let time = 1; time <= leaves.times; time++) {
        for (const path of WALK) {
          await visitor.go(server.url + path);
          await sleep(random() * STAY_MS);
        }
        await visitor.go(`${server.url}/outbox`);
        await untilHeading(visitor, en.outbox.title);
        const silent = (await visitor.ask(SILENT_STORES)) as string[];
        if (silent.length > 0) throw new Error(`walk ${time}: no answer of ${silent.join(', ')}`);
      }
      await visitor.faults(); // of pages that were cut off
      return `${leaves.times} of ${leaves.times}`;
    },
  },
  {
    name: 'a report with a photo saved without a network, and received when there is one',
    async take({ visitor, server, face }) {
      await server.stop();
      await visitor.go(`${server.url}/face-recognition?add=lost`);
      await write(visitor, en.form.title, 'Lost at the market');
      await write(visitor, en.form.lostName, NAME);
      await write(visitor, en.form.lostAge, '71');
      await visitor.choose('//input[@type="file"][not(@capture)]', face.file);
      await untilShown(visitor, 'the photo', `document.querySelector('img[alt="Photo 1"]')?.complete`);
      await press(visitor, en.form.addLost);
      await untilHeading(visitor, en.form.savedHere);
      await visitor.go(`${server.url}/outbox`);
      await untilSaid(visitor, NAME);
      await visitor.faults(); // each call that no server answered
      await server.start();
      await untilSaid(visitor, en.post.receivedAs.split('{{')[0] ?? '', LONG_MS);
      await untilHeading(visitor, en.outbox.title, LONG_MS); // its photo goes after it
      return 'yes';
    },
  },
  {
    name: 'opened without a server, pages that were never seen too',
    async take({ visitor, server }) {
      await server.stop();
      for (const [path, title] of Object.entries(OPEN_PAGES)) {
        await visitor.go(server.url + path);
        await untilHeading(visitor, title);
      }
      await visitor.faults(); // each call that no server answered
      await server.start();
      return 'yes';
    },
  },
  {
    name: 'what this browser lacks; the app says so, or does without',
    async take({ visitor, server, session }) {
      await visitor.go(`${server.url}/offline`);
      const has = (await visitor.ask(ABILITIES)) as Record<string, boolean>;
      await untilSaid(visitor, has[ROOM] ? 'used by Wapsi' : en.offline.roomUnknown);
      await visitor.ask(`${SIGN_IN}(${JSON.stringify(session)})`);
      await visitor.go(`${server.url}/inbox`);
      await untilSaid(visitor, en.inbox.push.title);
      const isOffered = await visitor.ask(
        `return !document.body.innerText.includes(${JSON.stringify(en.inbox.push.unsupported)})`,
      );
      if (isOffered !== has[PUSH]) throw new Error(`push messages: ${has[PUSH]}, and the inbox says ${isOffered}`);
      await visitor.go(`${server.url}/lost-peoples`);
      const report = `document.querySelector('main a[href^="/items/"]')`;
      await untilShown(visitor, 'a report', report);
      await visitor.go(server.url + String(await visitor.ask(`return ${report}.getAttribute('href')`)));
      await untilSaid(visitor, en.details.share);
      if (!has[SHARE]) {
        await press(visitor, en.details.share);
        await untilShown(
          visitor,
          'what came of sharing',
          `${JSON.stringify([en.details.copied, en.details.copyFailed])}.some((one) => document.body.innerText.includes(one))`,
        );
      }
      const lacks = Object.keys(has).filter((name) => !has[name]);
      return lacks.length > 0 ? lacks.join(', ') : 'nothing';
    },
  },
  {
    name: 'faces taken along',
    async take({ visitor, server }) {
      await visitor.go(`${server.url}/offline`);
      await press(visitor, en.offline.takePlain);
      await untilSaid(visitor, en.offline.allReady, LONG_MS);
      return 'yes';
    },
  },
  // The last: WebKitGTK's process dies when the drawing surface of a worker is put away, a minute after a scan.
  {
    name: 'a scan without a network knows somebody who is looked for',
    async take(scene) {
      const { visitor, server, face, hasFilm } = scene;
      await server.stop();
      await visitor.go(`${server.url}/face-recognition`);
      await untilHeading(visitor, en.scan.title);
      if (!hasFilm) await visitor.ask(`${PLAY_FACE}(${JSON.stringify(face.bytes.toString('base64'))})`);
      await press(visitor, en.scan.start);
      await untilHeading(visitor, en.match.title, LONG_MS);
      await untilSaid(visitor, en.match.queued);
      return 'yes';
    },
  },
];

/** As the table names them. */
const PUSH = 'push messages';
const SHARE = 'share sheet';
const ROOM = 'word of free space';
const ABILITIES = `
  const folder = await Promise.resolve().then(() => navigator.storage.getDirectory()).catch(() => undefined);
  const registration = await navigator.serviceWorker.getRegistration();
  return {
    'files of its own': folder !== undefined,
    ${JSON.stringify(ROOM)}: Boolean(navigator.storage?.estimate),
    ${JSON.stringify(PUSH)}: 'PushManager' in window && 'Notification' in window,
    ${JSON.stringify(SHARE)}: Boolean(navigator.share),
    'badge': Boolean(navigator.setAppBadge),
    'background sync': Boolean(registration?.sync),
    'passkeys': 'PublicKeyCredential' in window,
    'QR reader': 'BarcodeDetector' in window,
    'Trusted Types': 'trustedTypes' in window,
  };`;
const SIGN_IN = `
  (({ accessToken, user }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('user', JSON.stringify(user));
  })`;

/** Left within moments of being there. */
const WALK = ['/', '/lost-peoples', '/outbox', '/found-items', '/', '/lost-peoples', '/offline', '/', '/found-items'];
const STAY_MS = 2500;

/** Runs in the page: which stores of the database do not answer. */
const SILENT_STORES = `
  const db = await new Promise((resolve, reject) => {
    const request = indexedDB.open('wapsi');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const silent = new Set(db.objectStoreNames);
  for (const name of db.objectStoreNames) {
    const count = db.transaction(name).objectStore(name).count();
    count.onsuccess = () => silent.delete(name);
  }
  const end = performance.now() + ${HERE_MS / 2};
  while (silent.size > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
  db.close();
  return [...silent];`;
