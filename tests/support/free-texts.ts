/** The free texts of the calls: every field that holds whatever somebody writes. */

import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/protocol.ts';

/** Texts that are no words. A new one of a call belongs here only if nobody types it, or if it must be kept to the letter. */
export const AS_THEY_ARE: readonly string[] = [
  'createReport images[]',
  'forgotPassword devices[]',
  'login devices[]',
  'login password',
  'proveOneself devices[]',
  'proveOneself password',
  'register password',
  'resendOtp devices[]',
  'resetPassword devices[]',
  'resetPassword password',
  'sendOps ops[].author',
  'sendOps ops[].entity',
  'signInByPasskey devices[]',
  'stopByToken token',
  'subscribePush keys.auth',
  'subscribePush keys.p256dh',
  'updateUser newPassword',
  'updateUser password',
  'uploadLostFoundPerson photo',
  'verifyOtp devices[]',
  'verifyOtp password',
];

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
}

/** One input for each free text of a schema, with `text` in it and nothing else. */
function planted(schema: Schema, at: string, text: string): { at: string; input: unknown }[] {
  if (schema.type === 'string') {
    const isFree = schema.const === undefined && !schema.enum && !schema.format && !schema.pattern;
    return isFree ? [{ at, input: text }] : [];
  }
  const some = (schema.anyOf ?? []).flatMap((one) => planted(one, at, text));
  const items = schema.items ? planted(schema.items, `${at}[]`, text) : [];
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    planted(member, at ? `${at}.${name}` : name, text).map((found) => ({
      at: found.at,
      input: { [name]: found.input },
    })),
  );
  const others =
    typeof schema.additionalProperties === 'object' ? planted(schema.additionalProperties, `${at}{}`, text) : [];
  return [
    ...some,
    ...items.map((found) => ({ at: found.at, input: [found.input] })),
    ...members,
    ...others.map((found) => ({ at: found.at, input: { any: found.input } })),
  ];
}

/** An input of a call for each of its free texts. */
export const withEachText = ({ input }: Endpoint, text: string): { at: string; input: unknown }[] =>
  planted(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema, '', text);

const writing = (Object.entries(endpoints) as [string, Endpoint][]).filter(([, { method }]) => method !== 'GET');

/** Every free text of every call that writes: the name of the call, and where in its input the text is. */
export const freeTexts = (): string[] => [
  ...new Set(writing.flatMap(([name, call]) => withEachText(call, '').map(({ at }) => `${name} ${at}`))),
];

/** The same of a call that was made: each text in it that `is` one of those asked for. */
export function textsWritten(method: string, path: string, body: unknown, is: (text: string) => boolean): string[] {
  const fits = (call: Endpoint) =>
    call.method === method && new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
  const parts = (call: Endpoint) => call.path.split(':').length;
  const [made] = writing.filter(([, call]) => fits(call)).sort(([, a], [, b]) => parts(a) - parts(b));
  if (!made) throw new Error(`${method} ${path} is no call that writes`);
  return placesIn(body, '', is).map((at) => `${made[0]} ${at}`);
}

function placesIn(value: unknown, at: string, is: (text: string) => boolean): string[] {
  if (typeof value === 'string') return is(value) ? [at] : [];
  if (Array.isArray(value)) return value.flatMap((item) => placesIn(item, `${at}[]`, is));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => placesIn(member, at ? `${at}.${name}` : name, is));
}
