/**
 * The last reserve: a small file of fixed size, made while there is room. Its bytes are overwritten in place, which asks
 * for no new room, so that even at a limit of nothing a few pages of text can be made safe on disk.
 */

import { AppError } from '../../contract/errors.ts';
import { newestOf, RESERVE_FILE } from './reserve-slots.ts';
import workerUrl from './reserve-worker.ts?worker&url';
import { connect, type Remote } from './rpc.ts';
import { startWorker } from './scripts.ts';

const LOCK = 'wapsi-reserve';

/** Only a worker may write a file in place. */
export interface ReserveWorker {
  /** Make the file where it is missing. */
  prepare(): Promise<void>;
  /** Put the text in the place of what is there, on the disk. @throws AppError no-space when it is too long */
  write(text: string): Promise<void>;
}

/** Make the reserve while there is room. A browser without such files has none. */
export async function prepareReserve(): Promise<void> {
  if (!(await reserveFile())) await inWorker((reserve) => reserve.prepare());
}

export async function readReserve(): Promise<string> {
  const file = await reserveFile();
  return file ? newestOf(new Uint8Array(await file.arrayBuffer())).text : '';
}

/** Change what the reserve holds; one tab at a time. @throws AppError no-space when there is no reserve, or too little */
export async function changeReserve(change: (text: string) => string): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    const before = await readReserve();
    const after = change(before);
    if (after === before) return;
    await prepareReserve().catch(console.warn); // where there is no room for one there is none
    if (!(await reserveFile())) throw new AppError('no-space', 'there is no reserve on this device');
    await inWorker((reserve) => reserve.write(after));
  });
}

async function reserveFile(): Promise<File | undefined> {
  try {
    return await (await (await navigator.storage.getDirectory()).getFileHandle(RESERVE_FILE)).getFile();
  } catch {
    return undefined; // not there, or a browser or a private window that has no files
  }
}

async function inWorker<T>(work: (reserve: Remote<ReserveWorker>) => Promise<T>): Promise<T> {
  const worker = connect<ReserveWorker>(startWorker(workerUrl, 'reserve'));
  try {
    return await work(worker);
  } finally {
    worker.end();
  }
}
