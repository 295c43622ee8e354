/** Whether this server looks at photos itself, or has to take a device's word for the face on them. */

import { type Beside, beside } from '../db/beside.ts';
import type { Db } from '../db/schema.ts';

const looks: Beside<boolean> = beside('look at photos');

/** Once it is known whether it was built with the face models. Without, it has nothing to look with. */
export const keepLooking = (db: Db, isLooking: boolean): void => looks.keep(db, isLooking);

/** Who opened the database for something else looks at nothing. */
export const isLooking = (db: Db): boolean => looks.find(db) ?? false;
