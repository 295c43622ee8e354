/** What people write, as it may be kept: private numbers in any free text of a call are hidden before its handler runs. */

import * as z from 'zod/mini';
import { besideFaces } from '../../contract/face.ts';
import { maskPrivateNumbers } from '../../contract/private-numbers.ts';

/** Texts that no format or pattern binds and that are still no words: secrets, names of things, photos of old clients. */
const NOT_WORDS: ReadonlySet<string> = new Set([
  ...['password', 'newPassword', 'devices', 'token', 'p256dh', 'auth'],
  ...['entity', 'author', 'photo', 'images'],
  // What was seen of a report before an edit (`was`), field by field: these are compared to the letter.
  ...['phoneNumber', 'photos', 'place'],
]);

/** In whose words old clients send a face, digit for digit; it is taken out before they are kept. */
const WITH_FACE = 'description';

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
}

/** Answers the input with the private numbers in its words hidden. */
export type HideWords = (input: unknown) => unknown;

/** How an input of this schema is changed; undefined where it holds no words. */
export const wordsHider = (schema: z.ZodMiniType): HideWords | undefined =>
  hiderOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema); // as zod writes it

function hiderOf(schema: Schema, name = ''): HideWords | undefined {
  const isText = schema.type === 'string' && schema.const === undefined && !schema.enum;
  if (isText) return schema.format || schema.pattern ? undefined : name === WITH_FACE ? hideBesideFaces : hideIn;
  const some = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => hiderOf(one, name) ?? []);
  if (some.length > 0) return (value) => some.reduce((changed, hide) => hide(changed), value);
  const hideItem = schema.items && hiderOf(schema.items);
  if (hideItem) return (value) => (Array.isArray(value) ? value.map(hideItem) : value);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]): [string, HideWords][] => {
    const hide = NOT_WORDS.has(name) && !member.properties ? undefined : hiderOf(member, name);
    return hide ? [[name, hide]] : [];
  });
  const rest = typeof schema.additionalProperties === 'object' ? hiderOf(schema.additionalProperties) : undefined;
  return members.length > 0 || rest ? (value) => hideMembers(value, new Map(members), rest) : undefined;
}

const hideIn: HideWords = (value) => (typeof value === 'string' ? maskPrivateNumbers(value) : value);

const hideBesideFaces: HideWords = (value) =>
  typeof value === 'string' ? besideFaces(value, maskPrivateNumbers, (numbers) => numbers) : value;

function hideMembers(value: unknown, members: ReadonlyMap<string, HideWords>, rest: HideWords | undefined): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const changed = Object.entries(value).map(([name, member]) => {
    const hide = members.get(name) ?? (NOT_WORDS.has(name) ? undefined : rest);
    return [name, hide ? hide(member) : member] as const;
  });
  return Object.fromEntries(changed);
}
