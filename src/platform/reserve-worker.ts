/** Writes the reserve's file in place. */

import { AppError } from '../../contract/errors.ts';
import type { ReserveWorker } from './reserve.ts';
import { newestOf, RESERVE_BYTES, RESERVE_FILE, slotFor } from './reserve-slots.ts';
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
    const { generation } = newestOf(bytes);
    // Of what it gives up nothing may stay, in the other slot neither.
    for (let next = 1; next <= (text === '' ? 2 : 1); next++) {
      const slot = slotFor(text, generation + next);
      if (!slot) throw new AppError('no-space', 'the reserve is full');
      file.write(slot.bytes, { at: slot.at });
      file.flush();
    }
  });

serve<ReserveWorker>(self, { prepare, write });
