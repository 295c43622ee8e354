/** A name as others may read it: the first name and an initial. */

const MAX = 24;
/** Neither letters of any script nor the signs that join them. */
const NO_NAME = /[^\p{L}\p{M}\u200c\u200d]+/gu;

export function maskedName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const initial = [...(rest.at(-1) ?? '')][0];
  return `${[...first].slice(0, MAX).join('')}${initial ? ` ${initial}.` : ''}`;
}

/** The same for whoever never asked to hear from us: a name that is a message, a number or an address says none of it to them. */
export const nameForStrangers = (name: string): string => maskedName(name.replaceAll(NO_NAME, ' ')) || '…';
