/** Bind a contract endpoint to its handler: who calls, what they sent, what may leave, all checked here. */

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Endpoint, OutputOf, ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { MAX_VIDEO_BYTES } from '../../contract/limits.ts';
import { Id } from '../../contract/primitives.ts';
import { AUTHOR_FIELD, AUTHOR_HEADER, IDEMPOTENCY_HEADER, PROTOCOL, PROTOCOL_HEADER } from '../../contract/protocol.ts';
import { type Access, type Caller, refusalOf } from '../../contract/user.ts';
import { MAX_JSON_BYTES, tooLarge } from './bodies.ts';
import { asAppError } from './errors.ts';
import { frames } from './events.ts';
import { holdFor } from './held-bytes.ts';
import { laneOf } from './lane.ts';
import { MAX_FORM_BYTES, readMultipart, type Upload } from './multipart.ts';
import type { Room } from './space.ts';
import { type HideWords, wordsHider } from './words.ts';

/** A body may take so long to arrive that its caller's session has ended by then: past this they are looked up again. */
const SAME_CALLER_MS = 2000;

export interface Call<E extends Endpoint> {
  input: ParsedInputOf<E>;
  caller: Caller;
  /** The input as it came, before the schema and with all its numbers: what the same op carries again when it is sent again. */
  sent: unknown;
  /** The name of the write, when the caller gave one. */
  opId: string | undefined;
  /** The raw body of a `bytes-in` endpoint. */
  body: Readable | undefined;
  /** How many bytes the body has, where its sender says so. */
  announced: number | undefined;
  /** The files of a multipart body, in their order. */
  uploads: readonly Upload[];
  /** What the caller's browser says of itself; absent within a batch or an envelope. */
  userAgent: string | undefined;
}

/** Bytes to answer with; `maxAgeS` is how long the caller may keep them (`0`: not at all; `Infinity`: for ever, they are named by hash). */
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
  announced?: number | undefined;
  uploads?: readonly Upload[];
  userAgent?: string | undefined;
}

/** Check a call and do it; the one way to a handler. */
export type Serve = (asked: Asked) => Promise<unknown>;
/** The same for many calls of one caller: all are done, or none is and it throws. */
export type ServeTogether = (asked: readonly Asked[]) => Promise<unknown[]>;

export interface Http {
  app: FastifyInstance;
  findCaller: FindCaller;
  room: Room;
  /** Whether the powers of moderators, officers and admins want a passkey. */
  staffPasskeys: boolean;
  /** Every call that is mounted. */
  served: Map<Endpoint, Serve>;
  /** Those of them that can be done for many at once. */
  servedTogether: Map<Endpoint, ServeTogether>;
}

/** Other ways to a call than its handler. */
interface Ways<E extends Endpoint> {
  /** Many calls of one caller at once. */
  together?: (calls: readonly Call<E>[]) => Promise<OutputOf<E>[]>;
  /** Asked before a large body is read; throws for who is over their limits. */
  early?: (caller: Caller) => Promise<void>;
}

