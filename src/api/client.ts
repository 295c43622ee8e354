/** The one place that talks to the server: a contract endpoint in, a checked answer or an `AppError` out. */

import { type Endpoint, type InputOf, type OutputOf, pathParameters } from '../../contract/endpoint.ts';
import { AppError, ERRORS, ErrorBody, isErrorCode, REFUSAL_TYPE } from '../../contract/errors.ts';
import { AUTHOR_FIELD, AUTHOR_HEADER, IDEMPOTENCY_HEADER, PROTOCOL, PROTOCOL_HEADER } from '../../contract/protocol.ts';
import { eventsIn } from './event-stream.ts';

export interface CallOptions {
  /** Names the write; the server does it once however often it arrives. */
  opId?: string;
  /** The raw bytes of a `bytes-in` endpoint. */
  body?: Blob;
  /** The files of a `multipart` endpoint, by field. */
  files?: Readonly<Record<string, Blob>>;
  signal?: AbortSignal;
  /** Send no access token, though there may be one: the call is nobody's. */
  nameless?: boolean;
  /**
   * The account that the call is made for; the server takes it for nobody else. A queued write names its own, and carries
   * it in its body too. Absent for who is signed in; empty for a call that says nothing of it.
   */
  author?: string | undefined;
  /** Send this token instead of the stored one: the call ends a session that this device has left. */
  token?: string;
}

export interface Api {
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>>;
  /** The raw bytes of a `bytes-out` endpoint. */
  bytes<E extends Endpoint>(endpoint: E, input: InputOf<E>, signal?: AbortSignal): Promise<Blob>;
  /** What an `events` endpoint tells, as it comes, until its stream ends. Kinds that this app does not know are left out. */
  events<E extends Endpoint>(endpoint: E, input: InputOf<E>, signal: AbortSignal): AsyncIterable<OutputOf<E>>;
  /** Where a `bytes-out` endpoint is read, for downloads in parts. */
  url<E extends Endpoint>(endpoint: E, input: InputOf<E>): string;
}

export interface ApiSettings {
  /** The API host; empty for the app's own origin (R321). */
  base: string;
  fetch: typeof fetch;
  /** The stored access token, read at each call; sent raw, without a Bearer prefix (R322, A4). */
  token: () => string | undefined;
  /** The account that the token is of, as far as this device knows. */
  author?: () => string | undefined;
  /** Have the user show once more that it is them; true when they have, and the call is made again. */
  prove?: () => Promise<boolean>;
}

/** A client of the API. It never follows a redirect: ours has none, and a captive portal's is a stranger's answer. */
export function createApi({ base, fetch, token, author, prove }: ApiSettings): Api {
  async function send(endpoint: Endpoint, input: Record<string, unknown>, options: CallOptions): Promise<Response> {
    const { url, rest } = address(base, endpoint, input);
    const headers = new Headers({ [PROTOCOL_HEADER]: String(PROTOCOL) });
    const accessToken = options.nameless ? undefined : (options.token ?? token());
    if (endpoint.method === 'GET') headers.set('accept', ACCEPTED);
    if (accessToken) headers.set('authorization', accessToken);
    const whose = options.author ?? (options.token === undefined ? author?.() : undefined);
    if (whose && !options.nameless) headers.set(AUTHOR_HEADER, whose);
    if (options.opId) headers.set(IDEMPOTENCY_HEADER, options.opId);
    const signed = options.author && !options.nameless ? { [AUTHOR_FIELD]: options.author } : {};
    const body = bodyOf(endpoint, { ...rest, ...signed }, options);
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    if (body instanceof Blob) headers.set('content-type', 'application/octet-stream');
    try {
      return await fetch(url, {
        method: endpoint.method,
        headers,
        redirect: 'manual',
        cache: endpoint.body === 'bytes-out' ? 'default' : 'no-store',
        credentials: 'omit',
        ...(body === undefined ? {} : { body }),
        ...(options.signal ? { signal: options.signal } : {}),
      });
    } catch (cause) {
      if (options.signal?.aborted) throw new AppError('cancelled', 'The call was cancelled', { cause });
      throw new AppError('network', 'The server could not be reached', { cause });
    }
  }

  /** A call of the user's own that wants a proof asks for it and goes on; one that is queued waits for them instead. */
  async function sendProved(
    endpoint: Endpoint,
    input: Record<string, unknown>,
    options: CallOptions,
  ): Promise<Response> {
    const response = await send(endpoint, input, options);
    if (response.status !== 403 || !prove || options.author !== undefined) return response;
    const body = ErrorBody.safeParse(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    );
    if (body.data?.code !== 'proof-needed' || !(await prove())) return response;
    return send(endpoint, input, options);
  }

  return {
    async call(endpoint, input, options = {}) {
      const response = await sendProved(endpoint, input as Record<string, unknown>, options);
      const answer = await readJson(response);
      if (isYes(response)) return checked(endpoint, answer);
      const refused = refusal(response, answer);
      if (ERRORS[refused.code].status === 401) console.warn(`Unauthorized: ${endpoint.method} ${endpoint.path}`); // R350
      throw refused;
    },

    async bytes(endpoint, input, signal) {
      const response = await sendProved(endpoint, input as Record<string, unknown>, signal ? { signal } : {});
      if (!isYes(response)) throw refusal(response, await readJson(response));
      if (response.headers.get('content-type')?.startsWith('text/html'))
        throw new AppError('not-our-server', 'A web page came instead of a file');
      const file = await uncut(response.blob());
      // 200 and 204 without a byte are some proxy's; no file of ours is empty.
      if (file.size === 0) throw new AppError('not-our-server', 'Nothing came instead of a file');
      return file;
    },

    async *events(endpoint, input, signal) {
      const response = await send(endpoint, input as Record<string, unknown>, { signal });
      if (!isYes(response)) throw refusal(response, await readJson(response));
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
      if (!isStream || !response.body) throw stranger(response, 'not-our-server');
      for await (const event of eventsIn(response.body)) {
        const parsed = endpoint.output.safeParse(event);
        if (parsed.success) yield parsed.data as OutputOf<typeof endpoint>; // what its own schema has just checked
      }
    },

    url: (endpoint, input) => address(base, endpoint, input as Record<string, unknown>).url,
  };
}

