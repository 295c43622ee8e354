/** A device that is full. */

import { randomUUID } from 'node:crypto';
import { RESERVE_BYTES, slotFor } from '../../../src/platform/reserve-slots.ts';
import { type OwnReport, textStep } from '../../../src/store/rows.ts';
import { dropNetwork, type Screen } from '../open-screen.ts';
import { type Do, inTurn, press, screen, sees } from './steps.ts';

/** Two reports in the reserve of a phone that is full, of which the server has refused one. */
const heldReports = (): OwnReport[] =>
  [
    { label: 'Gulab Kaur', step: { state: 'waiting' as const } },
    { label: 'Harbans Singh', step: { state: 'refused' as const, error: 'bad-input' as const } },
  ].map(({ label, step }) => ({
    ...{ opId: randomUUID(), entityId: randomUUID(), endpoint: 'createReport', type: 'lost', label },
    ...{ photos: [], videos: [], values: {}, input: { reportType: 'lost' } }, // it is never sent from here
    ...{ createdAt: Date.now(), order: 1, waits: 'yes' },
    steps: [{ ...textStep({}), ...step }],
  }));
const holdReports: Do = async (page, { origin }) => {
  const slot = slotFor(JSON.stringify(heldReports()), 1);
  if (!slot) throw new Error('They do not fit into the reserve');
  await page.addInitScript(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const bytes = { at: slot.at, head: [...slot.bytes.subarray(0, 4096)], size: RESERVE_BYTES };
  await page.evaluate(async ({ at, head, size }) => {
    const file = await (await navigator.storage.getDirectory()).getFileHandle('reserve', { create: true });
    const writing = await file.createWritable();
    const whole = new Uint8Array(size);
    whole.set(head, at);
    await writing.write(whole);
    await writing.close();
  }, bytes);
  await page.goto(`${origin}/outbox`);
};

export const NO_ROOM: Screen[] = [
  screen('no room', 'held in the outbox', '/', { after: inTurn(dropNetwork, holdReports, sees('Harbans Singh')) }),
  screen('no room', 'said', '/', {
    async after(page, { say }) {
      await page.addInitScript(() => {
        navigator.storage.estimate = async () => ({ usage: 1, quota: 2 });
      });
      await page.reload();
      await page.getByText(say.status.full).waitFor();
    },
  }),
  screen('no room', 'to sign out', '/profile', {
    signedIn: 'poster',
    after: inTurn(
      (page) =>
        page.evaluate(() => {
          crypto.randomUUID = () => {
            throw new DOMException('full', 'QuotaExceededError');
          };
        }),
      press((say) => say.profile.signOut),
      sees((say) => say.leave.failed),
    ),
  }),
];
