import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Entry, type Gallery, type GalleryChange, type Hit, openGallery } from '../../match/gallery.ts';
import { openPlainScanner, openScanner } from '../../match/scanner.ts';
import { compareTemplates, DIMS, encodeTemplate } from '../../match/template.ts';

const HEAD = { model: 'sface-128-1', cursor: '12.7', builtAt: '2026-11-21T00:00:00.000Z', scope: 'public' };

/** Ids from a small set, so that histories meet the same one again; some are written in upper case. */
const id = fc.nat(15).map((n) => {
  const uuid = `0198f2a0-0000-7000-8000-0000000000${(160 + n).toString(16)}`;
  return n % 5 === 0 ? uuid.toUpperCase() : uuid;
});
/** Few distinct directions, so that equal scores and equal codes are common, and many. */
const code = fc.oneof(
  fc.nat(5).map((seed) => encodeTemplate(Array.from({ length: DIMS }, (_, i) => Math.sin((seed + 1) * (i + 1))))),
  fc.uint8Array({ minLength: DIMS, maxLength: DIMS }).filter((bytes) => bytes.some((byte) => byte !== 0)),
);
const entry: fc.Arbitrary<Entry> = fc.record({
  id,
  type: fc.constantFrom('lost', 'found'),
  updatedHour: fc.nat(0xffffffff),
  codes: fc.array(code, { maxLength: 4 }),
});
const change: fc.Arbitrary<GalleryChange> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), entry }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), id }) },
);
const history = fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 12 });

/** What a gallery must hold after a history, in the plainest words. */
function held(changes: readonly GalleryChange[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const change of changes) {
    if (change.kind === 'drop') entries.delete(change.id.toLowerCase());
    else if (change.entry.codes.length === 0) entries.delete(change.entry.id.toLowerCase());
    else entries.set(change.entry.id.toLowerCase(), change.entry);
  }
  return entries;
}

function bruteForce(entries: Map<string, Entry>, probe: Uint8Array, limit: number): Hit[] {
  const hits = [...entries].map(([id, { type, codes }]) => ({
    id,
    type,
    score: Math.max(...codes.map((code) => compareTemplates(code, probe))),
  }));
  return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
}

async function galleryOf(...batches: GalleryChange[][]): Promise<Gallery> {
  const { gallery } = await openGallery();
  for (const batch of batches) gallery.apply(batch);
  return gallery;
}

const put = (entry: Entry): GalleryChange => ({ kind: 'put', entry });
const randomCode = () => encodeTemplate(Array.from({ length: DIMS }, () => Math.random() - 0.5));
const person = (codes: Uint8Array[]): Entry => ({ id: crypto.randomUUID(), type: 'lost', updatedHour: 1, codes });

