/** WebKit, the engine of every iPhone, driven over plain WebDriver: WebKitGTK's MiniBrowser, on a screen of its own. */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/server.ts';
import { startScreen } from './screen.ts';
import { type Engine, patiently, type Visitor } from './visitor.ts';
import { CALL_MS, COMMANDS, drive } from './webdriver.ts';

/** Where Debian's `libwebkit2gtk-4.*` puts it. */
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];
const START_MS = 10_000;
/** Its bar makes a window wider than a phone is; without one it is as narrow as it is told to be. */
const PHONE = ['--full-screen', '--enable-media-stream=true', '--enable-mock-capture-devices=true'];
/** Safari has had it since 17. What else it has and GTK's build keeps switched off stays off: older ones lack that too. */
const AS_SAFARI = '--features=+AllowWebGLInWorkers';
const ARGS = ['--automation', ...PHONE, AS_SAFARI];
/** WebDriver hears of no error: the page itself keeps those that come once it is loaded. */
const WATCH = `
  if (window.wrongSoFar) return;
  window.wrongSoFar = [];
  const note = (text) => wrongSoFar.push(text);
  addEventListener('error', ({ message }) => note(message));
  addEventListener('unhandledrejection', ({ reason }) => note('unhandled: ' + reason));
  addEventListener('securitypolicyviolation', (event) => note('policy: ' + event.violatedDirective + ' forbids ' + event.blockedURI));
  const { error } = console;
  console.error = (...said) => { note(said.map(String).join(' ')); error.apply(console, said); };`;

/** The path of MiniBrowser; undefined where this machine has no WebKit, driver or screen to draw on. */
function find(path = process.env.PATH ?? ''): string | undefined {
  const isHere = (program: string) => path.split(':').some((folder) => existsSync(join(folder, program)));
  if (!isHere('WebKitWebDriver') || !isHere('Xvfb')) return undefined;
  return LIBRARIES.filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, 'MiniBrowser')))
    .find((file) => /webkit2gtk-4/.test(file) && existsSync(file));
}

export const webkit: Engine = {
  name: 'WebKit',
  missing: async () => (find() ? undefined : 'no WebKitGTK (Debian: apt-get install webkit2gtk-driver xvfb)'),
  open: () => open(find() ?? ''),
};

async function open(binary: string): Promise<Visitor> {
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  });

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebDriver ${path}: ${JSON.stringify(value).slice(0, 200)}`);
    return value;
  }

  await patiently('WebKitWebDriver', () => call('GET', '/status'), START_MS);
  const options = { binary, args: ARGS };
  const { sessionId, capabilities } = (await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const at = `/session/${sessionId}`;
  const driven = await drive((command, { id, ...params } = {}) => {
    const { method, path } = COMMANDS[command];
    return call(method, at + path.replace('{id}', String(id)), method === 'POST' ? params : undefined);
  });
  await call('POST', `${at}/window/rect`, { x: 0, y: 0, width: 360, height: 740 });

  return {
    version: capabilities.browserVersion,
    ...driven,
    async go(url) {
      await driven.go(url);
      await driven.ask(WATCH);
    },
    faults: async () => (await driven.ask('return window.wrongSoFar?.splice(0) ?? []')) as string[],
    async close() {
      await call('DELETE', at).catch(() => undefined);
      driver.kill();
      screen.kill();
    },
  };
}
