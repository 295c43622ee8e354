/** What the server tells every browser about what its pages may do, and others with them. */

import { expect, it } from 'vitest';
import { REFUSAL_TYPE } from '../../contract/errors.ts';
import { endpoints } from '../../contract/protocol.ts';
import { bring, makePhoto, makeVideo, newReport, signIn, startHost } from '../support/client.ts';
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
      expect(powers).toEqual(expect.arrayContaining(['display-capture=()', 'payment=()', 'usb=()']));
      expect(powers.filter((power) => !power.endsWith('=()'))).toEqual([
        'camera=(self)',
        'geolocation=(self)',
        'microphone=(self)',
      ]);
      const policy = String(headers['content-security-policy']);
      const rules = ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];
      for (const rule of [...rules, "require-trusted-types-for 'script'", 'trusted-types wapsi'])
        expect(policy.split(';')).toContain(rule);
      expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*/);
    }
    await host.remove();
  });

  it('of a photo and a video let it do nothing, whatever it holds, and download it when it is opened by itself', async () => {
    const host = await startHost(database, { REVIEW: 'at-once' });
    const { token } = await signIn(host.db, 'poster');
    const [photo, video] = [await makePhoto(1), makeVideo(2000)];
    const { upload, id, opId } = newReport();
    const payload = { ...upload, photos: [photo.sha256], videos: [video.sha256], id, opId };
    const headers = { authorization: token };
    const { path } = endpoints.uploadLostFoundPerson;
    expect((await host.app().inject({ method: 'POST', url: path, headers, payload })).statusCode).toBe(200);
    for (const file of [photo, video]) expect(await bring(host, file, { token })).toBe(200);
    for (const [url, type] of [
      [`/files/${photo.sha256}`, 'image/webp'],
      [`/files/${photo.sha256}?size=thumb`, 'image/webp'],
      [`/files/${video.sha256}/video`, 'application/octet-stream'],
    ] as const) {
      const answer = await host.app().inject({ url, headers });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-disposition': 'attachment',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      });
    }
    await host.remove();
  });

  it('give an ordinary "no" as an answer to a read that takes it so, and to nobody else (decision 078)', async () => {
    const host = await startHost(database);
    const ask = async (method: 'GET' | 'POST', url: string, accept: string) => {
      const { statusCode, headers, json } = await host.app().inject({ method, url, headers: { accept } });
      return [statusCode, String(headers['content-type']).split(';')[0], json().code];
    };
    const gone = `/report/${crypto.randomUUID()}`;
    const plain = 'application/json';
    expect(await ask('GET', gone, '*/*')).toEqual([404, plain, 'not-found']);
    expect(await ask('GET', '/inbox', '*/*')).toEqual([401, plain, 'sign-in-needed']);
    expect(await ask('GET', gone, `${REFUSAL_TYPE}, */*`)).toEqual([200, REFUSAL_TYPE, 'not-found']);
    expect(await ask('GET', '/inbox', REFUSAL_TYPE)).toEqual([200, REFUSAL_TYPE, 'sign-in-needed']);
    expect(await ask('POST', `${gone}/notes`, REFUSAL_TYPE)).toEqual([401, plain, 'sign-in-needed']);
    await host.remove();
  });

  it('are those of a text that says, to whoever finds a hole, whom to tell, and until when that holds', async () => {
    const host = await startHost(database, { SITE_URL: 'https://wapsi.example.org' });
    const { statusCode, headers, body } = await host.app().inject({ url: '/.well-known/security.txt' });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const said = new Map(
      body
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
    );
    expect(said.get('Contact')).toMatch(/^mailto:[^@]+@[^@]+$/);
    expect(said.get('Canonical')).toBe('https://wapsi.example.org/.well-known/security.txt');
    const days = (Date.parse(said.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
    await host.remove();
  });
});