describe('a gallery', () => {
  test('runs on the SIMD kernel here, so that these tests test it', async () => {
    expect((await openScanner()).kernel).toBe('simd');
    expect(openPlainScanner().kernel).toBe('plain');
  });

  test('answers a search as comparing with every template does, after any history of puts and drops', async () => {
    await fc.assert(
      fc.asyncProperty(history, code, fc.integer({ min: 1, max: 20 }), async (batches, probe, limit) => {
        const gallery = await galleryOf(...batches);
        const entries = held(batches.flat());
        expect(gallery.search(probe, limit)).toEqual(bruteForce(entries, probe, limit));
        expect(gallery.people).toBe(entries.size);
        expect(gallery.count).toBe([...entries.values()].reduce((sum, { codes }) => sum + codes.length, 0));
      }),
      { numRuns: 200 },
    );
  });

  test('answers the same, to the last bit, without WebAssembly', async () => {
    await fc.assert(
      fc.asyncProperty(history, code, async (batches, probe) => {
        const gallery = await galleryOf(...batches);
        const { gallery: plain } = await openGallery(undefined, openPlainScanner());
        for (const batch of batches) plain.apply(batch);
        expect(plain.search(probe, 9)).toEqual(gallery.search(probe, 9));
        expect(plain.toPack(HEAD)).toEqual(gallery.toPack(HEAD));
      }),
    );
  });

  test.each([
    ['SIMD', openScanner],
    ['plain', openPlainScanner],
  ])('finds each of hundreds of people again, through growth and removal (%s)', async (_, scanner) => {
    const people = Array.from({ length: 601 }, () => person([randomCode(), randomCode()]));
    const { gallery } = await openGallery(undefined, await scanner());
    for (const entry of people) gallery.apply([put(entry)]);
    const gone = people.filter((_, i) => i % 3 === 0);
    gallery.apply(gone.map(({ id }) => ({ kind: 'drop', id })));
    expect(gallery.people).toBe(people.length - gone.length);
    people.forEach(({ id, codes: [probe = randomCode()] }, i) => {
      const [hit] = gallery.search(probe, 1);
      if (i % 3 === 0) expect(hit?.id).not.toBe(id);
      else expect(hit).toMatchObject({ id, score: compareTemplates(probe, probe) });
    });
    const probe = randomCode();
    const left = new Map(people.filter((_, i) => i % 3 !== 0).map((entry) => [entry.id, entry]));
    for (const limit of [1, 20, 300, 5000]) {
      expect(gallery.search(probe, limit)).toEqual(bruteForce(left, probe, limit));
    }
  });

  test('comes back from its pack as it was, and both go on alike', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.array(change, { maxLength: 12 }), code, async (batches, later, probe) => {
        const gallery = await galleryOf(...batches);
        const opened = await openGallery(gallery.toPack(HEAD));
        expect(opened.head).toEqual(HEAD);
        for (const one of [gallery, opened.gallery]) one.apply(later);
        expect(opened.gallery.search(probe, 20)).toEqual(gallery.search(probe, 20));
        expect(opened.gallery.count).toBe(gallery.count);
        expect(opened.gallery.people).toBe(gallery.people);
        expect(opened.gallery.toPack(HEAD)).toEqual(gallery.toPack(HEAD));
      }),
    );
  });

  test('is the same after a batch is applied twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 20 }), code, async (batch, probe) => {
        const [once, twice] = [await galleryOf(batch), await galleryOf(batch, batch)];
        expect(twice.search(probe, 20)).toEqual(once.search(probe, 20));
        expect(twice.count).toBe(once.count);
      }),
    );
  });

  test('takes none of a batch that holds one malformed change', async () => {
    const good = person([randomCode()]);
    const bad: Entry[] = [
      { ...good, id: 'not-a-uuid' },
      { ...good, codes: [new Uint8Array(127).fill(1)] },
      { ...good, codes: [new Uint8Array(DIMS)] },
      { ...good, updatedHour: -1 },
      { ...good, updatedHour: 1.5 },
      { ...good, type: 'seen' as 'lost' },
    ];
    const gallery = await galleryOf();
    for (const entry of bad) expect(() => gallery.apply([put(good), put(entry)])).toThrow(RangeError);
    expect(() => gallery.apply([put(good), { kind: 'drop', id: '../..' }])).toThrow(RangeError);
    expect(gallery.count).toBe(0);
  });

  test('keeps its own copy of the codes it was given', async () => {
    const entry = person([randomCode()]);
    const probe = Uint8Array.from(entry.codes[0] ?? []);
    const gallery = await galleryOf([put(entry)]);
    entry.codes[0]?.fill(0);
    expect(gallery.search(probe, 1)[0]?.score).toBe(compareTemplates(probe, probe));
  });

  test('reads a probe at any place of a larger buffer', async () => {
    const code = randomCode();
    const gallery = await galleryOf([put(person([code]))]);
    const probe = new Uint8Array(DIMS + 3);
    probe.set(code, 3);
    expect(gallery.search(probe.subarray(3), 1)[0]?.score).toBe(compareTemplates(code, code));
  });

  test('finds nobody when it is empty or none are asked for, and refuses a probe of another length', async () => {
    const gallery = await galleryOf();
    expect(gallery.search(randomCode(), 5)).toEqual([]);
    gallery.apply([put(person([randomCode()]))]);
    for (const limit of [0, -1, Number.NaN]) expect(gallery.search(randomCode(), limit)).toEqual([]);
    expect(() => gallery.search(new Uint8Array(512).fill(1), 5)).toThrow(RangeError);
  });
});
