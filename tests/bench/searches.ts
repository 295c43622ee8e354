/** Search times of search.ts, in a real browser. */

import { openDevice } from '../support/browser.ts';
import type { Line } from './line.ts';
import type { SearchPage } from './pages/search.ts';

const SIZES = [10_000, 100_000];

export async function benchSearches(url: string): Promise<Line[]> {
  const device = await openDevice({ origin: url, draws: true });
  try {
    await device.page.goto(`${url}/search.html`);
    const rows = await device.page.evaluate(
      (sizes) => (globalThis as unknown as SearchPage).benchSearch(sizes), // pages/search.ts puts it there
      SIZES,
    );
    if (device.faults.length > 0) throw new Error(device.faults.join('\n'));
    return rows.flatMap((row): Line[] => {
      const ours = rows.find(({ method, size }) => method === 'wapsi' && size === row.size);
      if (!ours || ours === row) return [];
      return [
        {
          what: `search of ${row.size / 1000}k people`,
          unit: 'ms',
          ours: ours.ms,
          peer: { name: row.method, value: row.ms },
          note: `right at rank 1: ${ours.rank1 * 100} %, ${row.method} ${row.rank1 * 100} %`,
        },
      ];
    });
  } finally {
    await device.remove();
  }
}
