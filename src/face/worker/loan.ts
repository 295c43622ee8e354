/** What this device is lent, opened: in the memory of the worker and nowhere else, until the worker ends. */

import { AppError } from '../../../contract/errors.ts';
import { type AgeGroup, decideFor } from '../../../match/decide.ts';
import { type Gallery, type Hit, openGallery } from '../../../match/gallery.ts';
import { TEMPLATE_VERSION } from '../../../match/template.ts';
import type { Candidate, Lent } from '../protocol.ts';
import { openSealed } from '../sealed.ts';

/** More than are shown, because some fall to the stricter bars for children. */
const HITS = 10;

export class OpenLoan {
  #open: { id: string; gallery: Gallery; aliases: ReadonlyMap<string, string> } | undefined;

  isOf(id: string): boolean {
    return this.#open?.id === id;
  }

  /** @throws AppError bad-answer when the key does not fit, update-needed when it is for another app version */
  async open({ id, parts, key }: Lent): Promise<void> {
    this.#open = undefined;
    const { gallery, head } = await openGallery(await openSealed({ id, parts }, key));
    if (head?.model !== TEMPLATE_VERSION) throw new AppError('update-needed', 'What is lent is of another app version');
    this.#open = { id, gallery, aliases: new Map(Object.entries(head.aliases ?? {})) };
  }

  forget(): void {
    this.#open = undefined;
  }

  /** People in it who are not in the public gallery. */
  get people(): number {
    return this.#open ? this.#open.gallery.people - this.#open.aliases.size : 0;
  }

  /** The best of the public gallery's hits and of those here: somebody who is in both is one candidate, by the record. */
  candidates(publicHits: readonly Hit[], probe: Uint8Array, limit: number): Candidate[] {
    const { gallery, aliases } = this.#open ?? {};
    const found: { id: string; score: number; age: AgeGroup; isNamed: boolean }[] = [
      ...(gallery?.search(probe, HITS) ?? []).map(({ id, score, age = 'adult' }) => ({
        id,
        score,
        age,
        isNamed: true,
      })),
      // Only adults are in the pack for everybody.
      ...publicHits.map(({ id, score }) => {
        const record = aliases?.get(id);
        return { id: record ?? id, score, age: 'adult' as const, isNamed: record !== undefined };
      }),
    ];
    const best = new Map<string, Candidate>();
    for (const { id, score, age, isNamed } of found.sort((a, b) => b.score - a.score)) {
      const band = decideFor(score, age);
      if (band !== 'none' && !best.has(id)) best.set(id, { id, band, isNamed });
    }
    return [...best.values()].slice(0, limit);
  }
}
