/** When whoever misses somebody is asked for news, and whether they have answered: asking.ts does it. Pure. */

import type { ReportStatus } from '../../contract/report.ts';

const DAY_MS = 86_400_000;
const AFTER_DAYS = [1, 7, 30];
const YEAR_DAYS = 365;

/** Of these somebody may still bring news: a child's waits for its case, and its family is asked all the same. */
export const OPEN: readonly ReportStatus[] = ['pending_review', 'published'];

/** When whoever posted it then is next asked. What a server that was off has missed is not asked after. */
export function askAfter(posted: Date, now: Date): Date {
  const days = (now.getTime() - posted.getTime()) / DAY_MS;
  const next = AFTER_DAYS.find((after) => after > days) ?? YEAR_DAYS * (Math.floor(days / YEAR_DAYS) + 1);
  return new Date(posted.getTime() + next * DAY_MS);
}

/** Whether that question was the one of the year. */
export const isYearly = (posted: Date, at: Date): boolean => at.getTime() - posted.getTime() >= YEAR_DAYS * DAY_MS;

interface Asked {
  status: ReportStatus;
  created_at: Date;
  asked_at: Date | null;
  confirmed_at: Date | null;
}

/** What whoever posted it is asked, as they read it; nothing when they have said so since. */
export const askedOf = (row: Asked): { asked?: 'news' | 'year' } =>
  isAsked(row) ? { asked: unconfirmedSince(row) === undefined ? 'news' : 'year' } : {};

/** Whether whoever posted it was asked and has not said so far. */
export const isAsked = ({ status, asked_at, confirmed_at }: Asked): boolean =>
  OPEN.includes(status) && asked_at !== null && (confirmed_at === null || confirmed_at < asked_at);

/** Since when nobody has said that they still look, where the question of a year went without an answer. */
export const unconfirmedSince = (row: Asked): Date | undefined =>
  isAsked(row) && row.asked_at && isYearly(row.created_at, row.asked_at)
    ? (row.confirmed_at ?? row.created_at)
    : undefined;
