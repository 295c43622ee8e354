/** Firefox, driven over Marionette, which geckodriver itself speaks: no driver and no package needs to come along. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/server.ts';
import { startScreen } from './screen.ts';
import { type Engine, patiently, type Visitor } from './visitor.ts';
import { COMMANDS, drive } from './webdriver.ts';

const NAMES = ['firefox-esr', 'firefox'];
const START_MS = 60_000;
/** A phone of 360 by 740; a window cannot be as narrow as that, a page can. */
const NARROW = `
  const { style } = gBrowser.selectedBrowser;
  for (const [name, value] of [['min-width', '360px'], ['max-width', '360px'], ['min-height', '740px'], ['max-height', '740px']])
    style.setProperty(name, value);`;
/** What the browser's own console has of our pages since it was last read: thrown, forbidden by the policy, and said by us. */
const READ_CONSOLE = `
  const [origin] = arguments;
  const storage = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage);
  const said = storage.getEvents().filter(({ level, filename }) => level === 'error' && filename.startsWith(origin));
  const thrown = Services.console
    .getMessageArray()
    .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & 1) && one.sourceName.startsWith(origin));
  const words = [...said.map((one) => one.arguments.map(String).join(' ')), ...thrown.map((one) => one.errorMessage)];
  storage.clearEvents();
  Services.console.reset();
  return words;`;

function preferences(port: number): string {
  const wanted = {
    'marionette.port': port,
    // In a container its pages see no font of the machine's otherwise.
    'security.sandbox.content.level': 0,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    // A machine without a graphics card draws WebGL by its processor, and its camera plays a picture of its own.
    'webgl.force-enabled': true,
    'webgl.disable-fail-if-major-performance-caveat': true,
    'media.navigator.streams.fake': true,
    'media.navigator.permission.disabled': true,
  };
  return Object.entries(wanted)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

/** The path of Firefox; undefined where this machine has none, or no screen to draw on. */
function find(path = process.env.PATH ?? ''): string | undefined {
  const programs = (names: readonly string[]) =>
    path.split(':').flatMap((folder) => names.map((name) => join(folder, name)));
  const isHere = (file: string) => existsSync(file);
  return programs(['Xvfb']).some(isHere) ? programs(NAMES).find(isHere) : undefined;
}

export const firefox: Engine = {
  name: 'Firefox',
  missing: async () => (find() ? undefined : 'no Firefox (Debian: apt-get install firefox-esr xvfb)'),
  open: (origin) => open(find() ?? '', origin),
};

async function open(binary: string, origin: string): Promise<Visitor> {
  const profile = await mkdtemp(join(tmpdir(), 'wapsi-firefox-'));
  const port = await freePort();
  await writeFile(join(profile, 'user.js'), preferences(port));
  const args = ['--no-remote', '--marionette', '--remote-allow-system-access', '--profile', profile];
  const { screen, display } = await startScreen();
  const browser = spawn(binary, args, {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1', MOZ_CRASHREPORTER_DISABLE: '1' },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  const line = await patiently('Firefox', () => listen(port), START_MS);
  const call = (name: string, params: object = {}) => line.call(name, params);

  const { capabilities } = (await call('WebDriver:NewSession', {})) as { capabilities: { browserVersion: string } };
  await call('WebDriver:SetWindowRect', { x: 0, y: 0, width: 800, height: 1000 });
  await inChrome(NARROW);

  async function inChrome(script: string, ...args: unknown[]): Promise<unknown> {
    await call('Marionette:SetContext', { value: 'chrome' });
    try {
      return await call('WebDriver:ExecuteScript', { script, args });
    } finally {
      await call('Marionette:SetContext', { value: 'content' });
    }
  }

  return {
    version: capabilities.browserVersion,
    ...(await drive((command, params) => call(COMMANDS[command].name, params))),
    faults: async () => (await inChrome(READ_CONSOLE, origin)) as string[],
    async close() {
      await call('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => browser.kill('SIGKILL'));
      line.end();
      await ended;
      screen.kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Line {
  call(name: string, params: object): Promise<unknown>;
  end(): void;
}

/** Marionette's line: each message is its length in bytes, a colon, and JSON. */
async function listen(port: number): Promise<Line> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect(port, '127.0.0.1', () => resolve(opened)).once('error', reject);
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let read = Buffer.alloc(0);
  let last = 0;

  function take(message: unknown): void {
    if (!Array.isArray(message)) return; // its greeting
    const [, id, error, result] = message as [number, number, { error: string; message: string } | null, unknown];
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(`${error.error}: ${error.message}`));
    else asked?.resolve(isValue(result) ? result.value : result);
  }

  socket.on('data', (bytes) => {
    read = Buffer.concat([read, bytes]);
    for (;;) {
      const colon = read.indexOf(':');
      const end = colon + 1 + Number(read.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || read.length < end) return;
      take(JSON.parse(read.subarray(colon + 1, end).toString()));
      read = read.subarray(end);
    }
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'));
  });

  return {
    call(name, params) {
      const id = ++last;
      const message = JSON.stringify([0, id, name, params]);
      socket.write(`${Buffer.byteLength(message)}:${message}`);
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    end: () => socket.destroy(),
  };
}

const isValue = (result: unknown): result is { value: unknown } =>
  typeof result === 'object' && result !== null && Object.keys(result).join() === 'value';
