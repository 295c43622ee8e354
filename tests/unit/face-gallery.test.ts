/** The gallery of the device, on the storage a browser without OPFS has. */

import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '../../contract/sync.ts';
import { openGallery } from '../../match/gallery.ts';
import { encodeTemplate, TEMPLATE_VERSION, toBase64 } from '../../match/template.ts';
import { LocalGallery } from '../../src/face/worker/gallery.ts';

const face = (seed: number): Float32Array =>
  Float32Array.from({ length: 128 }, (_, i) => Math.sin(seed * 91 + i * seed));
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const reference = (n: number, codes = [toBase64(encodeTemplate(face(n)))]): Change => ({
  kind: 'reference',
  id: id(n),
  type: 'lost',
  model: TEMPLATE_VERSION,
  codes,
  updatedAt: '2026-11-21T10:00:00Z',
});
const packOf = async (model: string, ns: number[]): Promise<Uint8Array> => {
  const { gallery } = await openGallery();
  gallery.apply(
    ns.map((n) => ({
      kind: 'put',
      entry: { id: id(n), type: 'found', updatedHour: 1, codes: [encodeTemplate(face(n))] },
    })),
  );
  return gallery.toPack({ model, cursor: 'e.7.7', builtAt: '2026-11-20T00:00:00Z', scope: 'public' });
};

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const storage = {
    getDirectory: async () => {
      throw new DOMException('not in a private window', 'SecurityError');
    },
  };
  let last: Promise<unknown> = Promise.resolve();
  const locks = {
    // One after the other: stricter than shared locks, and enough for one process.
    request: (_: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as () => Promise<unknown>;
      const done = last.then(work);
      last = done.catch(() => {});
      return done;
    },
  };
  vi.stubGlobal('navigator', { storage, locks });
  return () => vi.unstubAllGlobals();
});

test('a new device has an empty gallery at the start of the feed', async () => {
  const gallery = await LocalGallery.open();
  expect(await gallery.info()).toEqual({ people: 0, templates: 0, cursor: '', model: TEMPLATE_VERSION });
});

test('a page and its cursor are kept together and found again by the next worker', async () => {
  const gallery = await LocalGallery.open();
  await gallery.apply({ from: '', cursor: 'e.1.2', changes: [reference(1), reference(2), reference(3)] });
  const next = await LocalGallery.open();
  expect(await next.info()).toMatchObject({ people: 3, templates: 3, cursor: 'e.1.2' });
  const { hits, people } = await next.search(encodeTemplate(face(2)), 1);
  expect(hits[0]).toMatchObject({ id: id(2), type: 'lost' });
  expect(hits[0]?.score).toBeGreaterThan(0.99);
  expect(people).toBe(3);
});

test('a tombstone removes a person, a later reference replaces the earlier, reports are not its business', async () => {
  const gallery = await LocalGallery.open();
  await gallery.apply({ from: '', cursor: 'e.1.2', changes: [reference(1), reference(2)] });
  const both = [face(2), face(9)].map((of) => toBase64(encodeTemplate(of)));
  await gallery.apply({ from: 'e.1.2', cursor: 'e.1.3', changes: [{ kind: 'gone', id: id(1) }, reference(2, both)] });
  expect(await gallery.info()).toMatchObject({ people: 1, templates: 2, cursor: 'e.1.3' });
});

test('one unreadable template does not keep the device from the others', async () => {
  const gallery = await LocalGallery.open();
  await gallery.apply({
    from: '',
    cursor: 'e.1.2',
    changes: [reference(1, ['AAAA', '%%%', toBase64(new Uint8Array(128))]), reference(2)],
  });
  expect(await gallery.info()).toMatchObject({ people: 1, cursor: 'e.1.2' });
});

test("two tabs see each other's changes", async () => {
  const [one, other] = [await LocalGallery.open(), await LocalGallery.open()];
  await one.apply({ from: '', cursor: 'e.1.2', changes: [reference(1)] });
  await other.apply({ from: 'e.1.2', cursor: 'e.1.3', changes: [reference(2)] });
  expect(await one.info()).toMatchObject({ people: 2, cursor: 'e.1.3' });
});

test('a pack replaces what was there', async () => {
  const gallery = await LocalGallery.open();
  await gallery.apply({ from: '', cursor: 'e.1.2', changes: [reference(1)] });
  await gallery.replace(await packOf(TEMPLATE_VERSION, [5, 6]));
  expect(await gallery.info()).toMatchObject({ people: 2, cursor: 'e.7.7', builtAt: '2026-11-20T00:00:00Z' });
});

