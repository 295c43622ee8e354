// Plain JavaScript: a thread or process beside the server finds its program where TypeScript is not loadable yet. The
// program is named by its first argument, `db/pglite-worker` say. What was built after the last change of the server is the
// same, and starts in half the time; without it, TypeScript is made loadable here, as tsx and Vitest have done for the
// main thread alone.
import { readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';

const [, , name = ''] = process.argv;
const BUILT = new URL(`../dist/server/${basename(name)}.mjs`, import.meta.url);
const SOURCES = new URL('./', import.meta.url);

const changedAt = (place) => statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const names = readdirSync(SOURCES, { recursive: true });
const isBuilt = Math.max(...names.map((one) => changedAt(new URL(one, SOURCES)))) < changedAt(BUILT);

if (isBuilt) await import(BUILT.href);
else {
  const { register } = await import('tsx/esm/api');
  register();
  await import(`./${name}.ts`);
}
