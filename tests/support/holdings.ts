/** What a page of the app could read on this device: everything that a browser keeps for an address, as one text. */

import type { Page } from 'playwright-core';

export const holdingsOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const said: string[] = [];
    /** Bytes one by one, so that words in them are found. */
    const bytes = (of: ArrayBuffer) => new TextDecoder('latin1').decode(of);
    async function say(value: unknown): Promise<void> {
      if (value instanceof Blob) said.push(bytes(await value.arrayBuffer()));
      else if (value instanceof ArrayBuffer) said.push(bytes(value));
      else if (ArrayBuffer.isView(value)) said.push(bytes(new Uint8Array(value.buffer as ArrayBuffer).slice().buffer));
      else if (typeof value === 'object' && value !== null)
        for (const [name, part] of Object.entries(value)) {
          said.push(name);
          await say(part);
        }
      else said.push(String(value));
    }
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name ?? ''));
      for (const store of db.objectStoreNames) {
        const table = db.transaction(store).objectStore(store);
        const [keys, rows] = await Promise.all([done(table.getAllKeys()), done(table.getAll())]);
        await say([name, store, keys, rows]);
      }
      db.close();
    }
    for (const storage of [localStorage, sessionStorage]) await say({ ...storage });
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const kept = await cache.match(request);
        if (!/\.(js|css|woff2|svg|png)$/.test(request.url)) await say([request.url, await kept?.arrayBuffer()]);
      }
    }
    async function walk(folder: FileSystemDirectoryHandle): Promise<void> {
      for await (const [name, entry] of folder.entries()) {
        if (entry instanceof FileSystemFileHandle) await say([name, await entry.getFile()]);
        else await walk(entry as FileSystemDirectoryHandle);
      }
    }
    await walk(await navigator.storage.getDirectory());
    return said.join('\n');
  });
