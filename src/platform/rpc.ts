/** Calls across a worker boundary: an interface on one side, its handlers on the other, one reply a call. */

import { AppError, isErrorCode } from '../../contract/errors.ts';

type Methods<T> = { [K in keyof T]: T[K] extends (...args: never[]) => Promise<unknown> ? T[K] : never };

/** `end` stops the worker; calls that wait for it, and later ones, fail with `worker-lost`. */
export type Remote<T> = { readonly [K in keyof T]: T[K] } & { end(): void };

interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: unknown[];
}
type Reply =
  | { readonly id: number; readonly kind: 'value'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'failure'; readonly code: string; readonly message: string }
  | { readonly id: number; readonly kind: 'bug'; readonly message: string; readonly stack: string | undefined };

/** The part of a Worker that a connection uses. */
export interface WorkerLike {
  postMessage(message: unknown, moved: Transferable[]): void;
  addEventListener(type: 'message' | 'messageerror' | 'error', listener: (event: Event) => void): void;
  terminate(): void;
}

/** The part of a worker's own `self` that serving uses. */
export interface WorkerSelf {
  postMessage(message: unknown, moved: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

const moves = new WeakMap<object, Transferable[]>();

/** Mark a value whose `moved` parts go to the other side instead of being copied; this side must not touch them again. */
export function transfer<T extends object>(value: T, moved: Transferable[]): T {
  moves.set(value, moved);
  return value;
}

const movedWith = (values: readonly unknown[]): Transferable[] =>
  values.flatMap((value) => (typeof value === 'object' && value !== null ? (moves.get(value) ?? []) : []));

/** Every promise of the remote settles: with the reply, or with `worker-lost` when the worker dies first. */
export function connect<T extends Methods<T>>(worker: WorkerLike): Remote<T> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  let lost: AppError | undefined;

  const end = (message: string): void => {
    if (lost) return;
    lost = new AppError('worker-lost', message);
    worker.terminate();
    for (const { reject } of waiting.values()) reject(lost);
    waiting.clear();
  };
  worker.addEventListener('message', (event) => {
    const reply = (event as MessageEvent<Reply>).data; // only `serve` below posts from there
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === 'value') call?.resolve(reply.value);
    else call?.reject(toError(reply));
  });
  worker.addEventListener('messageerror', () => end('a reply of the worker could not be read'));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    end(`the worker failed: ${'message' in event ? String(event.message) : 'no reason given'}`);
  });

  const call = (method: string, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost);
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      try {
        worker.postMessage({ id, method, args } satisfies Call, movedWith(args));
      } catch (error) {
        waiting.delete(id);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  const remote = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'end') return () => end('the worker was ended');
        // A promise is asked for `then`; a remote is not one.
        return typeof name === 'symbol' || name === 'then' ? undefined : (...args: unknown[]) => call(name, args);
      },
    },
  );
  return remote as Remote<T>; // the proxy has whatever method is asked for; `serve<T>` on the other side has T's
}

/** Answer the calls of `connect<T>` with these handlers. */
export function serve<T extends Methods<T>>(self: WorkerSelf, handlers: T): void {
  const table = new Map<string, unknown>(Object.entries(handlers));
  self.addEventListener('message', (event) => {
    const { id, method, args } = event.data as Call; // only `connect` above posts to here
    void answer(table.get(method), method, args).then(
      (value) => self.postMessage({ id, kind: 'value', value } satisfies Reply, movedWith([value])),
      (error: unknown) => self.postMessage(toReply(id, error), []),
    );
  });
}

async function answer(handler: unknown, method: string, args: unknown[]): Promise<unknown> {
  if (typeof handler !== 'function') throw new Error(`the worker has no method ${method}`);
  return handler(...args);
}

function toReply(id: number, error: unknown): Reply {
  if (error instanceof AppError) return { id, kind: 'failure', code: error.code, message: error.message };
  if (error instanceof Error)
    return { id, kind: 'bug', message: `${error.name}: ${error.message}`, stack: error.stack };
  return { id, kind: 'bug', message: String(error), stack: undefined };
}

function toError(reply: Exclude<Reply, { kind: 'value' }>): Error {
  if (reply.kind === 'failure' && isErrorCode(reply.code)) return new AppError(reply.code, reply.message);
  const error = new Error(reply.message);
  if (reply.kind === 'bug' && reply.stack !== undefined) error.stack = reply.stack;
  return error;
}
