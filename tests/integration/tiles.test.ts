/** Where maps get their tiles: the operator's setting, told to the pages and let in by their policy. */

import { describe, expect, it } from 'vitest';
import { settings } from '../../contract/system.ts';
import { readConfig } from '../../server/config.ts';
import { startHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';

const TILES = 'https://{s}.tiles.example.org/{z}/{x}/{y}.png';

async function ask(host: Awaited<ReturnType<typeof startHost>>) {
  const told = settings.output.parse((await host.app().inject({ url: '/settings' })).json());
  const page = await host.app().inject({ url: '/', headers: { accept: 'text/html' } });
  return { told, policy: String(page.headers['content-security-policy']) };
}

withDatabases('map tiles', (database) => {
  it('come from nowhere unless the operator names a server: the app draws its own map', async () => {
    const host = await startHost(database);
    const { told, policy } = await ask(host);
    expect(told).toEqual({});
    expect(policy).not.toMatch(/https?:/);
    await host.remove();
  });

  it('come from the named server alone, which pages and service worker may then reach (R346)', async () => {
    const host = await startHost(database, { TILE_URL: TILES, TILE_ATTRIBUTION: 'Maps by Example' });
    const { told, policy } = await ask(host);
    expect(told).toEqual({ tiles: { url: TILES, attribution: 'Maps by Example' } });
    const foreign = policy.split(';').filter((directive) => directive.includes('tiles.example.org'));
    expect(foreign.map((directive) => directive.split(' ')[0]).sort()).toEqual(['connect-src', 'img-src']);
    expect(policy).toContain('https://*.tiles.example.org');
    await host.remove();
  });
});

describe('the setting', () => {
  it.each(['tiles', 'ftp://a.example/{z}/{x}/{y}', 'https://a.example/{z}/{x}.png'])('refuses %s', (url) => {
    expect(() => readConfig({ TILE_URL: url })).toThrow(/TILE_URL/);
  });
});
