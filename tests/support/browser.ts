/** A real Chromium with a profile that outlives it, and a camera that plays a face. */

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { lookBeforeRemoval, watchForLastLook } from './last-look.ts';
import { removeAfterFile } from './leave-nothing.ts';

/** `CHROME_PATH`, an installed Chromium or Chrome, else the one that comes with the development packages. */
export async function browserPath(): Promise<string> {
  const named = process.env.CHROME_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which is not there`);
  const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];
  const found = named ?? installed.find((path) => existsSync(path));
  if (found) return found;
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
  const { default: carried } = await import('@sparticuz/chromium');
  const path = await carried.executablePath();
  await findFontsIn(join(tmpdir(), 'fonts'));
  return path;
}

/**
 * That browser brings letters along for a machine that has none, and looks for them in `/tmp/fonts` wherever it was
 * unpacked: without letters a page has no height, and nothing on it can be seen.
 */
async function findFontsIn(folder: string): Promise<void> {
  const path = join(folder, 'fonts.conf');
  const settings = await readFile(path, 'utf8');
  const ours = settings.replaceAll('<dir>/tmp/fonts</dir>', `<dir>${folder}</dir>`);
  if (ours !== settings) await writeFile(path, ours);
}

/**
 * What is not under test and costs. The last such argument is the one that counts, so what Playwright turns off stands here
 * too. `RenderDocument`: with it each page that is opened adds a JavaScript world to every later one of its tab, since what
 * Playwright looks through is carried over and made anew: 23 worlds on the twentieth page, each a few milliseconds.
 */
const OFF = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'RenderDocument',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
];
const PLAIN_ARGS = [
  // Pages live for seconds here: what V8 spends on optimizing their code never pays.
  '--js-flags=--no-maglev',
  `--disable-features=${OFF.join()}`,
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];
/** WebGL without a graphics card, for the face pack and the maps; the pages around it are drawn without. */
const DRAWING_ARGS = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
];
const CAMERA_ARGS = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

const NO_DRAWING = '--disable-gpu';

/** One browser for many visitors, each in a context of its own that leaves nothing behind. */
export const openBrowser = async (): Promise<Browser> =>
  // Nothing scans in it, and drawing by a graphics card that is not there costs more than it shows.
  chromium.launch({ executablePath: await browserPath(), args: [...PLAIN_ARGS, NO_DRAWING] });

/** A page that has not answered by then will not; a busy disk alone was seen to hold one write up for over a second. */
export const TIMEOUT_MS = 60_000;

export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The folder it keeps everything in. */
  readonly profile: string;
  /** What went wrong on its pages: errors, policy violations, requests to anywhere but the app's own server. */
  readonly faults: string[];
  /** The addresses asked for since the last `requests.length = 0`. */
  readonly requests: string[];
  /** Close the browser and open it again on the same profile, with another face before its camera if one is given. */
  reopen(camera?: string): Promise<Device>;
  /** Close the browser and leave the profile to others. */
  close(): Promise<void>;
  /** kill -9 of the whole browser. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export interface DeviceSettings {
  camera?: string;
  width?: number;
  height?: number;
  dark?: boolean;
  /** Of the app under test; anything else a page asks for is a fault. */
  origin: string;
  /** Where its API is, if not there. */
  api?: string;
  args?: readonly string[];
  /**
   * Whether its pages draw with WebGL: for a scan, for the face on a photo. It costs a machine without a graphics card much,
   * so only a phone with a face before its camera does, unless this says otherwise.
   */
  draws?: boolean;
  /** What the pages may do without asking; the camera, unless told otherwise. */
  permissions?: string[];
}

export async function openDevice(settings: DeviceSettings, profile?: string): Promise<Device> {
  const dir = profile ?? (await mkdtemp(join(tmpdir(), 'wapsi-device-')));
  const { camera, origin, width = 360, height = 740, dark = false, permissions = ['camera'] } = settings;
  const own = [origin, settings.api ?? origin];
  const { draws = camera !== undefined } = settings;
  const context = await chromium.launchPersistentContext(dir, {
    executablePath: await browserPath(),
    args: [
      ...PLAIN_ARGS,
      ...(draws ? DRAWING_ARGS : [NO_DRAWING]),
      ...CAMERA_ARGS,
      ...(camera ? [`--use-file-for-fake-video-capture=${camera}`] : []),
      ...(settings.args ?? []),
    ],
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    permissions,
    serviceWorkers: 'allow',
  });
  async function remove(): Promise<void> {
    await lookBeforeRemoval(context);
    await context.close().catch(() => undefined);
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
  removeAfterFile(remove);
  context.setDefaultTimeout(TIMEOUT_MS);
  watchForLastLook(context);
  const faults: string[] = [];
  const requests: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    requests.push(url);
    if (!own.some((place) => url.startsWith(place)) && !/^(blob|data|about|chrome):/.test(url))
      faults.push(`foreign request: ${url}`);
  });
  context.on('weberror', (thrown) => {
    const { name, message, stack } = thrown.error();
    faults.push(`page error: ${name}: ${message}\n${stack}`); // of what is thrown by the browser itself the stack is empty
  });
  context.on('console', (message) => {
    const text = message.text();
    // The server is stopped, and a page is left, on purpose: the browser says of itself what did not come for that.
    if (message.type() === 'error' && !/Failed to load resource|ERR_|Failed to fetch dynamically imported/.test(text))
      faults.push(`console: ${text}`);
  });
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} forbids ${blockedURI}`),
    ),
  );
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    profile: dir,
    faults,
    requests,
    async reopen(nextCamera) {
      await context.close();
      return openDevice(nextCamera ? { ...settings, camera: nextCamera } : settings, dir);
    },
    close: () => context.close(),
    async kill() {
      const session = await context.browser()?.newBrowserCDPSession();
      const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
      const browsers = processInfo.filter(({ type }) => type === 'browser');
      if (browsers.length === 0) throw new Error('There is no browser to kill'); // a test would show nothing
      for (const { id } of browsers) process.kill(id, 'SIGKILL');
      await context.close().catch(() => undefined);
    },
    remove,
  };
}
