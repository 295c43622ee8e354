/** Where the gallery is kept on the device: always the old bytes or the new ones, whatever is cut off in between. */

import { createStore, del, get, set } from 'idb-keyval';
import { AppError } from '../../../contract/errors.ts';

/** One version of the gallery. `generation` grows with each write, in any tab. */
export interface Version {
  readonly generation: number;
  readonly read: () => Promise<Uint8Array>;
}

export interface GalleryFile {
  /** What is there, newest first; an older version is for the case that the newest is damaged. */
  versions(): Promise<Version[]>;
  write(bytes: Uint8Array, generation: number): Promise<void>;
  clear(): Promise<void>;
}

export async function openGalleryFile(): Promise<GalleryFile> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('gallery', { create: true });
    const probe = await folder.getFileHandle('probe', { create: true });
    if (typeof probe.createSyncAccessHandle === 'function') return slotsIn(folder);
  } catch (error) {
    // A private window may refuse it (SecurityError), an old browser not know it (TypeError).
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
  }
  return inIndexedDb();
}

const SLOTS = ['a.pack', 'b.pack'] as const;
/** The last bytes of a slot, written after the rest is on the disk: without them the slot does not count. */
const SEAL_BYTES = 24;
const SEAL = 0x5741505349534c54n; // "WAPSISLT"

/** Two files, written in turn. */
function slotsIn(folder: FileSystemDirectoryHandle): GalleryFile {
  const sealed = async (): Promise<{ name: (typeof SLOTS)[number]; version: Version }[]> => {
    const found = await Promise.all(SLOTS.map(async (name) => ({ name, version: await readSlot(folder, name) })));
    return found
      .flatMap(({ name, version }) => (version ? [{ name, version }] : []))
      .sort((a, b) => b.version.generation - a.version.generation);
  };
  return {
    versions: async () => (await sealed()).map(({ version }) => version),
    write: async (bytes, generation) => {
      const [newest] = await sealed();
      const target = newest?.name === SLOTS[0] ? SLOTS[1] : SLOTS[0];
      const handle = await (await folder.getFileHandle(target, { create: true })).createSyncAccessHandle();
      try {
        handle.truncate(0);
        handle.write(bytes, { at: 0 });
        handle.flush();
        const seal = new DataView(new ArrayBuffer(SEAL_BYTES));
        seal.setBigUint64(0, SEAL);
        seal.setFloat64(8, generation);
        seal.setUint32(16, bytes.length);
        handle.write(new Uint8Array(seal.buffer), { at: bytes.length });
        handle.flush();
      } catch (error) {
        throw asAppError(error);
      } finally {
        handle.close();
      }
    },
    clear: async () => {
      for await (const name of folder.keys()) await folder.removeEntry(name);
    },
  };
}

async function readSlot(folder: FileSystemDirectoryHandle, name: string): Promise<Version | undefined> {
  let file: File;
  try {
    file = await (await folder.getFileHandle(name)).getFile();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
    throw error;
  }
  const length = file.size - SEAL_BYTES;
  if (length < 0) return undefined;
  const seal = new DataView(await file.slice(length).arrayBuffer());
  if (seal.getBigUint64(0) !== SEAL || seal.getUint32(16) !== length) return undefined;
  return {
    generation: seal.getFloat64(8),
    read: async () => new Uint8Array(await file.slice(0, length).arrayBuffer()),
  };
}

/** One record; IndexedDB replaces it whole or not at all. */
function inIndexedDb(): GalleryFile {
  const store = createStore('wapsi-gallery', 'pack');
  return {
    versions: async () => {
      const kept = await get<{ bytes: Uint8Array; generation: number }>('gallery', store);
      return kept ? [{ generation: kept.generation, read: async () => kept.bytes }] : [];
    },
    write: async (bytes, generation) => {
      await set('gallery', { bytes, generation }, store).catch((error: unknown) => {
        throw asAppError(error);
      });
    },
    clear: () => del('gallery', store),
  };
}

/** A full disk is said in three ways: by its name, as an abort around it, and by OPFS as an abort alone. */
function asAppError(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  if (error.name !== 'QuotaExceededError' && error.name !== 'AbortError') return error;
  return new AppError('no-space', 'the device has no space left for the gallery', { cause: error });
}