/** Note: Refusals as answers. Of what else is there, all is taken, as by a browser that says nothing. */
const ACCEPTED = `${REFUSAL_TYPE}, */*`;

/** A "no" whose status does not say so. */
export const isRefusal = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith(REFUSAL_TYPE) ?? false;
const isYes = (response: Response): boolean => response.ok && !isRefusal(response);

/** Path parameters go into the path; a GET's (and a raw upload's) other fields into the query; the rest is the body. */
function address(base: string, endpoint: Endpoint, input: Record<string, unknown>) {
  const rest = { ...input };
  let path = endpoint.path;
  for (const name of pathParameters(endpoint.path)) {
    path = path.replace(`:${name}`, encodeURIComponent(String(rest[name])));
    delete rest[name];
  }
  const query = new URLSearchParams();
  if (endpoint.method === 'GET' || endpoint.body === 'bytes-in') {
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query}` : '';
  return { url: `${base}${path}${search}`, rest };
}

/** What a call carries: raw bytes, a form with its fields as one JSON part, or JSON. */
function bodyOf(
  endpoint: Endpoint,
  fields: Record<string, unknown>,
  { body, files }: CallOptions,
): Blob | FormData | string | undefined {
  if (endpoint.body === 'bytes-in') return body;
  if (endpoint.method === 'GET') return undefined;
  if (endpoint.body !== 'multipart') return JSON.stringify(fields);
  const form = new FormData();
  form.set('data', JSON.stringify(fields));
  for (const [name, file] of Object.entries(files ?? {})) form.set(name, file);
  return form;
}

/** The body as JSON; anything else comes from somebody between us and the server. */
async function readJson(response: Response): Promise<unknown> {
  const isJson = isRefusal(response) || (response.headers.get('content-type')?.startsWith('application/json') ?? false);
  const text = await uncut(response.text());
  if (!isJson) throw stranger(response, 'not-our-server');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('network', 'The answer was cut off', { cause });
  }
}

/** A body that ends before its time is the link's failure, like a request that never arrived. */
async function uncut<T>(body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch (cause) {
    throw new AppError('network', 'The answer was cut off', { cause });
  }
}

function refusal(response: Response, answer: unknown): AppError {
  const body = ErrorBody.safeParse(answer);
  if (!body.success || !isErrorCode(body.data.code)) return stranger(response, 'bad-answer');
  return new AppError(body.data.code, body.data.message, {
    ...(body.data.fields ? { fields: body.data.fields } : {}),
    retryAfterMs: retryAfter(response),
  });
}

/**
 * An answer in other words than ours. A gateway in front of our server speaks for it when the server is down, busy or
 * would not take so much, and that is not a login page; what else it may be is for the caller to say.
 */
function stranger(response: Response, otherwise: 'not-our-server' | 'bad-answer'): AppError {
  const { status } = response;
  const code = status >= 500 ? 'unavailable' : status === 429 ? 'too-many' : status === 413 ? 'too-large' : otherwise;
  return new AppError(code, `An answer that is not ours (${status})`, { retryAfterMs: retryAfter(response) });
}

/** Only whole seconds are read; a date comes from a clock that may differ from this device's. */
function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? seconds * 1000 : undefined;
}

function checked<E extends Endpoint>(endpoint: E, answer: unknown): OutputOf<E> {
  const parsed = endpoint.output.safeParse(answer);
  if (!parsed.success)
    throw new AppError('bad-answer', 'The answer has another shape than agreed', { cause: parsed.error });
  return parsed.data as OutputOf<E>; // what this endpoint's own schema has just checked
}