test('a damaged pack, or one of another version, is refused and changes nothing', async () => {
  const gallery = await LocalGallery.open();
  await gallery.apply({ from: '', cursor: 'e.1.2', changes: [reference(1)] });
  const damaged = await packOf(TEMPLATE_VERSION, [5, 6]);
  damaged[200] = Number(damaged[200]) ^ 1;
  await expect(gallery.replace(damaged)).rejects.toMatchObject({ code: 'bad-answer' });
  await expect(gallery.replace(await packOf('other-1', [5]))).rejects.toMatchObject({ code: 'update-needed' });
  expect(await gallery.info()).toMatchObject({ people: 1, cursor: 'e.1.2' });
});

test('a page that cannot be kept is as if it never came', async () => {
  const gallery = await LocalGallery.open();
  await gallery.apply({ from: '', cursor: 'e.1.2', changes: [reference(1)] });
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(gallery.apply({ from: 'e.1.2', cursor: 'e.1.3', changes: [reference(2)] })).rejects.toMatchObject({
    code: 'no-space',
  });
  full.mockRestore();
  expect(await gallery.info()).toMatchObject({ people: 1, cursor: 'e.1.2' });
});

test('clearing leaves nothing', async () => {
  const gallery = await LocalGallery.open();
  await gallery.apply({ from: '', cursor: 'e.1.2', changes: [reference(1)] });
  await gallery.clear();
  expect(await (await LocalGallery.open()).info()).toMatchObject({ people: 0, cursor: '' });
});

test('templates of another pipeline are not compared, and take the place of nothing', async () => {
  const gallery = await LocalGallery.open();
  await gallery.apply({ from: '', cursor: 'e.1.2', changes: [reference(1), reference(2)] });
  const foreign = { ...reference(2), model: 'another-pipeline' } as Change;
  expect(await gallery.apply({ from: 'e.1.2', cursor: 'e.1.3', changes: [foreign] })).toMatchObject({
    people: 1,
    cursor: 'e.1.3',
  });
});

test('a page that does not begin where the gallery stands is not applied, and says where to go on', async () => {
  const gallery = await LocalGallery.open();
  const later = { from: 'e.1.9', cursor: 'e.1.12', changes: [reference(4)] };
  expect(await gallery.apply(later)).toMatchObject({ people: 0, cursor: '' });
  await gallery.apply({ from: '', cursor: 'e.1.2', changes: [reference(1)] });
  expect(await gallery.apply(later)).toMatchObject({ people: 1, cursor: 'e.1.2' });
});

/** Files as a browser with OPFS keeps them, in memory. */
function folderInMemory() {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const handleOf = (name: string) => ({
    getFile: async () => new Blob([files.get(name) ?? new Uint8Array()]),
    createSyncAccessHandle: async () => ({
      truncate: (size: number) => void files.set(name, (files.get(name) ?? new Uint8Array()).slice(0, size)),
      write(bytes: Uint8Array, { at }: { at: number }) {
        const before = files.get(name) ?? new Uint8Array();
        const after = new Uint8Array(Math.max(before.length, at + bytes.length));
        after.set(before);
        after.set(bytes, at);
        files.set(name, after);
      },
      flush: () => undefined,
      close: () => undefined,
    }),
  });
  return {
    async getFileHandle(name: string, { create = false } = {}) {
      if (!files.has(name) && !create) throw new DOMException('none', 'NotFoundError');
      if (!files.has(name)) files.set(name, new Uint8Array());
      return handleOf(name);
    },
  };
}

test('what was written under a clock that was ten years ahead is followed by what is written once it is right (fault 30)', async () => {
  const folder = folderInMemory();
  Object.assign(navigator.storage, { getDirectory: async () => ({ getDirectoryHandle: async () => folder }) });
  const NOW = Date.parse('2026-11-25T12:00:00Z');
  const TEN_YEARS_MS = 3653 * 86_400_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW);
  let last = 0;
  for (const wrongBy of [TEN_YEARS_MS, 0, -TEN_YEARS_MS, 0]) {
    clock.mockReturnValue(NOW + wrongBy);
    const writing = await LocalGallery.open();
    const from = last === 0 ? '' : `e.1.${last}`;
    await writing.apply({ from, cursor: `e.1.${++last}`, changes: [reference(last)] });
    expect(await (await LocalGallery.open()).info()).toMatchObject({ people: last, cursor: `e.1.${last}` });
  }
  clock.mockRestore();
});
