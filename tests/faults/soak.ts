/** `npm run test:soak -- --minutes M --seed S`: the mix for as long as asked; its figures; 1 when a promise was broken, or too little happened. */

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
const { seed, figures, tooFew, verdict, kept } = await runMix({
  seed: Number(values.seed),
  ms: Number(values.minutes) * 60_000,
  phones: Number(values.phones),
  log: (line) => console.log(`${((Date.now() - began) / 1000).toFixed(0)} s: ${line}`),
});
console.log(`seed ${seed}`);
for (const [what, kinds] of Object.entries(figures)) {
  const counts = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);
  console.log(`${what}: ${counts.join(', ')}`);
}
for (const [rule, keys] of Object.entries(verdict))
  console.log(`${rule}: ${keys.length} ${keys.slice(0, 20).join(' ')}`);
for (const few of tooFew) console.log(`Too little happened to show anything: ${few}`);
if (kept) console.log(`A promise was broken; the folders are kept: ${kept}, and the phones' profiles beside it`);
process.exitCode = kept || tooFew.length > 0 ? 1 : 0;
