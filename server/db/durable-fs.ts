/** A folder on disk for PGlite in which a commit survives a power cut. */

import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** WASI's number for "input/output error"; PostgreSQL stops at once when it meets it in an fsync. */
const EIO = 29;

type Options = Parameters<NodeFS['init']>[1];

/** What of Emscripten's module the cure touches. */
interface EmscriptenModule {
  FS: {
    ErrnoError: new (errno: number) => Error;
    filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } };
  };
}

/** Emscripten's file system answers fsync with "done" and does nothing; this one does it. */
export class DurableFs extends NodeFS {
  /** How often bytes were forced to the disk since the start; the tests count it. */
  fsyncs = 0;

  override async init(pglite: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    // PGlite types the module as its own; the parts used here are Emscripten's and stand in no public type.
    const cure = (module: unknown) => this.#addFsync(module as EmscriptenModule);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [cure, ...(emscriptenOpts.preRun ?? [])] } };
  }

  #addFsync({ FS }: EmscriptenModule): void {
    FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
      try {
        fsyncSync(nfd);
      } catch {
        throw new FS.ErrnoError(EIO);
      }
      this.fsyncs++;
      return 0;
    };
  }
}

/** Force a folder and all in it to the disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncPath(path);
  }
  syncPath(folder);
}

export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
