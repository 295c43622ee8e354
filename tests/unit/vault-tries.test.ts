/** The tries at a vault: five wrong ones close it for a while, also on a device that has no room to write them down. */

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { givesRoom } from '../../src/platform/room.ts';
import { countTry, FREE_TRIES, findVault, keepVault, type Vault, waitOf } from '../../src/vault/vaults.ts';

const NOW = 1_000_000_000;

describe('a vault that is tried', () => {
  let id: string;
  beforeEach(async () => {
    vi.stubGlobal('caches', { delete: async () => false });
    id = crypto.randomUUID();
    await keepVault({ id, name: 'Asha', box: {} as Vault['box'], wrong: 0, waitUntil: 0, createdAt: 1 }); // it is not opened here
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const fillDisk = () =>
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
  async function tryWrong(times: number): Promise<Vault | undefined> {
    for (let n = 0; n < times; n++) await countTry(id, false, NOW);
    return findVault(id);
  }
  const waitAfter = async (times: number) => waitOf((await tryWrong(times)) ?? expect.fail('it is gone'), NOW);

  it('waits after five wrong words, longer after each more, and not after the right ones', async () => {
    expect(await waitAfter(FREE_TRIES - 1)).toBe(0);
    expect(await waitAfter(1)).toBe(30_000);
    expect(await waitAfter(1)).toBe(60_000);
    expect(await countTry(id, true, NOW)).toMatchObject({ wrong: 0, waitUntil: 0 });
  });

  it('fault 21: counts in this page where the disk is full, from what was counted before, and on the disk again later', async () => {
    await tryWrong(3);
    const full = fillDisk();
    expect(await waitAfter(1)).toBe(0);
    expect(await waitAfter(1)).toBe(30_000);
    full.mockRestore();
    expect(await waitAfter(1)).toBe(60_000);
    expect((await findVault(id))?.wrong).toBe(6);
    fillDisk();
    expect(await countTry(id, true, NOW)).toMatchObject({ wrong: 0, waitUntil: 0 });
  });

  it('fault 21: what can be fetched again makes way for the count', async () => {
    const full = fillDisk();
    const takeBack = givesRoom('models', async () => void full.mockRestore());
    expect((await tryWrong(1))?.wrong).toBe(1);
    takeBack();
  });

  it('fails on any other trouble, so that nobody tries for nothing', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no', 'UnknownError');
    });
    await expect(countTry(id, false, NOW)).rejects.toThrow();
  });
});
