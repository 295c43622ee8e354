/** A name as others may read it: the first name and an initial. */

const MAX = 24;

export function maskedName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const initial = [...(rest.at(-1) ?? '')][0];
  return `${[...first].slice(0, MAX).join('')}${initial ? ` ${initial}.` : ''}`;
}
