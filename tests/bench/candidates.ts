/** `npm run bench:candidates`: how long it takes from a new record to its candidates, among 10,000 and 100,000, on PGlite. */

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { matchReport } from '../../server/candidates/store.ts';
import { openDb } from '../../server/db/open.ts';
import { openDesk } from '../../server/duty/open.ts';
import { openFaceIndex } from '../../server/face/index.ts';
import { seedPeople } from '../support/many-people.ts';
import { SEED } from '../support/seed.ts';

const ASKED = 60;
const DUTY_MINUTES = 30;

for (const records of [10_000, 100_000]) {
  const place = mkdtempSync(join(tmpdir(), 'wapsi-candidates-'));
  const { db, close } = await openDb({ kind: 'pglite', dir: join(place, 'db') });
  openDesk(db, DUTY_MINUTES);
  const faces = await openFaceIndex(db);
  try {
    const ids = await seedPeople(db, records, SEED);
    const times: number[] = [];
    for (let i = 0; i < ASKED; i++) {
      const began = performance.now();
      await matchReport(db, faces, ids[Math.floor(((i + 0.5) * ids.length) / ASKED)] ?? '');
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const [middle, late] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)]?.toFixed(0));
    const load = loadavg()[0]?.toFixed(1);
    console.log(`${records} records: ${middle} ms in the middle, ${late} ms for the slowest of twenty (load ${load})`);
  } finally {
    await faces.close();
    await close();
    rmSync(place, { recursive: true });
  }
}
