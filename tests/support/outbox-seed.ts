/** An outbox in which everything that can be in one is. */

/**
 * Runs in the page: one report or scan in each state, as older visits could have left them, each a minute newer.
 *
 * Its helpers are methods: tsx wraps a function that a constant is named after in a helper the page does not have.
 */
export async function seedOutbox(): Promise<void> {
  const opening = indexedDB.open('wapsi');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const writing = opening.result.transaction(['report', 'outbox', 'scan', 'record'], 'readwrite');
  let now = Date.now() - 3_600_000;
  const add = {
    report(label: string, more: object) {
      const opId = crypto.randomUUID();
      now += 60_000;
      const own = { id: crypto.randomUUID(), opId, type: 'lost', label, photos: [], videos: [], createdAt: now };
      const received = 'status' in more ? { receipt: add.receipt(opId) } : {};
      writing.objectStore('report').add({ ...own, ...more, ...received });
      return own;
    },
    receipt(opId: string) {
      return { opId, number: 'W-7F3K-20', receivedAt: new Date(now).toISOString() };
    },
    op({ id, opId }: { id: string; opId: string }, more: object) {
      writing.objectStore('outbox').add({
        opId,
        entityId: id,
        endpoint: 'uploadLostFoundPerson',
        input: {},
        rank: 0,
        tries: 0,
        nextAt: 0,
        sentBytes: 0,
        bytes: 9,
        createdAt: now,
        state: 'waiting',
        ...more,
      });
    },
    scan(candidates: object[]) {
      const opId = crypto.randomUUID();
      now += 60_000;
      const answer = { receipt: add.receipt(opId), searched: 24, candidates };
      writing.objectStore('scan').add({ opId, createdAt: now, answer });
    },
  };
  add.op(add.report('Waiting', {}), {});
  add.op(add.report('Needs you', {}), { state: 'refused', error: 'bad-input' });
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
