/** Room on a full device: what is given up, in which order, and the reserve that is overwritten in place. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { isNoRoom } from '../../src/platform/no-room.ts';
import { MAX_TEXT_BYTES, newestOf, RESERVE_BYTES, slotFor } from '../../src/platform/reserve-slots.ts';
import { givesRoom, keepBallast, storageState, withRoom } from '../../src/platform/room.ts';

const full = () => new DOMException('full', 'QuotaExceededError');
const gone: string[] = [];

givesRoom('packs', async () => void gone.push('packs'));
givesRoom('models', async () => {
  gone.push('models');
  throw new Error('in use');
});

beforeEach(() => {
  gone.length = 0;
  vi.stubGlobal('caches', { delete: async (name: string) => gone.push(name) > 0 });
  return () => vi.unstubAllGlobals();
});

/** A write that finds room once so many things are gone. */
const needing = (count: number) => async (): Promise<string> => {
  if (gone.length < count) throw full();
  return 'written';
};

describe('a write on a full device', () => {
  it('gives up nothing while there is room', async () => {
    expect(await withRoom(needing(0))).toBe('written');
    expect(gone).toEqual([]);
    expect(storageState()).toBe('fine');
  });

  it('fault 21: gives up ballast, tiles, models and packs in turn, no more than it needs', async () => {
    expect(await withRoom(needing(2))).toBe('written');
    expect(gone).toEqual(['ballast', 'tiles']);
    expect(storageState()).toBe('low');
    gone.length = 0;
    expect(await withRoom(needing(4))).toBe('written');
    expect(gone).toEqual(['ballast', 'tiles', 'models', 'packs']);
  });

  it('fault 21: does not hold its ballast open by looking whether it is there: a browser keeps what a page holds', async () => {
    const opened = vi.fn(async () => ({ put: async () => undefined }));
    vi.stubGlobal('caches', { open: opened, match: async () => new Response('') });
    await keepBallast();
    expect(opened).not.toHaveBeenCalled();
    vi.stubGlobal('caches', { open: opened, match: async () => undefined });
    await keepBallast();
    expect(opened).toHaveBeenCalledOnce();
  });

  it('fault 21: keeps what is next while a slow device has not counted yet what went before', async () => {
    let freed = false;
    setTimeout(() => {
      freed = true;
    }, 1000);
    expect(await withRoom(async () => (freed ? 'written' : Promise.reject(full())))).toBe('written');
    expect(gone).toEqual(['ballast']);
  });

  it('fault 21: keeps what is next for two writes at once, of which the second finds nothing left of what goes first', async () => {
    const left = new Set(['ballast', 'tiles']);
    vi.stubGlobal('caches', { delete: async (name: string) => left.delete(name) });
    let freed = false;
    setTimeout(() => {
      freed = true;
    }, 1000);
    const write = async () => (freed ? 'written' : Promise.reject(full()));
    expect(await Promise.all([withRoom(write), withRoom(write)])).toEqual(['written', 'written']);
    expect([[...left], gone]).toEqual([['tiles'], []]);
  });

  it('fault 21: gives up for two writes at once no more than for one, when that is enough for both', async () => {
    const write = needing(1);
    expect(await Promise.all([withRoom(write), withRoom(write), withRoom(write)])).toEqual(Array(3).fill('written'));
    expect(gone).toEqual(['ballast']);
  });

  it('fault 21: gives up nothing more for a write that waits while another fails for a reason of its own', async () => {
    const bug = vi.fn(async () => Promise.reject(gone.length === 0 ? full() : new TypeError('a bug')));
    const both = await Promise.allSettled([withRoom(bug), withRoom(needing(1))]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(gone).toEqual(['ballast']);
  });

  it('fault 21: fails with the reason when all is given up, and says that the device is full', async () => {
    await expect(withRoom(needing(5))).rejects.toThrow('full');
    expect(storageState()).toBe('full');
  });

  it('gives up nothing for any other failure', async () => {
    await expect(withRoom(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
    expect(gone).toEqual([]);
  });

  it('fault 21: is known by the words of each store', () => {
    const inner = Object.assign(new Error('aborted'), { name: 'AbortError', inner: full() });
    const pipe = new DOMException('Failed to write data to data pipe', 'AbortError');
    const said = new AppError('no-space', 'no space');
    const rows = Object.assign(new Error('1 error'), { name: 'ModifyError', failures: [full()] });
    expect([full(), inner, pipe, said, rows].map(isNoRoom)).toEqual([true, true, true, true, true]);
    const stopped = new DOMException('The user aborted a request', 'AbortError');
    expect([stopped, new Error('no'), undefined].map(isNoRoom)).toEqual([false, false, false]);
  });
});

describe('the reserve', () => {
  const write = (file: Uint8Array, text: string, upTo = Number.POSITIVE_INFINITY): void => {
    const slot = slotFor(text, newestOf(file).generation + 1);
    if (!slot) throw new Error('it is too long');
    file.set(slot.bytes.subarray(0, upTo), slot.at);
  };

  it('gives back the text that was written last', () => {
    const file = new Uint8Array(RESERVE_BYTES);
    expect(newestOf(file)).toEqual({ generation: 0, text: '' });
    for (const text of ['ਗੁਲਾਬ', 'two', '', 'four']) {
      write(file, text);
      expect(newestOf(file).text).toBe(text);
    }
  });

  it('fault 2: still has the text before when a write is cut off anywhere', () => {
    for (const upTo of [1, 4, 8, 11, 12, 13, 500]) {
      const file = new Uint8Array(RESERVE_BYTES);
      write(file, 'first'.repeat(300));
      write(file, 'second'.repeat(300), upTo);
      expect(newestOf(file).text).toBe('first'.repeat(300));
    }
  });

  it('refuses what is too long, by its bytes', () => {
    expect(slotFor('x'.repeat(MAX_TEXT_BYTES), 1)).toBeDefined();
    expect(slotFor('x'.repeat(MAX_TEXT_BYTES + 1), 1)).toBeUndefined();
    expect(slotFor('ਗ'.repeat(MAX_TEXT_BYTES / 2), 1)).toBeUndefined();
  });
});
