/** Times and sizes in our own words, the same in every browser. */

import { createInstance, type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatBytes, formatNumber, formatShare } from '../../src/i18n/bytes.ts';
import en from '../../src/i18n/en.json';
import hi from '../../src/i18n/hi.json';
import pa from '../../src/i18n/pa.json';
import { formatDay, formatDayAndTime, formatTime, timeAgo } from '../../src/i18n/relative-time.ts';

let english: TFunction;
let punjabi: TFunction;
let hindi: TFunction;

beforeAll(async () => {
  const i18n = createInstance();
  await i18n.init({
    lng: 'en',
    resources: { en: { translation: en }, pa: { translation: pa }, hi: { translation: hi } },
  });
  english = i18n.getFixedT('en');
  punjabi = i18n.getFixedT('pa');
  hindi = i18n.getFixedT('hi');
});

const NOW = new Date(2026, 10, 21, 16, 30).getTime();
const ago = (minutes: number) => NOW - minutes * 60_000;

describe('how long ago', () => {
  it.each([
    [0, 'just now', 'ਹੁਣੇ', 'अभी-अभी'],
    [1, '1 minute ago', '1 ਮਿੰਟ ਪਹਿਲਾਂ', '1 मिनट पहले'],
    [12, '12 minutes ago', '12 ਮਿੰਟ ਪਹਿਲਾਂ', '12 मिनट पहले'],
    [60, '1 hour ago', '1 ਘੰਟਾ ਪਹਿਲਾਂ', '1 घंटा पहले'],
    [3 * 60, '3 hours ago', '3 ਘੰਟੇ ਪਹਿਲਾਂ', '3 घंटे पहले'],
    [26 * 60, '1 day ago', '1 ਦਿਨ ਪਹਿਲਾਂ', '1 दिन पहले'],
    [5 * 24 * 60, '5 days ago', '5 ਦਿਨ ਪਹਿਲਾਂ', '5 दिन पहले'],
    [40 * 24 * 60, '12 Oct', '12 ਅਕਤੂਬਰ', '12 अक्टूबर'],
  ])('of %i minutes reads "%s", "%s" and "%s"', (minutes, inEnglish, inPunjabi, inHindi) => {
    expect(timeAgo(english, ago(minutes), NOW)).toBe(inEnglish);
    expect(timeAgo(punjabi, ago(minutes), NOW)).toBe(inPunjabi);
    expect(timeAgo(hindi, ago(minutes), NOW)).toBe(inHindi);
  });

  it('is "just now" when the clock of the writer ran ahead', () => {
    expect(timeAgo(english, ago(-90), NOW)).toBe('just now');
  });
});

describe('the day and the time', () => {
  const now = new Date(NOW);

  it('are today, yesterday, the day, and the year when it is another', () => {
    expect(formatDay(english, new Date(2026, 10, 21, 0, 1), now)).toBe('today');
    expect(formatDay(punjabi, new Date(2026, 10, 20, 23, 59), now)).toBe('ਕੱਲ੍ਹ');
    expect(formatDay(english, new Date(2026, 10, 18), now)).toBe('18 Nov');
    expect(formatDay(punjabi, new Date(2024, 10, 18), now)).toBe('18 ਨਵੰਬਰ 2024');
  });

  it('are read out by the part of the day', () => {
    expect(formatTime(english, new Date(2026, 0, 1, 0, 5))).toBe('12:05 am');
    expect(formatTime(punjabi, new Date(2026, 0, 1, 0, 5))).toBe('ਰਾਤ 12:05');
    expect(formatTime(punjabi, new Date(2026, 0, 1, 9, 0))).toBe('ਸਵੇਰੇ 9:00');
    expect(formatTime(punjabi, new Date(2026, 0, 1, 12, 0))).toBe('ਦੁਪਹਿਰ 12:00');
    expect(formatTime(punjabi, new Date(2026, 0, 1, 18, 40))).toBe('ਸ਼ਾਮ 6:40');
    expect(formatDayAndTime(hindi, new Date(2026, 10, 18, 16, 30), now)).toBe('18 नवंबर, शाम 4:30 बजे');
    expect(formatDayAndTime(english, new Date(2026, 10, 18, 16, 30), now)).toBe('18 Nov, 4:30 pm');
  });
});

describe('sizes and counts', () => {
  it('are in the decimal units of a data plan', () => {
    expect([0, 999, 1000, 81_920, 999_999, 9_880_000, 39_000_000, 250_000_000, 1_500_000_000].map(formatBytes)).toEqual(
      ['0 B', '999 B', '1 kB', '82 kB', '1.0 MB', '9.9 MB', '39.0 MB', '250 MB', '1.5 GB'],
    );
  });

  it('of a part and its whole are in one unit, and the part is never more than the whole', () => {
    expect(formatShare(4_210_000, 16_520_000)).toEqual({ done: '4.2', total: '16.5 MB' });
    expect(formatShare(900, 82_000)).toEqual({ done: '1', total: '82 kB' });
    expect(formatShare(17_000_000, 16_520_000)).toEqual({ done: '16.5', total: '16.5 MB' });
  });

  it('are grouped as in India', () => {
    expect(formatNumber(1234567)).toBe('12,34,567');
  });
});
