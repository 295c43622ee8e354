/**
 * The client of both databases: a statement that comes again is read and planned once a connection, and then only filled
 * in; and a connection that is lost costs the calls that were using it, never the process.
 */

import { createHash } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { away, isAway, isSpent } from './away.ts';

/** Each keeps its plan in the memory of its connection. */
const MOST_NAMED = 400;
/** Of those seen once; what is put together of many parts may never come again. */
const MOST_SEEN = 2000;
/** Another server's migration may add a column, and a plan that answers with all columns would then be refused. */
const ANSWERS_ALL = /(?:select|returning|\.) ?\*/;

type Query = (...args: unknown[]) => unknown;

/** Names the statements that are asked more than once: PostgreSQL's prepared statements. */
export class PlanningClient extends Client {
  readonly #seen = new Set<string>();
  readonly #names = new Map<string, string>();
  #lost = false;
  /** Queries that have no answer yet, and since when there are any. */
  #asked = 0;
  #waitsSince = 0;

  constructor(...config: ConstructorParameters<typeof Client>) {
    super(...config);
    // While it is checked out nobody else listens, and an error event that nobody hears ends the process.
    this.on('error', () => {
      this.#lost = true;
    });
    const query = super.query.bind(this) as Query;
    // Of its ten signatures only a text with its values is named; that is how kysely asks.
    this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && this.#nameOf(text);
      const answer = name ? query({ name, text, values }, ...rest) : query(text, values, ...rest);
      return answer instanceof Promise ? this.#watched(answer) : answer;
    }) as Client['query'];
  }

  /** For how long it has been waiting for an answer. */
  waitingMs(now = performance.now()): number {
    return this.#asked === 0 ? 0 : now - this.#waitsSince;
  }

  /** Give it up: what was asked fails, and the pool makes another. */
  drop(cause: Error): void {
    // pg types the stream of its connection as public; to end it there is what a lost network does.
    (this as unknown as { connection: { stream: { destroy(cause: Error): void } } }).connection.stream.destroy(cause);
  }

  async #watched(answer: Promise<unknown>): Promise<unknown> {
    if (this.#asked++ === 0) this.#waitsSince = performance.now();
    try {
      return await answer;
    } catch (error) {
      if (error instanceof DatabaseError && isSpent(error)) this.drop(error);
      throw this.#lost || isAway(error) ? away(error) : error;
    } finally {
      this.#asked--;
    }
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= MOST_NAMED || ANSWERS_ALL.test(text)) return known;
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= MOST_SEEN) this.#seen.clear();
      this.#seen.add(text);
      return undefined;
    }
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    this.#names.set(text, name);
    return name;
  }
}
