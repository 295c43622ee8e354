/** An outbox in which everything that can be in one is. */

/** Runs in the page: one report or scan in each state, as older visits could have left them, each a minute newer. */
export async function seedOutbox(): Promise<void> {
  const opening = indexedDB.open('wapsi');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const writing = opening.result.transaction(['report', 'outbox', 'scan', 'record'], 'readwrite');
  let now = Date.now() - 3_600_000;
  const receipt = (opId: string) => ({ opId, number: 'W-7F3K-20', receivedAt: new Date(now).toISOString() });
  const report = (label: string, more: object) => {
    const opId = crypto.randomUUID();
    now += 60_000;
    const own = { id: crypto.randomUUID(), opId, type: 'lost', label, photos: [], videos: [], createdAt: now };
    writing.objectStore('report').add({ ...own, ...more, ...('status' in more ? { receipt: receipt(opId) } : {}) });
    return own;
  };
  const op = ({ id, opId }: { id: string; opId: string }, more: object) =>
    writing.objectStore('outbox').add({
      ...{ opId, entityId: id, endpoint: 'uploadLostFoundPerson', input: {}, rank: 0, tries: 0, nextAt: 0 },
      ...{ sentBytes: 0, bytes: 9, createdAt: now, state: 'waiting', ...more },
    });
  op(report('Waiting', {}), {});
  op(report('Needs you', {}), { state: 'refused', error: 'bad-input' });
  report('Received', { status: 'published', reviewed: false });
  report('Reviewed', { status: 'published', reviewed: true });
  const scan = (candidates: object[]) => {
    const opId = crypto.randomUUID();
    now += 60_000;
    const answer = { receipt: receipt(opId), searched: 24, candidates };
    writing.objectStore('scan').add({ opId, createdAt: now, answer });
  };
  scan([]);
  const known = writing.objectStore('record').getAll();
  known.addEventListener('success', () => {
    const people = (known.result as { view: { subject: { kind: string } } }[]).map(({ view }) => view);
    scan([{ band: 'likely', data: people.find(({ subject }) => subject.kind === 'person') }]);
  });
  await new Promise((resolve) => writing.addEventListener('complete', resolve));
  opening.result.close();
}
