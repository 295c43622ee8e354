/** The keys of a vault: what opens it, what does not, and what a PIN is good for. */

import { describe, expect, it } from 'vitest';
import { createKeeper } from '../../src/vault/keeper.ts';
import {
  boxByWords,
  keysOf,
  newMaster,
  openByWords,
  openRow,
  PASSPHRASE_ROUNDS,
  sealRow,
} from '../../src/vault/keys.ts';
import { decodeRow, encodeRow } from '../../src/vault/row.ts';

const WORDS = 'five calm neighbours';
const text = (value: string) => new TextEncoder().encode(value);
const bytes = (size: number) => crypto.getRandomValues(new Uint8Array(size));
const open = (keeper: ReturnType<typeof createKeeper>) => keeper.hide('draft', ['a']);

/** 600,000 rounds on a busy machine. */
const SLOW = { timeout: 60_000 };

describe('a vault', SLOW, () => {
  it('opens with its passphrase, however that was typed, after 600,000 rounds, and with no other', async () => {
    const master = newMaster();
    const box = await boxByWords(master, 'ਵਾਪਸੀ café words');
    expect([box.rounds, PASSPHRASE_ROUNDS]).toEqual([600_000, 600_000]);
    expect(await openByWords(box, 'ਵਾਪਸੀ cafe\u0301 words ')).toEqual(master);
    expect(await openByWords(box, 'ਵਾਪਸੀ cafe words')).toBeUndefined();
  });

  it('has keys that cannot be taken out of the worker', async () => {
    const keys = await keysOf(newMaster());
    expect(Object.values(keys).map((key: CryptoKey) => key.extractable)).toEqual([false, false, false]);
    await expect(crypto.subtle.exportKey('raw', keys.rows)).rejects.toThrow();
  });

  it('seals the same row differently each time, and opens it only in its own place, whole', async () => {
    const keys = await keysOf(newMaster());
    const [one, two] = [await sealRow(keys, 'report', 'k', text('x')), await sealRow(keys, 'report', 'k', text('x'))];
    expect(one).not.toEqual(two);
    expect(await openRow(keys, 'report', 'k', one)).toEqual(text('x'));
    expect(await openRow(keys, 'report', 'other', one)).toBeUndefined();
    expect(await openRow(keys, 'draft', 'k', one)).toBeUndefined();
    for (let at = 0; at < one.length; at++) {
      const spoilt = one.slice();
      spoilt[at] = (spoilt[at] ?? 0) ^ 1;
      expect(await openRow(keys, 'report', 'k', spoilt), `byte ${at}`).toBeUndefined();
    }
  });

  it('hides the same key the same way, another way in another table, and gives it back', async () => {
    const keeper = createKeeper(1000);
    await keeper.make(WORDS);
    const [once, again, other] = await keeper.hide('report', ['id-1', 'id-1', 'id-2']);
    expect(once).toBe(again);
    expect(other).not.toBe(once);
    expect(await keeper.hide('draft', ['id-1'])).not.toEqual([once]);
    expect(await keeper.show('report', [String(once), String(other)])).toEqual(['id-1', 'id-2']);
  });

  it('is shut after locking, and opens again with the passphrase to the same rows', async () => {
    const keeper = createKeeper(1000);
    const box = await keeper.make(WORDS);
    const [hidden] = await open(keeper);
    expect(await keeper.lock()).toBe(false);
    await expect(open(keeper)).rejects.toThrow('locked');
    expect(await keeper.unlock({ kind: 'passphrase', box, passphrase: 'something else' })).toBe(false);
    await expect(open(keeper)).rejects.toThrow('locked');
    expect(await keeper.unlock({ kind: 'passphrase', box, passphrase: WORDS })).toBe(true);
    expect(await open(keeper)).toEqual([hidden]);
  });

  it('opens again with the PIN while the worker lives, and in no other worker', async () => {
    const keeper = createKeeper(1000);
    await keeper.make(WORDS, '246810');
    const before = await open(keeper);
    expect(await keeper.lock()).toBe(true);
    expect(await keeper.unlockByPin('1111')).toEqual({ kind: 'wrong', left: 4 });
    expect(await keeper.unlockByPin('246810')).toEqual({ kind: 'open' });
    expect(await open(keeper)).toEqual(before);
    expect(await createKeeper(1000).unlockByPin('246810')).toEqual({ kind: 'gone' });
  });

  it('forgets the PIN after five wrong tries, also when they are made at once: then the right one opens nothing', async () => {
    const keeper = createKeeper(1000);
    const box = await keeper.make(WORDS, '246810');
    await keeper.lock();
    const tries = await Promise.all(['1', '2', '3', '4', '5'].map((pin) => keeper.unlockByPin(pin)));
    expect(tries.at(-1)).toEqual({ kind: 'gone' });
    expect(await keeper.unlockByPin('246810')).toEqual({ kind: 'gone' });
    await expect(open(keeper)).rejects.toThrow('locked');
    expect(await keeper.unlock({ kind: 'passphrase', box, passphrase: WORDS })).toBe(true);
  });

  it('gives no new tries for the right PIN: five wrong ones between two passphrases are all', async () => {
    const keeper = createKeeper(1000);
    await keeper.make(WORDS, '246810');
    for (const left of [4, 3, 2, 1]) {
      await keeper.lock();
      expect(await keeper.unlockByPin('111111')).toEqual({ kind: 'wrong', left });
      expect(await keeper.unlockByPin('246810')).toEqual({ kind: 'open' });
    }
    expect(await keeper.unlockByPin('111111')).toEqual({ kind: 'gone' });
  });

  it('opens with a secret of the device too, once its maker has said the passphrase', async () => {
    const keeper = createKeeper(1000);
    const box = await keeper.make(WORDS);
    const before = await open(keeper);
    const secret = bytes(32);
    expect(
      await keeper.boxFor({ kind: 'passphrase', box, passphrase: 'wrong words' }, { kind: 'device', secret }),
    ).toBeUndefined();
    const second = await keeper.boxFor({ kind: 'passphrase', box, passphrase: WORDS }, { kind: 'device', secret });
    if (!second) return expect.fail('no box');
    await keeper.lock();
    expect(await keeper.unlock({ kind: 'device', box: second, secret: bytes(32) })).toBe(false);
    expect(await keeper.unlock({ kind: 'device', box: second, secret })).toBe(true);
    expect(await open(keeper)).toEqual(before);
  });

  it('opens by new words and no longer by the old, with all that is in it, once the old ones were said', async () => {
    const keeper = createKeeper(1000);
    const box = await keeper.make(WORDS);
    const before = await open(keeper);
    const closing = { kind: 'passphrase', passphrase: 'seven quiet rivers' } as const;
    expect(await keeper.boxFor({ kind: 'passphrase', box, passphrase: 'wrong words' }, closing)).toBeUndefined();
    const next = await keeper.boxFor({ kind: 'passphrase', box, passphrase: WORDS }, closing);
    if (!next) return expect.fail('no box');
    await keeper.lock();
    expect(await keeper.unlock({ kind: 'passphrase', box: next, passphrase: WORDS })).toBe(false);
    expect(await keeper.unlock({ kind: 'passphrase', box: next, passphrase: 'seven quiet rivers' })).toBe(true);
    expect(await open(keeper)).toEqual(before);
  });
});

describe('a row as bytes', () => {
  it('comes back as it was, photos and buffers in their places', async () => {
    const row = { a: [1, { photo: new Blob(['one'], { type: 'image/png' }) }], b: bytes(5), c: 'ਪੰਜਾਬੀ', d: false };
    const back = decodeRow(await encodeRow(row)) as typeof row;
    expect({ ...back, a: 0 }).toEqual({ ...row, a: 0 });
    const [, inner] = back.a as [number, { photo: Blob }];
    expect([await inner.photo.text(), inner.photo.type]).toEqual(['one', 'image/png']);
    expect(decodeRow(await encodeRow(undefined))).toBeUndefined();
  });

  it('is refused when it holds what would come back as something else', async () => {
    await expect(encodeRow({ at: new Date() })).rejects.toThrow('Date');
    await expect(encodeRow({ all: new Map() })).rejects.toThrow('Map');
  });
});
