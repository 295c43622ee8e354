/** The client of both databases: a statement that comes again is read and planned once a connection, and then only filled in. */

import { createHash } from 'node:crypto';
import { Client } from 'pg';

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

  constructor(...config: ConstructorParameters<typeof Client>) {
    super(...config);
    const query = super.query.bind(this) as Query;
    // Of its ten signatures only a text with its values is named; that is how kysely asks.
    this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && this.#nameOf(text);
      return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest);
    }) as Client['query'];
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