export function mount<E extends Endpoint>(
  http: Http,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  { together, early }: Ways<E> = {},
): void {
  const hideWords = endpoint.method === 'GET' ? undefined : wordsHider(endpoint.input);
  const serve = serving(http.room, endpoint, handler, hideWords);
  http.served.set(endpoint, serve);
  if (together)
    http.servedTogether.set(endpoint, async (asked) => {
      const answers = await together(asked.map((one) => callOf(endpoint, one, hideWords)));
      return answers.map((answer) => endpoint.output.parse(answer));
    });
  const callers = new WeakMap<FastifyRequest, { caller: Caller; at: number }>();
  async function find(request: FastifyRequest): Promise<Caller> {
    const caller = await http.findCaller(request, endpoint.access);
    if (endpoint.access !== 'guest') checkAuthor(request.headers[AUTHOR_HEADER], caller);
    refuseUnless(endpoint.access, caller);
    refuseUnproved(endpoint, caller);
    return caller;
  }
  const lane = laneOf(endpoint);
  http.app.route({
    config: { maxJsonBytes: endpoint.maxBodyBytes ?? MAX_JSON_BYTES },
    method: endpoint.method,
    url: endpoint.path,
    // All that can be refused without the body is refused before a byte of it is read.
    onRequest: async (request) => {
      checkProtocol(request);
      checkBody(request, endpoint);
      const caller = await find(request);
      request.held = holdFor(caller.key);
      callers.set(request, { caller, at: performance.now() });
      if (isLarge(request)) await early?.(caller);
    },
    handler: async (request, reply) => {
      const found = callers.get(request);
      const isFresh = found && performance.now() - found.at < SAME_CALLER_MS;
      const caller = isFresh ? found.caller : await find(request);
      const raw = endpoint.body === 'bytes-in';
      const parts = endpoint.body === 'multipart' ? await readMultipart(request) : undefined;
      const sent = endpoint.method === 'GET' || raw ? request.query : unsigned(parts?.fields ?? request.body, caller);
      // Any other body is not what this call takes.
      const body = raw && request.body instanceof Readable ? request.body : undefined;
      const named = request.headers[IDEMPOTENCY_HEADER];
      const length = Number(request.headers['content-length'] ?? Number.NaN);
      const announced = Number.isInteger(length) ? length : undefined;
      const [{ params }, uploads] = [request, parts?.uploads ?? []];
      const userAgent = request.headers['user-agent'];
      const asked = { caller, sent, params, named, body, announced, uploads, userAgent };
      const answer = await lane(() => serve(asked));
      if (endpoint.body === 'bytes-out') return sendBytes(reply, answer as Bytes);
      void reply.header('cache-control', 'no-store');
      if (endpoint.body === 'events') {
        // Closed with its stream: a connection kept for more would hold up the stop of the server.
        void reply.header('content-type', 'text/event-stream; charset=utf-8').header('connection', 'close');
        void reply.header('x-accel-buffering', 'no');
        return reply.send(Readable.from(frames(answer as AsyncIterable<unknown>, endpoint.output)));
      }
      return answer;
    },
  });
}

const serving =
  <E extends Endpoint>(
    room: Room,
    endpoint: E,
    handler: (call: Call<E>) => Promise<Answer<E>>,
    hideWords: HideWords | undefined,
  ): Serve =>
  async (asked) => {
    const answer = await handler(callOf(endpoint, asked, hideWords)).catch((error: unknown) => {
      const { code } = asAppError(error);
      if (code === 'storage-full') room.refused();
      const wanted = code === 'not-found' && isByOffice(endpoint) && officeNeeds(asked.caller);
      throw wanted ? new AppError(wanted, REFUSALS[wanted]) : error;
    });
    if (endpoint.body === 'bytes-out' || endpoint.body === 'events') return answer;
    // Parsing the answer drops every field that the contract does not name: nothing leaves by accident.
    return endpoint.output.parse(answer);
  };

/** @throws AppError for a caller who may not make it, and for an input that is none */
function callOf<E extends Endpoint>(endpoint: E, asked: Asked, hideWords: HideWords | undefined): Call<E> {
  const { caller, sent, params, named, body, announced, uploads = [], userAgent } = asked;
  refuseUnless(endpoint.access, caller);
  const parsed = parse(endpoint.input, { ...asObject(sent), ...asObject(params) });
  const input = (hideWords ? hideWords(parsed) : parsed) as ParsedInputOf<E>;
  const by = isByOffice(endpoint) ? withoutIdleOffice(caller) : caller;
  return { input, sent, caller: by, opId: nameOfWrite(named, input), body, announced, uploads, userAgent };
}

/** Whether an office does or reads more by it than its field view: all that is written, and what says so of itself. */
const isByOffice = ({ method, widerForOffice }: Endpoint): boolean => method !== 'GET' || widerForOffice === true;

/** The field view goes on; what is done while the office lies idle is done as anybody with an account (decision 063). */
const withoutIdleOffice = (caller: Caller): Caller =>
  caller.kind === 'user' && isIdle(caller) ? { ...caller, role: 'poster', districts: [] } : caller;

/** What their office lets somebody change or read is hidden while it wants to be shown something first: they wait for it. */
function officeNeeds(caller: Caller): 'passkey-needed' | 'proof-needed' | undefined {
  if (caller.kind === 'anonymous') return undefined;
  if (caller.lacksPasskey) return 'passkey-needed';
  return caller.isIdle ? 'proof-needed' : undefined;
}

