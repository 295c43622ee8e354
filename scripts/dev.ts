/** `npm run dev`: the API with sample data on 8080, restarted on change, and Vite with hot reload before it. */

import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { buildModels } from '../models/build/main.ts';

await buildModels('dist/models', console.log);
const api = spawn(
  process.execPath,
  ['--import', 'tsx', '--watch-path=server', '--watch-path=contract', '--watch-path=match', 'server/main.ts'],
  {
    env: { DEMO: '1', ...process.env },
    stdio: 'inherit',
  },
);
const vite = await createServer();
await vite.listen();
vite.printUrls();

function stop(): void {
  api.kill();
  void vite.close();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
api.on('exit', stop);
