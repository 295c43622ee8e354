/** The animated QR: whatever the camera misses, the file comes back whole or not at all. */

import { describe, expect, it } from 'vitest';
import { blockCount, fromQrText, openCatcher, openFountain, toQrText } from '../../src/platform/fountain.ts';
import { seeded } from '../support/faults.ts';

const fileOf = (bytes: number): Uint8Array => {
  const random = seeded(bytes + 1);
  return Uint8Array.from({ length: bytes }, () => Math.floor(random() * 256));
};
const isSame = (a: Uint8Array | undefined, b: Uint8Array): boolean => a !== undefined && Buffer.compare(a, b) === 0;

describe('the fountain', () => {
  it('brings a file back from the pieces in their turn, with no more of them than there are blocks', () => {
    for (const bytes of [1, 399, 400, 401, 4000, 20_000]) {
      const file = fileOf(bytes);
      const [pieceOf, catcher] = [openFountain(file), openCatcher()];
      let whole: Uint8Array | undefined;
      for (let number = 0; number < blockCount(bytes); number++) {
        expect(whole).toBeUndefined();
        whole = catcher.take(pieceOf(number));
      }
      expect([bytes, isSame(whole, file)]).toEqual([bytes, true]);
    }
  }, 60_000);

  it('brings it back when half of the pieces are missed, from less than three times as many as there are blocks', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = seeded(seed);
      const file = fileOf(4000 + seed * 1000);
      const [pieceOf, catcher] = [openFountain(file), openCatcher()];
      let whole: Uint8Array | undefined;
      let caught = 0;
      for (let number = 0; !whole && caught < 1000; number++) {
        if (random() < 0.5) continue;
        caught++;
        whole = catcher.take(pieceOf(number));
      }
      expect([seed, isSame(whole, file)]).toEqual([seed, true]);
      expect(caught, `seed ${seed}`).toBeLessThan(3 * blockCount(file.length));
    }
  }, 60_000);

  it('brings a text back from mixtures alone, whichever they are: none has to be a block by itself', () => {
    const file = fileOf(839);
    const pieceOf = openFountain(file);
    const blocks = [0, 1, 2].map((number) => pieceOf(number).subarray(12));
    const isBlock = (piece: Uint8Array): boolean => blocks.some((block) => isSame(block, piece.subarray(12)));
    for (let first = 3; first < 300; first++) {
      const catcher = openCatcher();
      let whole: Uint8Array | undefined;
      let caught = 0;
      for (let number = first; !whole && caught < 24; number++) {
        if (isBlock(pieceOf(number))) continue;
        caught++;
        whole = catcher.take(pieceOf(number));
      }
      expect([first, isSame(whole, file)]).toEqual([first, true]);
      expect(catcher.progress()).toEqual({ doneBytes: 839, totalBytes: 839 });
    }
  });

  it('begins anew with the pieces of another file, and mixes nothing', () => {
    const [one, other] = [fileOf(2000), fileOf(2001)];
    const catcher = openCatcher();
    catcher.take(openFountain(one)(0));
    let whole: Uint8Array | undefined;
    for (let number = 0; number < blockCount(other.length); number++) whole = catcher.take(openFountain(other)(number));
    expect(isSame(whole, other)).toBe(true);
  });

  it('is written in letters that every QR reader gives back, and reads no other QR', () => {
    const piece = openFountain(fileOf(1000))(7);
    expect(toQrText(piece)).toMatch(/^WAPSI:[0-9A-Z $%*+\-./:]+$/);
    expect(isSame(fromQrText(toQrText(piece)), piece)).toBe(true);
    expect(fromQrText(toQrText(piece.subarray(0, 5)))).toEqual(piece.slice(0, 5));
    for (const text of ['https://example.in', 'WAPSI:abc', '']) expect(fromQrText(text)).toBeUndefined();
  });
});
