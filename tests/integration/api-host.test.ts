/** An app that is served from another host than the API: browsers let its pages ask, and no others'. */

import { describe, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import { readConfig } from '../../server/config.ts';
import { startHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';

const APP = 'https://app.example.org';
const SENT = 'authorization, content-type, x-wapsi-protocol, x-wapsi-author, idempotency-key';

type Host = Awaited<ReturnType<typeof startHost>>;

const preflight = (host: Host, origin: string, method: string, url: string) =>
  host.app().inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': SENT },
  });

withDatabases('an app at another host', (database) => {
  it('may make every call with all that the client sends, before anything is looked at (R321, R322)', async () => {
    const host = await startHost(database, { APP_ORIGINS: `${APP}, https://other.example.org` });
    const calls = Object.values(endpoints);
    expect(calls.length).toBeGreaterThan(60);
    for (const { method, path } of calls) {
      const { statusCode, headers } = await preflight(host, APP, method, path);
      expect([path, statusCode, headers['access-control-allow-origin']]).toEqual([path, 204, APP]);
      expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method);
      expect(headers['access-control-allow-headers']).toBe(SENT);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    await host.remove();
  });

  it('reads answers and refusals, and when to ask again', async () => {
    const host = await startHost(database, { APP_ORIGINS: APP, COMPARE_LIMIT_ANONYMOUS: '0', SIGN_IN_LIMIT: '0' });
    const headers = { origin: APP };
    const answers = [
      await host.app().inject({ url: '/health', headers }),
      await host.app().inject({ url: '/no-such-call', headers }),
      await host.app().inject({ url: '/inbox', headers }),
      await host.app().inject({
        ...{ method: 'POST', url: '/login', headers },
        payload: { primaryEmail: 'asha@example.in', password: 'a field of mustard' },
      }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 401, 429]);
    for (const { headers: got } of answers) {
      expect(got['access-control-allow-origin']).toBe(APP);
      expect(got['access-control-expose-headers']).toBe('retry-after');
      expect(got.vary).toContain('Origin');
    }
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
    await host.remove();
  });

  it('is nobody whom the operator has not named', async () => {
    const named = await startHost(database, { APP_ORIGINS: APP });
    for (const origin of ['https://evil.example', `${APP}.evil.example`, 'http://app.example.org', 'null']) {
      const answer = await named.app().inject({ url: '/health', headers: { origin } });
      expect([origin, answer.headers['access-control-allow-origin']]).toEqual([origin, undefined]);
      const asked = await preflight(named, origin, 'POST', '/add-lost-person');
      expect([origin, asked.headers['access-control-allow-origin']]).toEqual([origin, undefined]);
    }
    await named.remove();
    const plain = await startHost(database);
    const answer = await plain.app().inject({ url: '/health', headers: { origin: APP } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect((await preflight(plain, APP, 'POST', '/add-lost-person')).statusCode).toBe(404);
    await plain.remove();
  });
});

describe('the setting', () => {
  it.each(['app.example.org', '*', 'https://app.example.org/', 'https://a.example.org https:'])(
    'refuses %s',
    (text) => {
      expect(() => readConfig({ APP_ORIGINS: text })).toThrow(/APP_ORIGINS/);
    },
  );

  it('takes several, and is empty by itself', () => {
    expect(readConfig({}).appOrigins).toEqual([]);
    expect(readConfig({ APP_ORIGINS: 'https://A.example.org, http://localhost:5173' }).appOrigins).toEqual([
      'https://a.example.org',
      'http://localhost:5173',
    ]);
  });
});
