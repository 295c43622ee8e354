/** Bind a contract endpoint to its handler: who calls, what they sent, what may leave, all checked here. */

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Endpoint, OutputOf, ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGES, MAX_VIDEO_BYTES } from '../../contract/limits.ts';
import { Id } from '../../contract/primitives.ts';
import { IDEMPOTENCY_HEADER, PROTOCOL, PROTOCOL_HEADER } from '../../contract/protocol.ts';
import { type Access, type Caller, refusalOf } from '../../contract/user.ts';
import { frames } from './events.ts';
import { readMultipart, type Upload } from './multipart.ts';

const MAX_JSON_BYTES = 64 * 1024;

export interface Call<E extends Endpoint> {
  input: ParsedInputOf<E>;
  caller: Caller;
  /** The input as it came, before the schema: what the same op carries again when it is sent again. */
  sent: unknown;
  /** The name of the write, when the caller gave one. */
  opId: string | undefined;
  /** The raw body of a `bytes-in` endpoint. */
  body: Readable | undefined;
  /** The files of a multipart body, in their order. */
  uploads: readonly Upload[];
}

/** Bytes to answer with; `maxAgeS` is how long the caller may keep them (`Infinity`: for ever, they are named by hash). */
export interface Bytes {
  type: string;
  bytes: Uint8Array;
  maxAgeS: number;
}

type Answer<E extends Endpoint> = E extends { body: 'bytes-out' }
  ? Bytes
  : E extends { body: 'events' }
    ? AsyncIterable<OutputOf<E>>
    : OutputOf<E>;

/** Who is behind a request; throws `sign-in-needed` for a token that is not valid (any more). A guest's is not read. */
export type FindCaller = (request: FastifyRequest, access: Access) => Promise<Caller>;

/** One call as it came, whatever it came in. */
export interface Asked {
  caller: Caller;
  /** The body or the query: what the same op carries again when it is sent again. */
  sent: unknown;
  params: unknown;
  /** The name of the write, where it stands beside the input. */
  named: unknown;
  body?: Readable | undefined;
  uploads?: readonly Upload[];
}

/** Check a call and do it; the one way to a handler. */
export type Serve = (asked: Asked) => Promise<unknown>;
/** The same for many calls of one caller: all are done, or none is and it throws. */
export type ServeTogether = (asked: readonly Asked[]) => Promise<unknown[]>;

export interface Http {
  app: FastifyInstance;
  findCaller: FindCaller;
  /** Every call that is mounted. */
  served: Map<Endpoint, Serve>;
  /** Those of them that can be done for many at once. */
  servedTogether: Map<Endpoint, ServeTogether>;
}

export function mount<E extends Endpoint>(
  http: Http,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  together?: (calls: readonly Call<E>[]) => Promise<OutputOf<E>[]>,
): void {
  const serve = serving(endpoint, handler);
  http.served.set(endpoint, serve);
  if (together)
    http.servedTogether.set(endpoint, async (asked) => {
      const answers = await together(asked.map((one) => callOf(endpoint, one)));
      return answers.map((answer) => endpoint.output.parse(answer));
    });
  http.app.route({
    bodyLimit: bodyLimitOf(endpoint),
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      checkProtocol(request);
      const caller = await http.findCaller(request, endpoint.access);
      refuseUnless(endpoint.access, caller); // before its body is read
      const raw = endpoint.body === 'bytes-in';
      const parts = endpoint.body === 'multipart' ? await readMultipart(request) : undefined;
      const sent = endpoint.method === 'GET' || raw ? request.query : (parts?.fields ?? request.body);
      // Any other body is not what this call takes.
      const body = raw && request.body instanceof Readable ? request.body : undefined;
      const named = request.headers[IDEMPOTENCY_HEADER];
      const answer = await serve({ caller, sent, params: request.params, named, body, uploads: parts?.uploads ?? [] });
      if (endpoint.body === 'bytes-out') return sendBytes(reply, answer as Bytes);
      void reply.header('cache-control', 'no-store');
      if (endpoint.body === 'events') {
        // Closed with its stream: a connection kept for more would hold up the stop of the server.
        void reply.header('content-type', 'text/event-stream').header('connection', 'close');
        void reply.header('x-accel-buffering', 'no');
        return reply.send(Readable.from(frames(answer as AsyncIterable<unknown>, endpoint.output)));
      }
      return answer;
    },
  });
}

