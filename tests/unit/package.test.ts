/** What the package promises from outside: its tree, its libraries, its two commands. */

import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'scripts',
  Record<string, string>
>;

/** The text of each program file below a folder. */
const programsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));

describe('the package', () => {
  const product = programsIn('src');
  const tools = [readFileSync('vite.config.ts', 'utf8'), ...programsIn('tests')];

  it.each([
    ...(['react', 'react-router-dom', 'dexie', '@mediapipe/tasks-vision'] as const),
    ...(['workbox-window', 'onnxruntime-web', 'idb-keyval', 'zustand', 'i18next', 'react-i18next', 'leaflet'] as const),
  ])('ships %s and uses it in the app (R414)', (name) => {
    expect(manifest.dependencies).toHaveProperty([name]);
    const use = new RegExp(`(?:from|import) ?\\(?'${name}(?:/[^']+)?'`);
    expect(product.some((text) => use.test(text))).toBe(true);
  });

  it.each(['vite', 'vite-plugin-pwa', 'vitest', 'fake-indexeddb'])('is built and tested with %s (R414)', (name) => {
    expect(manifest.devDependencies).toHaveProperty([name]);
    expect(tools.some((text) => text.includes(`from '${name}`))).toBe(true);
  });

  it('has at its top what the design names (R415)', () => {
    const files = ['package.json', 'vite.config.ts', 'tsconfig.json', 'index.html', 'README.md'];
    for (const place of [...files, 'src', 'public', 'models', 'tests'])
      expect([place, existsSync(place)]).toEqual([place, true]);
  });

  it('needs two commands of its README, and its gate runs the second (R425)', () => {
    const [, commands = ''] = /## Two commands[\s\S]*?```\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
    const named = commands
      .trim()
      .split('\n')
      .map((line) => line.split('#')[0]?.trim());
    expect(named).toEqual(['npm start', 'npm test']);
    // Both take what is missing first: on a fresh machine nothing has been installed.
    for (const name of ['start', 'test']) {
      expect(manifest.scripts).toHaveProperty(name);
      expect(manifest.scripts[`pre${name}`]).toContain('scripts/install.mjs');
    }
    accessSync('.ci/run', constants.X_OK);
    expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm test$/m);
  });
});
