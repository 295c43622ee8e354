/** A short, seeded run of everything at once (`npm run test:soak` is the long one). */

import { expect, inject, it } from 'vitest';
import { brokenRules } from '../support/history-check.ts';
import { copyVisited, knownOrigin } from '../support/phone.ts';
import { SEED } from '../support/seed.ts';
import { runMix } from './support/mix.ts';

const ms = Number(process.env.MIX_MS ?? 20_000);

it(
  'faults 2, 4, 8, 11, 12, 14, 19 and 30: kills of browsers and server, a bad network and wrong clocks lose, double and falsely confirm nothing',
  async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const begun = { data: inject('data'), port: Number(new URL(knownOrigin()).port), newProfile: copyVisited };
    const { verdict, figures, tooFew } = await runMix({ seed: SEED, ms, begun, log });
    console.log(JSON.stringify({ seed: SEED, ...figures }));
    const broken = brokenRules(verdict);
    if (Object.keys(broken).length + tooFew.length > 0) console.log(lines.join('\n'));
    expect(broken).toEqual({});
    expect(tooFew, 'what happened must be enough to show something').toEqual([]);
  },
  ms + 14 * 60_000,
);
