/** What the server holds, read as any device reads it. */

import type { ReportView } from '../../contract/report.ts';
import { sync } from '../../contract/sync.ts';

/** The public reports under that name. */
export async function reportsNamed(origin: string, name: string): Promise<ReportView[]> {
  const found: ReportView[] = [];
  for (let cursor = '', more = true; more; ) {
    const response = await fetch(`${origin}/sync?${new URLSearchParams({ feed: 'reports', cursor })}`);
    const page = sync.output.parse(await response.json());
    for (const change of page.changes) {
      if (change.kind !== 'report') continue;
      const { subject } = change.row;
      if (subject.kind === 'person' && subject.name === name) found.push(change.row);
    }
    ({ cursor, more } = page);
  }
  return found;
}
