/** The agreement itself: its wire shape cannot change unseen. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, pathParameters } from '../../contract/endpoint.ts';
import { ERRORS } from '../../contract/errors.ts';
import { endpoints, PROTOCOL } from '../../contract/protocol.ts';
import { namesSaying, type QueuedName, queuedCalls, says } from '../../contract/queued.ts';

/**
 * What a device and a server of this protocol number send each other. When this test fails, ask what a reader of the
 * old shape makes of the new one: a field more is no harm and only the hash below changes; anything a reader would
 * misunderstand or miss also raises PROTOCOL.
 */
const PINNED = { protocol: 1, sha256: 'db01ca61de700791092dfea90d963a74b6a7cdd9bf3892ed1d6d069570b9bebc' };

const all = Object.entries(endpoints) as [string, Endpoint][];
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

const propertiesOf = (name: QueuedName): string[] => {
  const { properties, allOf, anyOf } = schemaOf(endpoints[name].input, 'input');
  return [
    properties,
    ...[...(allOf ?? []), ...(anyOf ?? [])].map((one) => (one as { properties?: object }).properties),
  ].flatMap((some) => Object.keys(some ?? {}));
};

/** Keys in order, and lists of words (of an enum), so that only what is said counts and not where it stands in a file. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? [...value].sort() : value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

describe('the calls that may wait', () => {
  it('are named in one place, and each says how', () => {
    const saying = all.filter(([, call]) => call.queued !== undefined).map(([name]) => name);
    expect(saying.sort()).toEqual(Object.keys(queuedCalls).sort());
    expect(namesSaying('sealed')).toContain('putFile');
    expect(namesSaying('sealed')).not.toContain('compareFace'); // its answer would reach nobody
    expect(namesSaying('together')).not.toContain('startConversation'); // it may be answered under another id
  });

  it('name a write by its opId, and what they make by an id (R419, A13)', () => {
    for (const name of namesSaying('makes')) expect(propertiesOf(name)).toContain('id');
    for (const name of namesSaying('together')) expect(propertiesOf(name)).toContain('opId');
  });

  it('are no harm where a newer app has left one that is not known here', () => {
    expect(says('sendSmoke', 'together')).toBe(false);
    expect(says('toString', 'sealed')).toBe(false);
  });
});

describe('the wire', () => {
  it('has the shape that is pinned beside its protocol number', () => {
    const shape = all.map(([name, { method, path, access, body, input, output }]) => ({
      name,
      method,
      path,
      access,
      body: body ?? 'json',
      input: schemaOf(input, 'input'),
      output: schemaOf(output, 'output'),
    }));
    const text = JSON.stringify(sorted([shape.sort((a, b) => (a.name < b.name ? -1 : 1)), ERRORS]));
    expect({ protocol: PROTOCOL, sha256: createHash('sha256').update(text).digest('hex') }).toEqual(PINNED);
  });

  it('names each path parameter in its input, and no two calls share a method and a path', () => {
    for (const [name, { path, input }] of all) {
      const { properties = {} } = schemaOf(input, 'input');
      expect([name, Object.keys(properties)]).toEqual([name, expect.arrayContaining(pathParameters(path))]);
    }
    const places = all.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('has the calls of the specification at their places (R321-R325)', () => {
    const place = ({ method, path }: Endpoint) => `${method} ${path}`;
    expect(place(endpoints.compareFace)).toBe('POST /api/face/compare');
    expect(place(endpoints.uploadLostFoundPerson)).toBe('POST /api/face/uploadLostFoundPerson');
    expect(place(endpoints.countryCode)).toBe('GET /countryCode');
  });
});
