/** Which of its candidates a record is compared with again, whatever it shares with them (docs/decisions/080). */

import { expect, it } from 'vitest';
import { comparedAgain } from '../../server/candidates/store.ts';

it('all that are open and the fifty withdrawn ones that fitted best are compared again, and none that was decided', () => {
  const rowsOf = (state: 'open' | 'withdrawn' | 'rejected' | 'confirmed', count: number) =>
    Array.from({ length: count }, (_, n) => ({ state, n }));
  const withdrawn = rowsOf('withdrawn', 60);
  const open = rowsOf('open', 3);
  const rows = [...withdrawn.slice(0, 40), ...rowsOf('rejected', 5), ...withdrawn.slice(40), ...open];
  expect(comparedAgain([...rows, ...rowsOf('confirmed', 1)])).toEqual([...open, ...withdrawn.slice(0, 50)]);
});
