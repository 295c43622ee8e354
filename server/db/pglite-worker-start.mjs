// Plain JavaScript: it makes TypeScript loadable in this worker, where neither tsx nor Vitest has done so.
import { register } from 'tsx/esm/api';

register();
await import('./pglite-worker.ts');
