/** Requests as the contract's schemas allow them, drawn at random: ids and hashes are mostly of things that are there. */

import fc, { type Arbitrary } from 'fast-check';
import type { InjectOptions } from 'fastify';
import * as z from 'zod/mini';
import { type Endpoint, pathParameters } from '../../contract/endpoint.ts';

/** What stands where a schema asks for an id, a hash, an e-mail, or a word to search for. */
export interface Pools {
  ids: readonly string[];
  hashes: readonly string[];
  emails: readonly string[];
  words: readonly string[];
}

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Nothing the server takes needs more of a list than this. */
const MOST_ITEMS = 3;
const HASH = /\[0-9a-f\]\{64\}|\[a-f0-9\]\{64\}/;

/** Inputs that this schema allows. */
export const inputsOf = (schema: z.ZodMiniType, pools: Pools): Arbitrary<Record<string, unknown>> =>
  drawn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, pools).map((value) =>
    typeof value === 'object' && value !== null ? { ...value } : {},
  );

function drawn(schema: Schema, pools: Pools): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const some = schema.anyOf ?? schema.oneOf;
  if (some) return fc.oneof(...some.map((one) => drawn(one, pools)));
  if (schema.type === 'string') return textOf(schema, pools);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer')
    return fc.integer({ min: Math.max(schema.minimum ?? -10, -1e9), max: Math.min(schema.maximum ?? 200, 1e9) });
  if (schema.type === 'number')
    return fc.double({ min: schema.minimum ?? -180, max: schema.maximum ?? 180, noNaN: true });
  if (schema.type === 'array')
    return fc.array(drawn(schema.items ?? {}, pools), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS)),
    });
  if (schema.type === 'object' || schema.properties) {
    const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, drawn(one, pools)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  }
  return fc.constantFrom<unknown>('1', 1, true);
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Schema, pools: Pools): Arbitrary<string> {
  if (format === 'uuid') return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pools.ids) }, fc.uuid());
  if (format === 'date-time') return fc.constantFrom('2026-11-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z');
  if (format === 'date') return fc.constantFrom('2026-11-01', '2030-01-01');
  if (pattern && HASH.test(pattern)) return fc.constantFrom(...pools.hashes);
  if (format === 'email' || pattern?.includes('@')) return fc.constantFrom(...pools.emails);
  const words = fc.constantFrom(...pools.words, '');
  if (!pattern) return words.map((word) => word.slice(0, maxLength).padEnd(minLength, 'x'));
  return fc.oneof(words, fc.stringMatching(new RegExp(pattern)));
}

/** A call as it goes over the wire: as by the app's own client. */
export function requestOf(endpoint: Endpoint, input: Record<string, unknown>, token: string): InjectOptions {
  const rest = { ...input };
  let path = endpoint.path;
  for (const name of pathParameters(path)) {
    path = path.replace(`:${name}`, encodeURIComponent(asText(rest[name] ?? 'none')) || 'none');
    delete rest[name];
  }
  const query = Object.entries(rest).map(([name, value]) => [name, asText(value)]);
  const isInQuery = endpoint.method === 'GET' || endpoint.body === 'bytes-in';
  const headers = {
    ...(token ? { authorization: token } : {}),
    ...(endpoint.body === 'bytes-in' ? { 'content-type': 'application/octet-stream' } : {}),
  };
  return {
    method: endpoint.method,
    url: isInQuery ? `${path}?${new URLSearchParams(query)}` : path,
    headers,
    ...(endpoint.body === 'bytes-in' ? { payload: Buffer.from('abc') } : {}),
    ...(isInQuery ? {} : { payload: rest }),
  };
}

const asText = (value: unknown): string =>
  (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)).toWellFormed();
