/** Runs in the page: how many calls wait, ten times a second, until none does. */
export async function watchQueue(patienceMs: number): Promise<{ ms: number; count: number }[]> {
  const opening = indexedDB.open('wapsi');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const seen: { ms: number; count: number }[] = [];
  const began = performance.now();
  do {
    const reading = opening.result.transaction('made').objectStore('made').getAll();
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    const count = (reading.result as { steps: unknown[] }[]).reduce((sum, { steps }) => sum + steps.length, 0);
    seen.push({ ms: Math.round(performance.now() - began), count });
    await new Promise((go) => setTimeout(go, 100));
  } while (seen.at(-1)?.count !== 0 && performance.now() - began < patienceMs);
  opening.result.close();
  return seen;
}
