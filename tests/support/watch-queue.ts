/** Runs in the page: how many calls wait, ten times a second, until none does. */
export async function watchQueue(patienceMs: number): Promise<{ ms: number; count: number }[]> {
  const opening = indexedDB.open('wapsi');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const seen: { ms: number; count: number }[] = [];
  const began = performance.now();
  do {
    const counting = opening.result.transaction('outbox').objectStore('outbox').count();
    await new Promise((resolve) => counting.addEventListener('success', resolve));
    seen.push({ ms: Math.round(performance.now() - began), count: counting.result });
    await new Promise((go) => setTimeout(go, 100));
  } while (seen.at(-1)?.count !== 0 && performance.now() - began < patienceMs);
  opening.result.close();
  return seen;
}
