/** How long ago, and when, in words of our own: Chromium has no Punjabi dates ("-3 h", "1970 M01 1"). */

import type { TFunction } from 'i18next';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "just now", "12 minutes ago", "3 hours ago", "2 days ago"; after a month the day itself. */
export function timeAgo(t: TFunction, thenMs: number, nowMs: number): string {
  const past = nowMs - thenMs;
  // A clock that runs behind must not say "in 3 minutes" of something that has happened.
  if (past < MINUTE_MS) return t('time.now');
  if (past < HOUR_MS) return t('time.minutes', { count: Math.floor(past / MINUTE_MS) });
  if (past < DAY_MS) return t('time.hours', { count: Math.floor(past / HOUR_MS) });
  if (past < 30 * DAY_MS) return t('time.days', { count: Math.floor(past / DAY_MS) });
  return formatDay(t, new Date(thenMs), new Date(nowMs));
}

/** "today", "yesterday", "18 Nov", and with the year when it is another: "18 Nov 2024". */
export function formatDay(t: TFunction, date: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  if (days === 0) return t('time.today');
  if (days === 1) return t('time.yesterday');
  const month = t(`month.${MONTHS[date.getMonth()] ?? '1'}`);
  const year = date.getFullYear() === now.getFullYear() ? '' : ` ${date.getFullYear()}`;
  return `${date.getDate()} ${month}${year}`;
}

/** "18 Nov 2024", whatever day it is today. */
export const formatDate = (t: TFunction, date: Date): string =>
  `${date.getDate()} ${t(`month.${MONTHS[date.getMonth()] ?? '1'}`)} ${date.getFullYear()}`;

/** "today, 10:12 am". */
export function formatDayAndTime(t: TFunction, date: Date, now: Date): string {
  return t('time.dayAndTime', { day: formatDay(t, date, now), time: formatTime(t, date) });
}

/** "4:30 pm", in Punjabi and Hindi by the part of the day as it is spoken. */
export function formatTime(t: TFunction, date: Date): string {
  const hours = date.getHours();
  const time = `${hours % 12 || 12}:${String(date.getMinutes()).padStart(2, '0')}`;
  return t(`time.${partOfDay(hours)}`, { time });
}

function partOfDay(hours: number): 'smallHours' | 'morning' | 'afternoon' | 'evening' | 'night' {
  if (hours < 4) return 'smallHours';
  if (hours < 12) return 'morning';
  if (hours < 16) return 'afternoon';
  return hours < 20 ? 'evening' : 'night';
}

const MONTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

const startOfDay = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
