/**
 * The pictures of share pages, drawn when asked for and kept in memory alone, by what is on them: a number that hangs in a
 * town is opened by hundreds. Whether a picture may be shown is asked anew each time; what was erased is on no disk here.
 */

import { createHash } from 'node:crypto';
import type { Card } from '../files/card.ts';
import type { FileStore } from '../files/store.ts';

/** About 60 KB each. */
const MOST = 100;

export interface Cards {
  draw(card: Card, photo: string | undefined): Promise<Uint8Array>;
}

export function openCards(files: FileStore): Cards {
  /** In the order of their use, the oldest first. */
  const kept = new Map<string, Promise<Uint8Array>>();
  return {
    draw(card, photo) {
      const key = createHash('sha256')
        .update(JSON.stringify([card, photo]))
        .digest('base64');
      const drawn = kept.get(key) ?? files.drawCard(card, photo);
      kept.delete(key);
      kept.set(key, drawn);
      drawn.catch(() => kept.delete(key));
      for (const [oldest] of kept) {
        if (kept.size <= MOST) break;
        kept.delete(oldest);
      }
      return drawn;
    },
  };
}
