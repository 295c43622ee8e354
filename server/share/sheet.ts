/**
 * What is said of a record to whoever comes by its number, before it is drawn as a page or as a picture: of what everybody
 * may read the few words by which somebody is known on the street. No phone, no place nearer than the region, no words of
 * whoever posted it, no name of theirs. Pure.
 */

import type { AreaAlert } from '../../contract/alert.ts';
import type { Language } from '../../contract/auth.ts';
import { whoOf } from '../../contract/person.ts';
import type { ReportView } from '../../contract/report.ts';
import { districtName } from '../../reference/districts.ts';
import type { Card } from '../files/card.ts';
import type { Shared } from '../reports/shown.ts';
import { WORDS, type Words } from './words.ts';

export interface Sheet {
  language: Language;
  tone: Card['tone'];
  head: string;
  name: string;
  /** Age, place and since when, each with what it is. */
  facts: readonly { label: string | undefined; value: string }[];
  /** What to do, or why nothing is shown. */
  text: string;
  /** Whether search engines may find it: what the police ask for ends, and copies of it would not. */
  indexed: boolean;
  /** Absent where nothing is shown. */
  shown: { id: string; isPerson: boolean; photo: string | undefined } | undefined;
}

/** A name or a region may be long; a sheet has room for so much. */
const MOST = 120;

export function sheetOf(shared: Shared, language: Language): Sheet {
  const words = WORDS[language];
  if (shared.kind === 'alerted') return alertSheet(shared.alert, language);
  if (shared.kind !== 'shown') {
    const { title, text } = shared.kind === 'nothing' ? words.nothing : words[shared.how];
    return {
      language,
      tone: 'quiet',
      head: words.site,
      name: title,
      facts: [],
      text,
      indexed: false,
      shown: undefined,
    };
  }
  const { view, photo } = shared;
  const isPerson = view.subject.kind === 'person';
  return {
    language,
    tone: view.type,
    head: view.type === 'found' ? words.found : isPerson ? words.missing : words.lost,
    name: cut((view.subject.kind === 'person' ? view.subject.name : undefined) ?? view.title ?? words.nameUnknown),
    facts: factsOf(view, words, language),
    text: isPerson ? words.sawText : words.thingText,
    indexed: true,
    shown: { id: view.id, isPerson, photo },
  };
}

/** What everybody reads of somebody protected whom the police ask to look for. */
function alertSheet(alert: AreaAlert, language: Language): Sheet {
  const words = WORDS[language];
  const day = alert.since && dayIn(language, alert.since);
  return {
    language,
    tone: 'lost',
    head: words.missing,
    name: [words.who[whoOf(alert)], ageOf(alert, words)].filter(Boolean).join(', '),
    facts: [
      { label: words.district, value: districtName(alert.district, language) },
      ...(day ? [{ label: words.since, value: day }] : []),
      ...(alert.words ? [{ label: words.looks, value: alert.words }] : []),
      { label: words.station, value: cut(alert.station) },
    ],
    text: words.alertText,
    indexed: false,
    shown: { id: alert.id, isPerson: true, photo: undefined },
  };
}

/** The same as a picture. */
export function cardOf({ tone, head, name, facts, text, shown, language }: Sheet): Card {
  const lines = shown ? facts.map(({ label, value }) => (label ? `${label}: ${value}` : value)) : [text];
  return { tone, head, name, lines, call: WORDS[language].help };
}

function factsOf(view: ReportView, words: Words, language: Language): Sheet['facts'] {
  const isPerson = view.subject.kind === 'person';
  const age = view.subject.kind === 'person' ? ageOf(view.subject, words) : undefined;
  const day = view.timeOfLossDate === undefined ? undefined : dayIn(language, view.timeOfLossDate);
  const facts = [
    { label: undefined, value: age },
    { label: isPerson ? words.lastSeen : words.where, value: view.region && cut(view.region) },
    { label: words.since, value: day },
  ];
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

function ageOf({ ageMin, ageMax }: { ageMin?: number | undefined; ageMax?: number | undefined }, words: Words) {
  const [from, to] = [ageMin ?? ageMax, ageMax ?? ageMin];
  if (from === undefined || to === undefined) return undefined;
  return from === to ? words.age(String(from)) : words.between(from, to);
}

/** The day as it was given: it has no zone. */
const dayIn = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

const cut = (text: string): string => {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return letters.length <= MOST ? text : `${letters.slice(0, MOST).join('')}…`;
};
