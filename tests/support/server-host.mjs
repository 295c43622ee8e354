/** A process that runs several servers as they were built, started and stopped by whoever started it (server-host.ts). */

import { pathToFileURL } from 'node:url';

const { readConfig, runServer } = await import(pathToFileURL('dist/server/run.mjs').href);
process.setSourceMapsEnabled(true);

const running = new Map();

async function answer({ id, start, stop }) {
  if (start) running.set(id, await runServer(readConfig(start)));
  else {
    await running.get(id)?.stop(stop.patienceMs);
    running.delete(id);
  }
}

process.on('message', (asked) => {
  answer(asked).then(
    () => process.send({ id: asked.id }),
    (error) => process.send({ id: asked.id, failed: error.stack }),
  );
});
process.on('disconnect', () => process.exit());
process.send({ id: 'ready' });
