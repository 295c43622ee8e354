/** What helps to recognise a person, in words. */

import type { TFunction } from 'i18next';
import type { PersonDetails } from '../../contract/details.ts';
import type { ReportView } from '../../contract/report.ts';

type Row = [label: string, value: string];

export const INCH_CM = 2.54;
export const FOOT_INCHES = 12;

/** "163 cm (5 ft 4 in)": people say it in feet, papers have it in centimetres. */
export function heightOf(t: TFunction, cm: number): string {
  const all = Math.round(cm / INCH_CM);
  return t('recognise.heightIs', { cm, feet: Math.floor(all / FOOT_INCHES), inches: all % FOOT_INCHES });
}

/** "Female, 163 cm (5 ft 4 in), Thin": what anybody sees of them at once. */
export const looksOf = (t: TFunction, { sex, heightCm, build }: PersonDetails): string =>
  [
    sex && t(`recognise.sexes.${sex}`),
    heightCm !== undefined && heightOf(t, heightCm),
    build && t(`recognise.builds.${build}`),
  ]
    .filter(Boolean)
    .join(', ');

export const detailsIn = ({ subject }: Pick<ReportView, 'subject'>): PersonDetails =>
  (subject.kind === 'person' && subject.details) || {};

/** Label and value of what helps to recognise them, and of what the server tells to few. */
export function detailWords(t: TFunction, view: Pick<ReportView, 'subject' | 'type'>): { seen: Row[]; kept: Row[] } {
  const details = detailsIn(view);
  const { sex, relative, languages = [], heightCm, build } = details;
  const spoken = languages.map((language) => t(`recognise.spoken.${language}`)).join(', ');
  const seen: [string, string | undefined][] = [
    [t('recognise.sex'), sex && t(`recognise.sexes.${sex}`)],
    [t('recognise.nickname'), details.nickname],
    [t('recognise.height'), heightCm === undefined ? undefined : heightOf(t, heightCm)],
    [t('recognise.build'), build && t(`recognise.builds.${build}`)],
    [t('recognise.marks'), details.marks],
    [t('recognise.carries'), details.carries],
    [t('recognise.languages'), spoken],
  ];
  const kept: [string, string | undefined][] = [
    [t('recognise.medical'), details.medical],
    [relative ? t(`recognise.relativeName.${relative.kind}`) : '', relative?.name],
    [t(view.type === 'lost' ? 'recognise.lastSeenWith' : 'recognise.foundWith'), details.lastSeenWith],
    [t('recognise.firNumber'), details.firNumber],
    [t('recognise.station'), details.station],
  ];
  return { seen: told(seen), kept: told(kept) };
}

const told = (rows: readonly [string, string | undefined][]): Row[] =>
  rows.flatMap(([label, value]): Row[] => (value ? [[label, value]] : []));
