/** What the server tells every browser about what its pages may do, and others with them. */

import { expect, it } from 'vitest';
import { startHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';

withEither('the headers', (database) => {
  it('of pages, calls and refusals forbid what no page of ours needs', async () => {
    const host = await startHost(database);
    const page = await host.app().inject({ url: '/', headers: { accept: 'text/html' } });
    const call = await host.app().inject({ url: '/health' });
    const refusal = await host.app().inject({ url: '/inbox' });
    expect([page.statusCode, call.statusCode, refusal.statusCode]).toEqual([200, 200, 401]);
    for (const { headers } of [page, call, refusal]) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      });
      const powers = String(headers['permissions-policy']).split(', ');
      expect(powers).toEqual(
        expect.arrayContaining(['camera=(self)', 'geolocation=(self)', 'microphone=()', 'usb=()']),
      );
      expect(powers.filter((power) => !power.endsWith('=()'))).toEqual(['camera=(self)', 'geolocation=(self)']);
      const policy = String(headers['content-security-policy']);
      const rules = ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];
      for (const rule of [...rules, "require-trusted-types-for 'script'", 'trusted-types wapsi'])
        expect(policy.split(';')).toContain(rule);
      expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*/);
    }
    await host.remove();
  });
});
