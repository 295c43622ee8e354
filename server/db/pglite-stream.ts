/** The socket that pg believes it has: bytes written to it go to PGlite's worker, its answers come back. */

import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './pglite-protocol.ts';

type Done = (error?: Error | null) => void;

export class PgliteStream extends Duplex {
  readonly #open: () => Promise<Worker>;
  #worker: Worker | undefined;

  constructor(open: () => Promise<Worker>) {
    super();
    this.#open = open;
  }

  /** pg calls this and the next three as it does on a `net.Socket`. */
  connect(): void {
    this.#open().then(
      (worker) => this.#attach(worker),
      (error: Error) => this.destroy(error),
    );
  }

  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: Done): void {
    this.#send({ kind: 'bytes', bytes: chunk });
    done();
  }

  /** pg corks the messages of one query: they must arrive together, as PGlite ends each delivery with "ready". */
  override _writev(chunks: { chunk: Uint8Array }[], done: Done): void {
    this.#send({ kind: 'bytes', bytes: Buffer.concat(chunks.map(({ chunk }) => chunk)) });
    done();
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#worker?.off('message', this.#receive).off('exit', this.#lose);
    this.#send({ kind: 'hang-up' });
    done(error);
  }

  #attach(worker: Worker): void {
    if (this.destroyed) return;
    this.#worker = worker.on('message', this.#receive).on('exit', this.#lose);
    this.emit('connect');
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  readonly #receive = (message: FromWorker): void => {
    if (message.kind === 'bytes') this.push(message.bytes);
  };

  readonly #lose = (): void => {
    this.destroy(new Error('The database has stopped.'));
  };
}
