/** Writes the reserve's file in place. */

import type { ReserveWorker } from './reserve.ts';
import { RESERVE_BYTES, RESERVE_FILE, writeText } from './reserve-slots.ts';
import { serve } from './rpc.ts';

async function withFile(work: (file: FileSystemSyncAccessHandle) => void): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  const file = await (await folder.getFileHandle(RESERVE_FILE, { create: true })).createSyncAccessHandle();
  try {
    work(file);
  } finally {
    file.close();
  }
}

const prepare = (): Promise<void> =>
  withFile((file) => {
    if (file.getSize() < RESERVE_BYTES) file.write(new Uint8Array(RESERVE_BYTES), { at: 0 });
    file.flush();
  });

const write = (text: string): Promise<void> =>
  withFile((file) => {
    const bytes = new Uint8Array(file.getSize());
    file.read(bytes, { at: 0 });
    writeText(bytes, text, (part, at) => {
      file.write(part, { at });
      file.flush();
    });
  });

serve<ReserveWorker>(self, { prepare, write });
