/** Files that are being made, each under a name that nobody knows, until they are moved to their own. */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Making } from './tasks.ts';
import { type Done, workshop } from './workshop.ts';

/** A draft is written and moved at once; one that lies here was left by a stop. */
const KEPT_MS = 3_600_000;

export type Made = Extract<Done, { kind: 'made' }> & { draft: string };

export interface Drafts {
  /** What the workshop makes, written in full. @throws AppError like `workshop.work`; nothing is left then */
  make(task: Making): Promise<Made | Exclude<Done, { kind: 'made' }>>;
  /** Bytes at a path, for as long as they are worked on. */
  withBytes<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T>;
  remove(draft: string): Promise<void>;
  sweep(now: number): Promise<void>;
}

export async function openDrafts(dir: string): Promise<Drafts> {
  await mkdir(dir, { recursive: true });
  const fresh = () => join(dir, randomUUID());
  const remove = (draft: string) => rm(draft, { force: true });
  return {
    async make(task) {
      const draft = fresh();
      try {
        const done = await workshop.work({ ...task, to: draft });
        return done.kind === 'made' ? { ...done, draft } : done;
      } catch (error) {
        await remove(draft);
        throw error;
      }
    },
    async withBytes(bytes, work) {
      const path = fresh();
      try {
        await writeFile(path, bytes);
        return await work(path);
      } finally {
        await remove(path);
      }
    },
    remove,
    async sweep(now) {
      for (const name of await readdir(dir)) {
        const changed = (await stat(join(dir, name)).catch(() => undefined))?.mtimeMs ?? now;
        if (now - changed > KEPT_MS) await remove(join(dir, name));
      }
    },
  };
}
