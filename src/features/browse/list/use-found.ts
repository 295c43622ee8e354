/** How many people and how many things have the words that were typed: by the server, else by what this phone keeps. */

import { useLiveQuery } from 'dexie-react-hooks';
import type { OutputOf } from '../../../../contract/endpoint.ts';
import type { countReports, ReportType } from '../../../../contract/report.ts';
import { useRead } from '../../../api/use-read.ts';
import { useServices } from '../../../services.ts';
import { defaultsOf, type ListName } from './filters.ts';
import { hasWords } from './use-reports.ts';

type Counts = OutputOf<typeof countReports>['found'];

const KINDS = { 'lost-peoples': 'person', 'found-items': 'item' } as const;

/** Undefined while nothing is typed, or while it is not known. */
export function useFound(q: string): Counts | undefined {
  const { db } = useServices();
  const words = q.trim();
  const read = useRead('countReports', { q: words }, { enabled: words !== '' });
  const without = words !== '' && read.data === undefined && (read.isError || read.fetchStatus === 'paused');
  const kept = useLiveQuery(async () => {
    if (!without) return undefined;
    const rows = await db.record.filter(({ view }) => hasWords(view, words)).toArray();
    return countsOf(rows.map(({ view }) => ({ kind: view.subject.kind, type: view.type })));
  }, [db, words, without]);
  return words === '' ? undefined : (read.data?.found ?? kept);
}

function countsOf(found: readonly Pick<Counts[number], 'kind' | 'type'>[]): Counts {
  const counts: Counts = [];
  for (const { kind, type } of found) {
    const same = counts.find((one) => one.kind === kind && one.type === type);
    if (same) same.count++;
    else counts.push({ kind, type, count: 1 });
  }
  return counts;
}

export const countIn = (found: Counts, list: ListName, type?: ReportType): number =>
  found
    .filter((one) => one.kind === KINDS[list] && (type === undefined || one.type === type))
    .reduce((sum, { count }) => sum + count, 0);

/** The list as it is to open for these words: at what was found in it, lost or found. */
export function searchIn(list: ListName, q: string, found: Counts): string {
  const { type } = defaultsOf(list);
  const other = type === 'lost' ? 'found' : 'lost';
  const params = new URLSearchParams({ q });
  if (countIn(found, list, type) === 0 && countIn(found, list, other) > 0) params.set('type', other);
  return `/${list}?${params}`;
}
