/** Large files in parts, each kept under its SHA-256: in the origin's own file system, or in IndexedDB where that lacks. */

import { createStore, delMany, get, keys, set } from 'idb-keyval';
import { AppError } from '../../contract/errors.ts';

export interface PartStore {
  /** What is here, by name, with its bytes; a part whose writing was cut is here with fewer, or not at all. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  read(sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** @throws AppError no-space */
  write(sha256: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}

export async function openPartStore(folder: string): Promise<PartStore> {
  try {
    const root = await navigator.storage.getDirectory();
    const dir = await root.getDirectoryHandle(folder, { create: true });
    // Safari before 26 has the folder and writes to it in workers alone.
    if (typeof FileSystemFileHandle.prototype.createWritable === 'function') return inFolder(dir);
  } catch (error) {
    // A private window may refuse it (SecurityError), an old browser not know it (TypeError, ReferenceError).
    if (!(error instanceof DOMException || error instanceof TypeError || error instanceof ReferenceError)) throw error;
  }
  return inIndexedDb(folder);
}

function inFolder(dir: FileSystemDirectoryHandle): PartStore {
  const fileOf = async (name: string): Promise<File | undefined> => {
    try {
      return await (await dir.getFileHandle(name)).getFile();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
      throw error;
    }
  };
  return {
    async sizes() {
      const found = new Map<string, number>();
      for await (const name of dir.keys()) {
        const file = await fileOf(name);
        if (file) found.set(name, file.size);
      }
      return found;
    },
    async read(sha256) {
      const file = await fileOf(sha256);
      return file && new Uint8Array(await file.arrayBuffer());
    },
    async write(sha256, bytes) {
      try {
        const file = await (await dir.getFileHandle(sha256, { create: true })).createWritable();
        await file.write(bytes);
        await file.close(); // only now do the bytes take the place of what was there
      } catch (error) {
        throw asAppError(error);
      }
    },
    async remove(names) {
      for (const name of names) {
        await dir.removeEntry(name).catch((error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
        });
      }
    },
  };
}

function inIndexedDb(folder: string): PartStore {
  const store = createStore(`wapsi-${folder}`, 'part');
  const read = (sha256: string) => get<Uint8Array<ArrayBuffer>>(sha256, store);
  return {
    async sizes() {
      const names = await keys<string>(store);
      return new Map(await Promise.all(names.map(async (name) => [name, (await read(name))?.length ?? 0] as const)));
    },
    read,
    write: (sha256, bytes) =>
      set(sha256, bytes, store).catch((error: unknown) => {
        throw asAppError(error);
      }),
    remove: (names) => delMany([...names], store),
  };
}

/** A full disk is said in three ways: by its name, as an abort around it, and by the file system as an abort alone. */
function asAppError(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  if (error.name !== 'QuotaExceededError' && error.name !== 'AbortError') return error;
  return new AppError('no-space', 'the device has no space left for this download', { cause: error });
}
