/** /.well-known/security.txt (RFC 9116): where whoever finds a hole writes to. */

import type { FastifyInstance } from 'fastify';
import { SITE } from '../../contract/site.ts';

const DAY_MS = 86_400_000;
/** A server that runs vouches for the address; a copy of what it said is old by then (RFC 9116 §2.5.5: below a year). */
const GOOD_DAYS = 180;

export function securityText(siteUrl: string, now = new Date()): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + GOOD_DAYS) * DAY_MS);
  const fields = [
    ['Contact', `mailto:${SITE.securityEmail}`],
    ['Expires', expires.toISOString()],
    ['Preferred-Languages', 'en, pa'],
    ['Canonical', `${siteUrl}/.well-known/security.txt`],
    ['Policy', `${siteUrl}/contact`],
  ];
  return fields.map(([name, value]) => `${name}: ${value}\n`).join('');
}

export function serveSecurityText(app: FastifyInstance, siteUrl: string): void {
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(securityText(siteUrl)),
  );
}
