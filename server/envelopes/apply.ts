/** Do what an envelope holds, once, in its author's name: through the same handlers as if the author had called. */

import type { InjectOptions } from 'fastify';
import { type Endpoint, pathParameters } from '../../contract/endpoint.ts';
import type { EnvelopeContent } from '../../contract/envelope.ts';
import { AppError, ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { UploadState } from '../../contract/file.ts';
import { Id, Sha256 } from '../../contract/primitives.ts';
import { endpoints, IDEMPOTENCY_HEADER } from '../../contract/protocol.ts';
import type { Caller } from '../../contract/user.ts';
import type { PasskeyRule } from '../auth/standing.ts';
import type { Db } from '../db/schema.ts';
import { callerByCourier } from './author.ts';
import type { InnerCalls } from './inner.ts';
import type { Opened } from './open.ts';

export type Outcome = { outcome: 'taken' } | { outcome: 'refused' | 'waits'; code: ErrorCode };

/** `carrier`: whose limits an envelope without an author counts against. */
export async function applyEnvelope(
  db: Db,
  inner: InnerCalls,
  opened: Opened,
  { carrier, rule }: { carrier: Caller; rule: PasskeyRule },
): Promise<Outcome> {
  const { content, file } = opened;
  const caller = await authorOf(db, content, carrier, rule);
  if (!caller) return { outcome: 'refused', code: 'sign-in-needed' };
  if (content.call === 'putFile') return putFile(inner, caller, content, file);
  const { code } = await inner.call(caller, requestOf(endpoints[content.call], content));
  if (code === undefined) return { outcome: 'taken' };
  // It was done before, and what it made has been erased since.
  if (code === 'not-found' && (await isDone(db, content.opId))) return { outcome: 'taken' };
  return failed(code);
}

async function authorOf(
  db: Db,
  { author }: EnvelopeContent,
  { key }: Caller,
  rule: PasskeyRule,
): Promise<Caller | undefined> {
  if (!author) return { kind: 'anonymous', key };
  return Id.safeParse(author.id).success ? callerByCourier(db, author.id, author.courier, rule) : undefined;
}

async function isDone(db: Db, opId: string): Promise<boolean> {
  if (!Id.safeParse(opId).success) return false;
  return (await db.selectFrom('receipt').select('op_id').where('op_id', '=', opId).executeTakeFirst()) !== undefined;
}

const failed = (code: ErrorCode): Outcome => ({ outcome: ERRORS[code].next === 'refuse' ? 'refused' : 'waits', code });

/** Exactly what the author's own app would send, so that both count as the same op. */
function requestOf(endpoint: Endpoint, { opId, input }: EnvelopeContent): InjectOptions {
  const named = pathParameters(endpoint.path);
  const url = named.reduce(
    (path, name) => path.replace(`:${name}`, encodeURIComponent(String(input[name]))),
    endpoint.path,
  );
  const payload = Object.fromEntries(Object.entries(input).filter(([name]) => !named.includes(name)));
  const method = endpoint.method as 'POST' | 'PUT'; // what an outbox holds are writes
  return { method, url, payload, headers: { [IDEMPOTENCY_HEADER]: opId } };
}

/** The text that names the file may come later, by somebody else: it waits for that. */
async function putFile(
  inner: InnerCalls,
  caller: Caller,
  { input }: EnvelopeContent,
  file: Uint8Array,
): Promise<Outcome> {
  const sha256 = Sha256.safeParse(input.sha256);
  if (!sha256.success) return { outcome: 'refused', code: 'bad-input' };
  const path = `/files/${sha256.data}`;
  const of = Id.safeParse(input.of).data;
  const asked = await inner.call(caller, { method: 'GET', url: `${path}/upload${of ? `?of=${of}` : ''}` });
  if (asked.code) return { outcome: 'waits', code: asked.code };
  const before = UploadState.parse(asked.body);
  if (before.complete) return { outcome: 'taken' };
  const sent = await inner.call(caller, {
    method: 'PUT',
    url: `${path}?offset=${before.received}&total=${file.length}${of ? `&of=${of}` : ''}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(file.subarray(before.received)),
  });
  if (sent.code) return failed(sent.code);
  // Others sent other bytes under its name; those are thrown away by now, and the next try begins anew.
  return UploadState.parse(sent.body).complete ? { outcome: 'taken' } : { outcome: 'waits', code: 'not-readable' };
}

/** What could not even be opened. */
export const refusedBy = (error: unknown): Outcome => {
  if (error instanceof AppError) return { outcome: 'refused', code: error.code };
  throw error;
};
