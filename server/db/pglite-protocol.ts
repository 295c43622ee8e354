/** What crosses between the server and the worker in which PGlite runs. */

export type ToWorker =
  /** Whole messages of PostgreSQL's wire protocol, as a client sends them. */
  | { kind: 'bytes'; bytes: Uint8Array }
  /** The client is gone: what it left open is rolled back. */
  | { kind: 'hang-up' }
  | { kind: 'count-fsyncs' }
  | { kind: 'close' };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'fsyncs'; count: number }
  | { kind: 'closed' };
