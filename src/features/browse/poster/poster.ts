/** What stands on a poster, in two languages: only what the public may read of a report, whoever makes it. Pure. */

import type { TFunction } from 'i18next';
import { isSheltered } from '../../../../contract/person.ts';
import type { ReportView } from '../../../../contract/report.ts';
import { sharePath } from '../../../../contract/share.ts';
import { detailsIn, looksOf } from '../../../ui/detail-words.ts';
import { ageOf, nameOf } from '../../../ui/report-words.ts';
import { colourOf, happenedAt, rewardOf } from '../words.ts';

/** Each text is there in every language of the poster, but once where they say the same. */
export interface Poster {
  tone: ReportView['type'];
  heads: readonly string[];
  photo: string | undefined;
  names: readonly string[];
  rows: readonly { label: string; value: string }[];
  description: string | undefined;
  reward: string | undefined;
  phone: { label: string; number: string } | undefined;
  scan: readonly string[];
  /** Of the page that opens without the app: it is written out, and in the QR code. */
  address: string;
  help: readonly string[];
}

/** Seen from here every day is named in full: on a poster, "today" is soon untrue. */
export const LONG_AGO = new Date(0);

/**
 * Children, people who were found, and what is not published get none: also not their owner, who sees all of them. While the
 * police ask everybody to look for one there is a poster of what they say (alert-poster.ts).
 */
export function hasPoster(view: ReportView): boolean {
  const { contact, status, hidden } = view;
  return contact !== 'guarded' && status === 'published' && hidden !== true && !isSheltered(view);
}

/** Undefined where there is none. `languages` are the texts of each language, the shown one first. */
export function posterOf(view: ReportView, languages: readonly TFunction[], origin: string): Poster | undefined {
  if (!hasPoster(view)) return undefined;
  const isPerson = view.subject.kind === 'person';
  const details = detailsIn(view);
  const { each, both, row } = inEach(languages);
  const at = both((t) => happenedAt(t, view, LONG_AGO));
  const where = [view.region, at].filter(Boolean).join(', ');
  // The owner reads their own number and photo; the public does only where the owner said so.
  const phone = agreed(view, 'phone') ? view.phoneNumber : undefined;
  return {
    tone: view.type,
    heads: each((t) => t(view.type === 'found' ? 'poster.found' : isPerson ? 'poster.missing' : 'poster.lost')),
    photo: agreed(view, 'photo') ? view.photos[0] : undefined,
    names: each((t) => nameOf(t, view)),
    rows: [
      ...row(
        (t) => t('poster.age'),
        both((t) => ageOf(t, view)),
      ),
      ...row((t) => t(isPerson ? 'poster.clothes' : 'poster.colour'), colourOf(view)),
      // Of the details those alone that everybody reads: the owner has all of them.
      ...row(
        (t) => t('recognise.title'),
        both((t) => looksOf(t, details) || undefined),
      ),
      ...row((t) => t('recognise.marks'), details.marks),
      ...row((t) => t(isPerson ? 'poster.lastSeen' : 'poster.where'), where),
    ],
    description: view.description,
    reward: both((t) => rewardOf(t, view)),
    phone: phone ? { label: both((t) => t('poster.phone')) ?? '', number: phone } : undefined,
    scan: each((t) => t('poster.scan')),
    address: origin + sharePath(view),
    help: each((t) => t('poster.call')),
  };
}

type Say<Tongue> = (tongue: Tongue) => string | undefined;

/** What is written in each language of a poster, once where they say the same. */
export function inEach<Tongue>(tongues: readonly Tongue[]) {
  const each = (say: Say<Tongue>) => [...new Set(tongues.map(say).filter((text) => text !== undefined))];
  const both = (say: Say<Tongue>) => each(say).join(' · ') || undefined;
  const row = (label: Say<Tongue>, value: string | undefined) => (value ? [{ label: both(label) ?? '', value }] : []);
  return { each, both, row };
}

const agreed = ({ mine, consents }: ReportView, purpose: 'phone' | 'photo'): boolean =>
  mine !== true || consents?.[purpose] === true;

/** All that is written on it, in the order of reading: for whoever hears the picture. */
export const textOf = (poster: Poster): string =>
  [
    ...poster.heads,
    ...poster.names,
    ...poster.rows.map(({ label, value }) => `${label}: ${value}`),
    poster.description,
    poster.reward,
    poster.phone && `${poster.phone.label}: ${poster.phone.number}`,
    ...poster.scan,
    poster.address,
    ...poster.help,
  ]
    .filter(Boolean)
    .join('. ');
