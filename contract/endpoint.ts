/** One REST call as data: what a browser sends, what the server answers, and who may call. */

import type * as z from 'zod/mini';
import type { Access } from './user.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Endpoint<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: Method;
  /** Path parameters are written `:name` and are fields of the input. */
  readonly path: string;
  /** Who may call: an entry of PERMISSIONS in user.ts. */
  readonly access: Access;
  /** Path parameters, then the query (GET) or the JSON body, as one object. */
  readonly input: Input;
  readonly output: Output;
  /**
   * - `bytes-in`: the body is raw bytes and the input holds only parameters.
   * - `bytes-out`: the answer is raw bytes.
   * - `multipart`: fields and files (R323). A field `data` holds JSON; JSON as the whole body is taken too (A23).
   * - `events`: the answer is a stream of server-sent events, each the JSON of the output.
   */
  readonly body?: 'bytes-in' | 'bytes-out' | 'multipart' | 'events';
  /** The largest JSON body it takes; 64 KiB when absent. */
  readonly maxBodyBytes?: number;
  /** An act of weight: in a session with a passkey its owner has proved within so many minutes that it is them. */
  readonly proofMinutes?: number;
  /** What anybody may read, each their own, and an office of others: one that lies idle reads it as anybody, as it writes. */
  readonly widerForOffice?: true;
  /** It may wait in a device's outbox; absent of what makes no sense an hour later. Its name goes into queued.ts. */
  readonly queued?: Queued;
}

/** How a call that waits may travel. */
export interface Queued {
  /** Its input's `id` is that of what it makes: an entity that other calls change, or a part of one. */
  readonly makes?: 'entity' | 'part';
  /** With others, in one call (ops.ts). Not a scan, which waits for the face index; nor what may be answered under another id. */
  readonly together?: true;
  /** In an envelope that anybody carries (envelope.ts). Not a question (a scan): its answer would reach nobody. */
  readonly sealed?: true;
}

/** Declare a call; the point of it is the inferred type. */
export const endpoint = <const E extends Endpoint>(call: E): E => call;

export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

/** The names of the `:parameters` of a path. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
