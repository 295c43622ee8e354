/** A short, seeded run of everything at once (`npm run test:soak` is the long one). */

import { expect, it } from 'vitest';
import { runMix } from './support/mix.ts';

const MIX_MS = 90_000;
const seed = Number(process.env.SEED ?? 20261122);

it(
  'faults 2, 4, 8, 11, 12, 14, 19 and 30: kills of browsers and server, a bad network and wrong clocks lose, double and falsely confirm nothing',
  async () => {
    const result = await runMix({ seed, ms: MIX_MS });
    console.log(JSON.stringify(result));
    expect(result).toMatchObject({ lost: [], doubled: [], falselyReceived: [], stuck: [], strange: [] });
    expect(result.submissions).toBeGreaterThan(20);
    for (const some of [result.receivedTold, result.browserKills, result.serverKills, result.faults])
      expect(some).toBeGreaterThan(0);
  },
  15 * 60_000,
);
