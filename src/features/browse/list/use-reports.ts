/** The reports of a list: from the server, else as last seen, else what this phone pulled for itself. */

import { useLiveQuery } from 'dexie-react-hooks';
import type { ReportView } from '../../../../contract/report.ts';
import { nameLikeness, nameWords, SAME_SOUND, wordLikeness } from '../../../../match/names.ts';
import { endsAt } from '../../../api/query.ts';
import { seenAt, useReadPages } from '../../../api/use-read.ts';
import { useServices } from '../../../services.ts';
import { readMeta } from '../../../store/meta.ts';
import { type Filters, type ListName, toInput } from './filters.ts';

export type Reports =
  | { kind: 'loading' }
  /** The server has no answer and this phone has nothing. */
  | { kind: 'failed' }
  | {
      kind: 'read';
      rows: readonly ReportView[];
      /** When it was read, if the server cannot be asked now. */
      seenAt: number | undefined;
      more: 'none' | 'some' | 'coming' | 'failed';
    }
  /** What the phone keeps of its own accord, and when that was last brought up to date. */
  | { kind: 'phone'; rows: readonly ReportView[]; pulledAt: number | undefined };

/** A page of what the phone keeps: enough to look through. */
const PHONE_ROWS = 100;

/** `refused`: until then no more different reports may be read. */
export function useReports(list: ListName, filters: Filters) {
  const { db } = useServices();
  const read = useReadPages('listReports', toInput(list, filters));
  const without = read.data === undefined && (read.isError || read.failureCount > 0 || read.fetchStatus === 'paused');
  const phone = useLiveQuery(async () => {
    if (!without) return undefined;
    const kind = list === 'lost-peoples' ? 'person' : 'item';
    const fits = ({ view }: { view: ReportView }) => view.subject.kind === kind && passes(view, filters);
    const found = db.record.orderBy('createdAt').reverse().filter(fits);
    const rows = await (filters.q.trim() === '' ? found.limit(PHONE_ROWS) : found).toArray();
    const views = rows.map(({ view }) => view);
    return { rows: nearestFirst(views, filters.q).slice(0, PHONE_ROWS), pulledAt: await readMeta(db, 'pulledAt') };
  }, [db, list, filters, without]);

  let reports: Reports = { kind: 'loading' };
  if (read.data) {
    const rows = read.data.pages.flatMap(({ data }) => data);
    const more = read.isFetchNextPageError
      ? 'failed'
      : read.isFetchingNextPage
        ? 'coming'
        : read.hasNextPage
          ? 'some'
          : 'none';
    reports = { kind: 'read', rows, seenAt: more === 'failed' ? undefined : seenAt(read), more };
  } else if (phone && phone.rows.length > 0) reports = { kind: 'phone', ...phone };
  else if (read.isError || read.fetchStatus === 'paused') reports = { kind: 'failed' };

  const refused = endsAt(read.error, read.errorUpdatedAt);
  return { reports, refused, more: () => void read.fetchNextPage(), again: () => void read.refetch() };
}

/** The conditions as far as the phone can judge them by itself. */
export function passes(
  view: ReportView,
  { type, q, region, category, sex, ageMin, ageMax, since, withReward }: Filters,
): boolean {
  const { subject } = view;
  const person = subject.kind === 'person' ? subject : undefined;
  return (
    view.type === type &&
    hasWords(view, q) &&
    has([view.region], region) &&
    (category === undefined || (subject.kind === 'item' && subject.category === category)) &&
    (sex === undefined || (person?.details?.sex ?? sex) === sex) &&
    (ageMin === undefined || (person?.ageMax ?? person?.ageMin ?? -1) >= ageMin) &&
    (ageMax === undefined || (person?.ageMin ?? Number.POSITIVE_INFINITY) <= ageMax) &&
    (since === '' || (view.timeOfLossDate ?? view.createdAt.slice(0, 10)) >= since) &&
    (!withReward || (view.rewardRupees ?? 0) > 0)
  );
}

/** Whether each word stands in it somewhere, or sounds like one of a person's name. */
export function hasWords({ subject, title, description, region, number }: ReportView, words: string): boolean {
  const own = subject.kind === 'person' ? wordsOf(subject) : [subject.colour, subject.category];
  const text = [title, description, region, number, ...own].join(' ').toLowerCase();
  const sounds = nameWords(subject.kind === 'person' ? `${subject.name ?? ''} ${title ?? ''}` : '');
  return wordsIn(words).every((word) => {
    if (text.includes(word)) return true;
    const [typed] = nameWords(word);
    return typed !== undefined && sounds.some((one) => wordLikeness(typed.sounds, one.sounds) >= SAME_SOUND);
  });
}

const wordsOf = ({ name, clothColor, details }: Extract<ReportView['subject'], { kind: 'person' }>) => [
  ...[name, clothColor, details?.nickname, details?.marks, details?.carries],
];

/** Those whose name is most like what was typed before the others, which stay as they were. */
export function nearestFirst(views: readonly ReportView[], typed: string): readonly ReportView[] {
  const words = nameWords(typed);
  if (words.length === 0) return views;
  const like = ({ subject }: ReportView) =>
    subject.kind === 'person' ? nameLikeness(words, nameWords(subject.name ?? '')) : 0;
  const ranked = views.map((view) => ({ view, likeness: like(view) }));
  return ranked.sort((a, b) => b.likeness - a.likeness).map(({ view }) => view);
}

function has(texts: readonly (string | undefined)[], words: string): boolean {
  const all = texts.join(' ').toLowerCase();
  return wordsIn(words).every((word) => all.includes(word));
}

const wordsIn = (text: string): string[] => text.trim().toLowerCase().split(/\s+/);
