/** `npm run test:soak -- --minutes M --seed S`: the mix for as long as asked; its figures; 1 when a promise was broken. */

import { parseArgs } from 'node:util';
import { buildAll } from '../../scripts/build.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    phones: { type: 'string', default: '3' },
  },
});

await buildAll(console.log);
// Only now: it loads React, which takes the build's kind of itself only if the build was there first.
const { runMix } = await import('./support/mix.ts');
const began = Date.now();
const { seed, submissions, receivedTold, browserKills, serverKills, faults, byFault, kept, ...broken } = await runMix({
  ...{ seed: Number(values.seed), ms: Number(values.minutes) * 60_000, phones: Number(values.phones) },
  log: (line) => console.log(`${((Date.now() - began) / 1000).toFixed(0)} s: ${line}`),
});
console.log(
  Object.entries(byFault)
    .map(([fault, count]) => `${fault} ${count}`)
    .join(', '),
);
console.log(
  `seed ${seed}: ${submissions} submissions, ${receivedTold} read "Received", ${browserKills} browser kills,`,
);
console.log(`${serverKills} server kills, ${faults} network faults`);
for (const [rule, keys] of Object.entries(broken))
  console.log(`${rule}: ${keys.length} ${keys.slice(0, 20).join(' ')}`);
if (kept) console.log(`A promise was broken; the folders are kept: ${kept}, and the phones' profiles beside it`);
process.exitCode = kept ? 1 : 0;
