/** Lists that are drawn from the device's database, after their reading was broken off. */

import { Dexie, RangeSet } from 'dexie';

let isOver = false;

/** Have every list on the page read again: one whose reading was broken off would hear of no change. */
export const readAgain = (): void => {
  if (!isOver) Dexie.on.storagemutated.fire({ all: new RangeSet() });
};

/** The database was taken over by a newer version: what the page has read stays on it, for there is nothing to read any more. */
export const readNoMore = (): void => {
  isOver = true;
};
