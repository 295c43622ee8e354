/** What a bad network, a gateway or a server in trouble does to a call. Each was seen; the link and the proxy both play them. */

/**
 * Faults that end by themselves: an outbox gets over each without a person.
 * - `drop`: the request never arrives.
 * - `lose-answer`: it arrives and is done; the answer does not come back.
 * - `late`: the device gives up, and the request arrives after later ones.
 * - `twice`: it arrives twice.
 * - `cut-answer`: half of the answer comes.
 * - `cut-upload`: a part of a raw body arrives.
 * - `error`, `gateway`, `busy`: 500 in our words, 502 with a gateway's page, 503 in a gateway's words.
 * - `slow-down`: 429 with Retry-After.
 * - `captive`: a login page with status 200.
 * - `stranger`: JSON of somebody else with status 200.
 * - `signed-out`: 401.
 */
export const FAULTS = [
  'drop',
  'lose-answer',
  'late',
  'twice',
  'cut-answer',
  'cut-upload',
  'error',
  'gateway',
  'busy',
  'slow-down',
  'captive',
  'stranger',
  'signed-out',
] as const;

/**
 * Those that need a real connection, or a person.
 * - `hang`: the connection stands and nothing comes.
 * - `slow`: everything comes, later; what was asked after it overtakes it.
 * - `truncated`: half of the answer's JSON in a whole HTTP message.
 * - `other-shape`: it is done, and the answer has another shape than agreed.
 * - `redirect`: a login page's 302.
 * - `too-large`: a gateway's 413.
 */
export const WIRE_FAULTS = [...FAULTS, 'hang', 'slow', 'truncated', 'other-shape', 'redirect', 'too-large'] as const;

export type Fault = (typeof FAULTS)[number];
export type WireFault = (typeof WIRE_FAULTS)[number];

/** One request that a device tried to make. */
export interface Sent<F extends WireFault = WireFault> {
  method: string;
  path: string;
  opId: string | undefined;
  fault: F | undefined;
  /** Of the answer that came back to the device. */
  status: number | undefined;
}

export const RETRY_AFTER_S = 120;

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The faults that are an answer of somebody else, and that answer. */
export const ANSWERS = {
  error: json(500, { code: 'server', message: 'no' }),
  gateway: page(502, '<h1>Bad Gateway</h1>'),
  busy: json(503, { error: 'Service Unavailable', statusCode: 503 }),
  'slow-down': json(429, { code: 'too-many', message: 'no' }, { 'retry-after': String(RETRY_AFTER_S) }),
  captive: page(200, '<title>Hotel</title><form>Room number</form>'),
  redirect: page(302, '<title>Hotel</title>', { location: 'http://login.hotel.invalid/' }),
  stranger: json(200, { ok: true, receipt: { opId: '00000000-0000-4000-8000-000000000000' } }),
  'signed-out': json(401, { code: 'sign-in-needed', message: 'no' }),
  'too-large': page(413, '<h1>Request Entity Too Large</h1>'),
} as const satisfies Partial<Record<WireFault, Answer>>;

export const isAnswer = (fault: WireFault): fault is keyof typeof ANSWERS => Object.hasOwn(ANSWERS, fault);

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function page(status: number, html: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: html };
}

/** The same numbers for the same seed, 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
