/** A registration that was begun: a reload or a step back loses nothing of it but the passwords. Kept as long as the tab. */

import * as z from 'zod/mini';
import { isOutpost } from '../../platform/outpost.ts';
import type { RegisterValues } from './rules.ts';

const KEY = 'registering';

const Begun = z.object({
  values: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    birthYear: z.string(),
    terms: z.boolean(),
    ageGroup: z.enum(['', 'adult', 'young', 'child']),
  }),
  /** The code is on its way. */
  isSent: z.boolean(),
});
type Begun = z.infer<typeof Begun>;

export function readBegun(): Begun | undefined {
  try {
    return Begun.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''));
  } catch {
    return undefined; // nothing was begun, or an older version wrote it
  }
}

/** Not on a shared device, where somebody else sits down next. */
export function keepBegun(values: RegisterValues, isSent: boolean): void {
  if (isOutpost()) return;
  // The passwords are no part of the schema, and so are left out.
  sessionStorage.setItem(KEY, JSON.stringify(Begun.parse({ values, isSent })));
}

export const forgetBegun = (): void => sessionStorage.removeItem(KEY);
