/** Lists that are drawn from the device's database, after their reading was broken off. */

import { Dexie, RangeSet } from 'dexie';

/** Have every list on the page read again: one whose reading was broken off would hear of no change. */
export const readAgain = (): void => Dexie.on.storagemutated.fire({ all: new RangeSet() });
