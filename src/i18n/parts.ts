/** The texts that only some pages need; scripts/texts.ts says which they are. */

import type { TextPart } from './language.ts';

/** Reading matter. */
export const LONG: TextPart = {
  en: () => import('./en.json?long'),
  pa: () => import('./pa.json?long'),
  hi: () => import('./hi.json?long'),
};
/** Of pages for who is signed in, and for who decides. */
export const DESKS: TextPart = {
  en: () => import('./en.json?desks'),
  pa: () => import('./pa.json?desks'),
  hi: () => import('./hi.json?desks'),
};
