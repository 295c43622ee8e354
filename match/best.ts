/** The best few of a stream of offers, one an id. */

/**
 * Keeps up to twice `limit` and then forgets the worse half, so an offer costs the same whatever the limit.
 * Equal keys go by id, so the order of the offers does not show in the result.
 */
export class Best<Owner extends { id: string }> {
  readonly #limit: number;
  readonly #keys = new Map<Owner, number>();
  #bar = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What is offered below this cannot be among the best any more. */
  get bar(): number {
    return this.#bar;
  }

  offer(owner: Owner, key: number): void {
    const known = this.#keys.get(owner);
    if (known === undefined || key > known) this.#keys.set(owner, key);
    if (this.#keys.size >= 2 * this.#limit) this.#forgetWorse();
  }

  /** The best, best first, with their keys. */
  ranked(): [Owner, number][] {
    return [...this.#keys].sort(([a, p], [b, q]) => q - p || (a.id < b.id ? -1 : 1)).slice(0, this.#limit);
  }

  #forgetWorse(): void {
    const kept = this.ranked();
    this.#keys.clear();
    for (const [owner, key] of kept) {
      this.#keys.set(owner, key);
      this.#bar = key;
    }
  }
}
