/** Answers to scans that come late, by the queue: what of them stays on the phone. */

import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { GUARDED_VIEW, NO_ID, type ReportView } from '../../contract/report.ts';
import { ownScans } from '../../src/store/own/made.ts';
import { queueScan } from '../../src/store/own/scans.ts';
import { CLOCK_START, type Device, openDevice } from '../support/client.ts';

const CHILD: ReportView = {
  ...GUARDED_VIEW,
  ...{ id: randomUUID(), rev: '7', status: 'published', photos: ['a'.repeat(64)], createdAt: '2026-11-20T10:00:00Z' },
  subject: { kind: 'person', condition: 'missing', name: 'Gurleen', ageMin: 9, ageMax: 9 },
};
const CANDIDATES = [
  { band: 'likely', data: { ...CHILD, _id: CHILD.id }, sighting: true },
  { band: 'possible', data: GUARDED_VIEW },
];

let phone: Device;
afterEach(() => phone.close());

/** A scan that the queue asks about, as it is kept once the server has answered. */
async function answered(reason?: 'case') {
  phone = openDevice(async (_, init) => {
    const { opId } = JSON.parse(String(init?.body)) as { opId: string };
    const receipt = { opId, receivedAt: '2026-11-21T10:00:01Z' };
    return Response.json({ receipt, found: true, data: CHILD, band: 'likely', candidates: CANDIDATES, searched: 9 });
  });
  const scan = { opId: randomUUID(), descriptor: [1], model: 'm', thumb: new Blob(['face']), now: CLOCK_START };
  await queueScan(phone.db, { ...scan, ...(reason ? { reason, detail: 'FIR 12' } : {}) });
  await phone.push();
  const [kept] = await ownScans(phone.db);
  return kept ?? expect.fail('the scan is gone');
}

it('of what was told because of an officer’s reason it is kept that somebody was found, for opening the record with a reason', async () => {
  const kept = await answered('case');
  expect(kept.answer?.candidates).toEqual([
    { band: 'likely', data: { ...GUARDED_VIEW, id: CHILD.id, _id: CHILD.id } },
    { band: 'possible', data: { ...GUARDED_VIEW, id: NO_ID, _id: NO_ID } },
  ]);
  expect(kept.answer?.searched).toBe(9);
  for (const word of ['Gurleen', 'FIR 12', 'aaaa']) expect(JSON.stringify(kept)).not.toContain(word);
});

it('of what anybody is told all is kept, to be asked about', async () => {
  const kept = await answered();
  expect(kept.answer?.candidates.map(({ band, data }) => [band, data.subject])).toEqual([
    ['likely', CHILD.subject],
    ['possible', GUARDED_VIEW.subject],
  ]);
});
