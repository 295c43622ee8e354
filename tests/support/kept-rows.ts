/** What a page's databases hold, read beside the app and without changing anything. */

import type { Page } from 'playwright-core';

/** The rows of one table; none while the app has not made the table yet. */
export const keptRows = <Row>(page: Page, database: string, table: string): Promise<Row[]> =>
  page.evaluate(
    async ([name, store]) => {
      // To open what is not there would make it, empty, before the app could.
      const there = (await indexedDB.databases()).some((one) => one.name === name);
      if (!there) return [];
      return new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onupgradeneeded = () => opening.transaction?.abort();
        // Gone since it was looked for; any other failure is no empty table.
        opening.onerror = () => (opening.error?.name === 'AbortError' ? resolve([]) : reject(opening.error));
        opening.onsuccess = () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains(store)) {
            db.close();
            resolve([]);
            return;
          }
          const all = db.transaction(store).objectStore(store).getAll();
          all.onerror = () => reject(all.error ?? new Error('not readable'));
          all.onsuccess = () => {
            db.close();
            resolve(all.result as Row[]);
          };
        };
      });
    },
    [database, table] as const,
  );

/** The drafts as they lie there, as one text: it holds what was typed, or in a vault changes with it. */
export const keptDrafts = async (page: Page, database = 'wapsi'): Promise<string> =>
  JSON.stringify(await keptRows(page, database, 'draft'));

/** The photos of this device's own reports, byte for byte, where they lie in the open. */
export async function keptPhotos(page: Page): Promise<Buffer[]> {
  const photos = await page.evaluate(async () => {
    const request = indexedDB.open('wapsi');
    await new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
    const all = request.result.transaction('file').objectStore('file').getAll();
    await new Promise((resolve, reject) => Object.assign(all, { onsuccess: resolve, onerror: reject }));
    request.result.close();
    const bytes = await Promise.all((all.result as { blob: Blob }[]).map(({ blob }) => blob.arrayBuffer()));
    return bytes.map((one) => [...new Uint8Array(one)]);
  });
  return photos.map((one) => Buffer.from(one));
}
