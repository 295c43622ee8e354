/** Of several signs of a fraud the one that is warned of. */

import type { Sign } from '../../contract/sign.ts';

/** Of what a message is warned of, the worst: a code opens an account at once, a number leads away from here. */
export function gravest(signs: readonly Sign[]): 'code' | 'money' | 'link' | 'phone' {
  if (signs.includes('code')) return 'code';
  if (signs.includes('money') || signs.includes('pay')) return 'money';
  return signs.includes('link') ? 'link' : 'phone';
}
