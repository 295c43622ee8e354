/** A push service and the devices behind it, for the tests: it checks the server's signature and opens what was sealed. */

import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PushMessage } from '../../contract/push.ts';

export interface PushedTo {
  message: PushMessage;
  /** Of the signed token: whom the push service may write to. */
  contact: string;
  ttl: number;
}

export interface PushDevice {
  /** As a browser gives it to the page. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  received: PushedTo[];
  /** What the service answers from now on; 201 at first. */
  answer: number;
}

export interface PushService {
  /** A browser that subscribed with this server's public key. */
  subscribe(serverKey: string): PushDevice;
  /** Requests that were refused: a wrong signature, a wrong key, an unknown device. */
  readonly refused: string[];
  close(): Promise<void>;
}

interface Keys {
  ecdh: ReturnType<typeof createECDH>;
  auth: Buffer;
  serverKey: string;
}

export async function openPushService(): Promise<PushService> {
  const devices = new Map<string, { device: PushDevice; keys: Keys }>();
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    const known = devices.get(request.url ?? '');
    const refusal = known ? known.device.answer : 404;
    if (!known || refusal !== 201) {
      response.writeHead(refusal).end();
      return;
    }
    try {
      known.device.received.push(await take(request, known.keys, origin()));
      response.writeHead(201).end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(403).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address is one

  return {
    refused,
    subscribe(serverKey) {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const subscription = { endpoint: origin() + path, keys: { p256dh, auth: auth.toString('base64url') } };
      const device: PushDevice = { subscription, received: [], answer: 201 };
      devices.set(path, { device, keys: { ecdh, auth, serverKey } });
      return device;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function take(request: IncomingMessage, keys: Keys, audience: string): Promise<PushedTo> {
  const contact = checkSignature(String(request.headers.authorization), keys.serverKey, audience);
  if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const message = PushMessage.parse(JSON.parse(unseal(Buffer.concat(chunks), keys).toString()));
  return { message, contact, ttl: Number(request.headers.ttl) };
}

/** RFC 8292: an ES256 token for this service, by the key that the device subscribed with; answers its contact. */
function checkSignature(authorization: string, serverKey: string, audience: string): string {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== serverKey) throw new Error('another key than the device knows');
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('a wrong signature');
  const { aud, exp, sub } = JSON.parse(Buffer.from(body, 'base64url').toString());
  const left = exp - Date.now() / 1000;
  if (aud !== audience || left <= 0 || left > 86_400) throw new Error('a token for another service or time');
  return sub;
}

/** RFC 8291 and 8188: one record, sealed for the device's key and secret. */
function unseal(sealed: Buffer, { ecdh, auth }: Keys): Buffer {
  const salt = sealed.subarray(0, 16);
  const idLength = sealed.readUInt8(20);
  const serverPoint = sealed.subarray(21, 21 + idLength);
  const record = sealed.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverPoint]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(serverPoint), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)); // 2 ends the last record
}
