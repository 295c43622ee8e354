/** WebKit, the engine of every iPhone, driven over plain WebDriver: WebKitGTK's MiniBrowser, on a screen of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './server.ts';

/** Where Debian's `libwebkit2gtk-4.*` puts it. */
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];
/** A page of a busy machine that is later than this hangs. */
const CALL_MS = 90_000;

/** Of one browser, which forgets all it kept when it is closed. */
export interface WebKitPage {
  readonly version: string;
  /** Open a page as by its address, and wait until it is loaded. */
  go(url: string): Promise<void>;
  /** Run the body of a function, whose only argument is the call that answers. */
  ask(script: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface WebKit {
  open(): Promise<WebKitPage>;
  stop(): void;
}

/** The path of MiniBrowser; undefined where this machine has no WebKit, driver or screen to draw on. */
export function findWebKit(path = process.env.PATH ?? ''): string | undefined {
  const isHere = (program: string) => path.split(':').some((folder) => existsSync(join(folder, program)));
  if (!isHere('WebKitWebDriver') || !isHere('Xvfb')) return undefined;
  return LIBRARIES.filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, 'MiniBrowser')))
    .find((file) => /webkit2gtk-4/.test(file) && existsSync(file));
}

export async function startWebKit(binary: string): Promise<WebKit> {
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  });

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`WebDriver ${path}: ${JSON.stringify(value).slice(0, 200)}`);
    return value;
  }

  const until = Date.now() + 10_000;
  while (!(await call('GET', '/status').catch(() => undefined))) {
    if (Date.now() > until) throw new Error('WebKitWebDriver does not answer');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  return {
    async open() {
      const options = { binary, args: ['--automation'] };
      const { sessionId, capabilities } = await call<{
        sessionId: string;
        capabilities: { browserVersion: string };
      }>('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } });
      const at = `/session/${sessionId}`;
      await call('POST', `${at}/timeouts`, { script: CALL_MS, pageLoad: CALL_MS, implicit: 0 });
      return {
        version: capabilities.browserVersion,
        go: (url) => call('POST', `${at}/url`, { url }),
        ask: (script) => call('POST', `${at}/execute/async`, { script, args: [] }),
        close: () => call('DELETE', at),
      };
    },
    stop() {
      driver.kill();
      screen.kill();
    },
  };
}

/** It draws its own number, and tells it on the third channel. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    screen.once('exit', (code) => reject(new Error(`Xvfb ended (${code})`)));
  });
  return { screen, display: `:${number}` };
}