const serving =
  <E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<Answer<E>>): Serve =>
  async (asked) => {
    const answer = await handler(callOf(endpoint, asked));
    if (endpoint.body === 'bytes-out' || endpoint.body === 'events') return answer;
    // Parsing the answer drops every field that the contract does not name: nothing leaves by accident.
    return endpoint.output.parse(answer);
  };

/** @throws AppError for a caller who may not make it, and for an input that is none */
function callOf<E extends Endpoint>(endpoint: E, { caller, sent, params, named, body, uploads = [] }: Asked): Call<E> {
  refuseUnless(endpoint.access, caller);
  const input = parse(endpoint.input, { ...asObject(sent), ...asObject(params) }) as ParsedInputOf<E>;
  return { input, sent, caller, opId: nameOfWrite(named, input), body, uploads };
}

/** @throws AppError when the caller may not make calls of this access */
export function refuseUnless(access: Access, caller: Caller): void {
  const refused = refusalOf(access, caller);
  if (refused) throw new AppError(refused, REFUSALS[refused]);
}

function bodyLimitOf({ body, maxBodyBytes }: Endpoint): number {
  if (body === 'bytes-in') return MAX_VIDEO_BYTES;
  // As JSON, photos come as data URLs, a third longer than the files.
  if (body === 'multipart') return MAX_IMAGES * MAX_IMAGE_BYTES * 1.5;
  return maxBodyBytes ?? MAX_JSON_BYTES;
}

function checkProtocol(request: FastifyRequest): void {
  const spoken = request.headers[PROTOCOL_HEADER];
  if (spoken !== undefined && Number(spoken) > PROTOCOL)
    throw new AppError('unavailable', 'This server is older than the app; it will be updated');
}

const REFUSALS = {
  'sign-in-needed': 'Sign in to do this',
  'not-allowed': 'Your role may not do this',
  'guardian-needed': 'Below 18, a parent or guardian must agree first',
  suspended: 'This account is suspended; an appeal can be made',
};

function parse<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return withoutNul(parsed.data);
  const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.code]));
  throw new AppError('bad-input', 'Some fields cannot be used as they are', { fields });
}

/** PostgreSQL keeps no NUL in a text, and nobody types one. */
function withoutNul<T>(input: T): T {
  for (const [name, value] of Object.entries(input ?? {}))
    if (holdsNul(value)) throw new AppError('bad-input', 'A text holds a NUL', { fields: { [name]: 'nul' } });
  return input;
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** From the header, or from the body for clients that cannot set one; both must then agree. */
function nameOfWrite(header: unknown, input: unknown): string | undefined {
  const field = (input as { opId?: string }).opId;
  if (header === undefined) return field;
  const parsed = Id.safeParse(header);
  if (!parsed.success)
    throw new AppError('bad-input', `${IDEMPOTENCY_HEADER} must be a UUID`, { fields: { opId: 'uuid' } });
  if (field !== undefined && field !== parsed.data)
    throw new AppError('bad-input', 'The op is named twice, differently', { fields: { opId: 'mismatch' } });
  return parsed.data;
}

function sendBytes(reply: FastifyReply, { type, bytes, maxAgeS }: Bytes): FastifyReply {
  const keep = maxAgeS === Infinity ? 'public, max-age=31536000, immutable' : `private, max-age=${maxAgeS}`;
  return reply.header('content-type', type).header('cache-control', keep).send(Buffer.from(bytes));
}
