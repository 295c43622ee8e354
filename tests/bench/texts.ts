/** A volunteer's evening without a network: how soon hundreds of texts are received once it is back. */

import { bundlePage, submitIn } from '../faults/support/bundle.ts';
import { signInAs } from '../support/accounts.ts';
import { openDevice } from '../support/browser.ts';
import { shellIsKept } from '../support/pages.ts';
import { startServer } from '../support/server.ts';
import { watchQueue } from '../support/watch-queue.ts';
import type { Line } from './line.ts';

const MANY = 300;
/** A mobile network in a good hour. */
const RTT_MS = 200;
/** Fault 32: 95 in 100 of them. */
const LIMIT_MS = 5000;
const PATIENCE_MS = 60_000;

export async function benchTexts(): Promise<Line[]> {
  // As a state runs it: what comes in is looked at by people before it is compared and told.
  const server = await startServer({ REVIEW: 'people', REPORT_LIMIT: '100000' });
  const device = await openDevice({ origin: server.url });
  try {
    const { page, context } = device;
    await page.goto(`${server.url}/outbox`);
    await shellIsKept(page);
    await signInAs(page, server.url, 'poster');
    await context.exposeBinding('told', () => undefined);
    await context.setOffline(true);
    const people = Array.from({ length: MANY }, (_, i) => ({
      key: `Waits ${i}.`,
      kind: 'person' as const,
      photos: [],
    }));
    await submitIn(page, await bundlePage(), people);
    await page.getByText(`${MANY} waiting`).first().waitFor();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
    await context.setOffline(false);
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: RTT_MS, ...unlimited });
    const left = await page.evaluate(watchQueue, PATIENCE_MS);
    const ours = left.find(({ count }) => count <= MANY * 0.05)?.ms ?? Number.POSITIVE_INFINITY;
    return [{ what: `${MANY} texts over ${RTT_MS} ms: 95 in 100 received`, unit: 'ms', ours, limit: LIMIT_MS }];
  } finally {
    await device.remove();
    await server.remove();
  }
}
