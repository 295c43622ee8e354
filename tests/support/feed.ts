/** What the server holds, read as any device reads it. */

import { inject } from 'vitest';
import type { ReportView } from '../../contract/report.ts';
import { sync } from '../../contract/sync.ts';
import { untilAllReadable } from './server-database.ts';

/** The public reports under that name, with all that the server has answered for by now. */
export async function reportsNamed(origin: string, name: string): Promise<ReportView[]> {
  await untilAllReadable(inject('postgresUrl'));
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
