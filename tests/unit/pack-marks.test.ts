/** Marks of lent packs: a copy says whose it was, and a search does not notice them. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { packRowsOf } from '../../match/gallery.ts';
import { writePack } from '../../match/pack.ts';
import { compareTemplates, DIMS, encodeTemplate, TEMPLATE_VERSION } from '../../match/template.ts';
import { differencesOf, fitOf, markCode } from '../../server/sync/marks.ts';
import { faceAtScore } from '../support/client.ts';
import { seeded } from '../support/faults.ts';

const ROWS = 200;
const DEVICES = 1000;

const random = seeded(4242);
const faces = Array.from({ length: ROWS }, () =>
  Array.from({ length: DIMS }, () => random() + random() + random() - 1.5),
);
const ours = new Map(faces.map((face) => [randomUUID() as string, encodeTemplate(face)]));
const keys = Array.from({ length: DEVICES }, (_, i) => Buffer.from(`device ${i}`));
const keyOf = (device: number): Buffer => keys[device] ?? Buffer.alloc(0);

/** As a thief has it: opened, under ids that say nothing, in an order of their own. */
function copyOf(device: number, take: (code: Uint8Array, row: number) => Uint8Array | undefined = (code) => code) {
  const codes = [...ours]
    .flatMap(([name, code], row) => take(markCode(keyOf(device), name, code), row) ?? [])
    .reverse();
  const owners = codes.map(() => ({ id: randomUUID(), type: 'lost' as const, updatedHour: 0 }));
  const joined = new Uint8Array(codes.length * DIMS);
  for (const [row, code] of codes.entries()) joined.set(code, row * DIMS);
  const head = { model: TEMPLATE_VERSION, cursor: '', builtAt: '2026-11-26T00:00:00Z', scope: 'volunteer' };
  return writePack(head, packRowsOf(owners, joined));
}

/** The device that a copy fits best, how well, and how well the second. */
async function found(pack: Uint8Array): Promise<{ device: number; fit: number; next: number; rows: number }> {
  const differences = await differencesOf(pack, ours);
  const [best, second] = keys
    .map((key, device) => ({ device, fit: fitOf(key, differences) }))
    .sort((a, b) => b.fit - a.fit);
  return { device: best?.device ?? -1, fit: best?.fit ?? 0, next: second?.fit ?? 0, rows: differences.length };
}

describe(`of ${DEVICES} devices, from ${ROWS} templates, a copy names`, () => {
  it('the one it was lent to', async () => {
    const { device, fit, next, rows } = await found(copyOf(617));
    expect([device, rows]).toEqual([617, ROWS]);
    expect(fit).toBeGreaterThan(0.9);
    expect(next).toBeLessThan(0.2);
  });

  it('the same one when half of the templates are left out', async () => {
    const { device, next, rows } = await found(copyOf(3, (code, row) => (row % 2 === 0 ? code : undefined)));
    expect([device, rows]).toEqual([3, ROWS / 2]);
    expect(next).toBeLessThan(0.3);
  });

  it('the same one when a step was added to a few numbers of each, to hide it', async () => {
    const noise = (code: Uint8Array) => {
      const values = new Int8Array(code.slice().buffer);
      for (let i = 0; i < 16; i++) {
        const at = Math.floor(random() * DIMS);
        values[at] = Math.max(-127, Math.min(127, Number(values[at]) + (random() < 0.5 ? 1 : -1)));
      }
      return new Uint8Array(values.buffer);
    };
    expect((await found(copyOf(998, noise))).device).toBe(998);
  });

  it('nobody when it was lent to nobody', async () => {
    const { fit } = await found(copyOf(1, (_, row) => [...ours.values()][row]));
    expect(fit).toBe(0);
  });
});

it('a mark moves no score by more than 0.007, and hardly one by 0.001', () => {
  let most = 0;
  const shifts: number[] = [];
  for (const [row, [name, code]] of [...ours].entries()) {
    const marked = markCode(keyOf(row), name, code);
    for (const score of [0.35, 0.4, 0.5, 0.6, 0.8]) {
      const probe = encodeTemplate(faceAtScore(faces[row] ?? [], score));
      const shift = Math.abs(compareTemplates(probe, marked) - compareTemplates(probe, code));
      most = Math.max(most, shift);
      shifts.push(shift);
    }
  }
  const mean = shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length;
  console.log(`marks move a score by ${mean.toFixed(5)} in the mean, ${most.toFixed(5)} at most`);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(0.007);
  expect(mean).toBeLessThan(0.001);
});
