/** An outbox in which everything that can be in one is. */

/**
 * Runs in the page: one report or scan in each state, as older visits could have left them, each a minute newer.
 *
 * Its helpers are methods: tsx wraps a function that a constant is named after in a helper the page does not have.
 */
export async function seedOutbox(): Promise<void> {
  const opening = indexedDB.open('wapsi');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const writing = opening.result.transaction(['made', 'record'], 'readwrite');
  let now = Date.now() - 3_600_000;
  const add = {
    row(more: object) {
      now += 60_000;
      const opId = crypto.randomUUID();
      const named = { opId, entityId: crypto.randomUUID(), order: now, createdAt: now, input: {}, steps: [] };
      writing.objectStore('made').add({ ...named, ...more });
    },
    report(label: string, more: object) {
      const own = { endpoint: 'uploadLostFoundPerson', type: 'lost', label, photos: [], videos: [], values: {} };
      add.row({ ...own, ...more, ...('status' in more ? { receipt: add.receipt() } : {}) });
    },
    receipt() {
      return { opId: crypto.randomUUID(), number: 'W-7F3K-20', receivedAt: new Date(now).toISOString() };
    },
    waits(more: object) {
      const text = { rank: 0, tries: 0, nextAt: 0, sentBytes: 0, bytes: 9, state: 'waiting' };
      return { waits: 'yes', steps: [{ ...text, ...more }] };
    },
    scan(candidates: object[]) {
      add.row({ endpoint: 'compareFace', answer: { receipt: add.receipt(), searched: 24, candidates } });
    },
  };
  add.report('Waiting', add.waits({}));
  add.report('Needs you', add.waits({ state: 'refused', error: 'bad-input' }));
  add.report('Received', { status: 'published', reviewed: false });
  add.report('Reviewed', { status: 'published', reviewed: true });
  add.scan([]);
  const known = writing.objectStore('record').getAll();
  known.addEventListener('success', () => {
    const people = (known.result as { view: { subject: { kind: string } } }[]).map(({ view }) => view);
    add.scan([{ band: 'likely', data: people.find(({ subject }) => subject.kind === 'person') }]);
  });
  await new Promise((resolve) => writing.addEventListener('complete', resolve));
  opening.result.close();
}