/** @throws AppError when the caller may not make calls of this access */
export function refuseUnless(access: Access, caller: Caller): void {
  const refused = refusalOf(access, caller);
  if (refused === 'sign-in-needed') throw unproved(caller);
  if (refused) throw new AppError(refused, REFUSALS[refused]);
}

/** @throws AppError proof-needed before an act of weight in a session that was proved too long ago */
function refuseUnproved({ proofMinutes }: Endpoint, caller: Caller): void {
  if (proofMinutes === undefined || caller.kind === 'anonymous' || !caller.provedAt) return;
  if (caller.provedAt.getTime() < Date.now() - proofMinutes * 60_000) throw proofNeeded();
}

/** Whether the caller holds an office that lies idle: what they do is done without it. */
export const isIdle = (caller: Caller): boolean => caller.kind === 'user' && caller.isIdle === true;

/** For acts of weight, and for what an office that lies idle would be believed in a call that is anybody's. */
export const proofNeeded = () => new AppError('proof-needed', REFUSALS['proof-needed']);

/** A call in somebody's name that does not come with a token of theirs. @throws AppError sign-in-needed */
export function checkAuthor(said: unknown, caller: Caller): void {
  if (said !== undefined && said !== (caller.kind === 'user' ? caller.userId : undefined)) throw unproved(caller);
}

/** Who hears that there was no token, and has sent one, knows that it was lost on the way. */
const unproved = ({ kind }: Caller) =>
  new AppError('sign-in-needed', 'Sign in to do this', {
    fields: { authorization: kind === 'anonymous' ? 'missing' : 'of-another' },
  });

/** The body without the word on whose it is, which is looked at here. */
function unsigned(body: unknown, caller: Caller): unknown {
  if (typeof body !== 'object' || body === null || !(AUTHOR_FIELD in body)) return body;
  const { [AUTHOR_FIELD]: said, ...sent } = body;
  checkAuthor(said, caller);
  return sent;
}

/** @throws AppError for a body that says of itself that it is not what the call takes */
function checkBody({ headers }: FastifyRequest, { body, maxBodyBytes = MAX_JSON_BYTES }: Endpoint): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new AppError('bad-input', 'Bodies come as they are, not packed', { fields: { body: 'packed' } });
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  const most = isJson || body === undefined ? maxBodyBytes : body === 'multipart' ? MAX_FORM_BYTES : MAX_VIDEO_BYTES;
  if (Number(headers['content-length'] ?? 0) > most) throw tooLarge(most);
}

/** Of a body that comes in chunks nobody knows. */
const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_JSON_BYTES;

function checkProtocol(request: FastifyRequest): void {
  const spoken = request.headers[PROTOCOL_HEADER];
  if (spoken !== undefined && Number(spoken) > PROTOCOL)
    throw new AppError('unavailable', 'This server is older than the app; it will be updated');
}

const REFUSALS = {
  'not-allowed': 'Your role may not do this',
  'guardian-needed': 'Below 18, a parent or guardian must agree first',
  suspended: 'This account is suspended; an appeal can be made',
  'proof-needed': 'Show once more that it is you',
  'passkey-needed': 'This office wants a passkey: add one to the account, or use the one that it has',
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

/**
 * From the body, or from the header where the body has no place for it. Where both are there and differ, somebody on the
 * way has changed the header: the body is the caller's own.
 */
function nameOfWrite(header: unknown, input: unknown): string | undefined {
  const field = (input as { opId?: string }).opId;
  if (field !== undefined || header === undefined) return field;
  const parsed = Id.safeParse(header);
  if (!parsed.success)
    throw new AppError('bad-input', `${IDEMPOTENCY_HEADER} must be a UUID`, { fields: { opId: 'uuid' } });
  return parsed.data;
}

/** Opened by itself, not by the app, it is downloaded, and whatever it holds may do nothing. */
const HARMLESS = {
  'content-disposition': 'attachment',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const;

function sendBytes(reply: FastifyReply, { type, bytes, maxAgeS }: Bytes): FastifyReply {
  const some = maxAgeS === 0 ? 'no-store' : `private, max-age=${maxAgeS}`;
  const keep = maxAgeS === Infinity ? 'public, max-age=31536000, immutable' : some;
  const headers = { ...HARMLESS, 'content-type': type, 'cache-control': keep };
  return reply.headers(headers).send(Buffer.from(bytes));
}
