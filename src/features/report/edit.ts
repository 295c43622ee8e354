/** Changing a report that was posted: what the form begins with, and the call with what was changed. Pure. */

import { PersonDetails } from '../../../contract/details.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { MAX_AGE, MAX_REWARD_RUPEES } from '../../../contract/limits.ts';
import { maskPrivateNumbers } from '../../../contract/private-numbers.ts';
import type { Endpoints } from '../../../contract/protocol.ts';
import type { EditedName, ReportView, seenOf } from '../../../contract/report.ts';
import type { FormValues } from '../../store/rows.ts';
import { digits, isPhone, isWhole } from './answers.ts';
import {
  checkDetails,
  DETAIL_NAMES,
  type DetailErrors,
  type DetailValues,
  detailsTyped,
  toDetails,
} from './details.ts';
import { GUESS_YEARS } from './person.ts';

export type ReportChange = InputOf<Endpoints['updateReport']>;
/** What an unfinished change of a report is kept under. */
export const editDraft = (id: string): string => `edit/${id}`;

/** The answers on the server as this device saw them. */
export type Seen = ReturnType<typeof seenOf>;

/** Every answer as it was typed. A name belongs to a person, a colour to a thing. */
export interface EditValues extends DetailValues {
  title: string;
  name: string;
  age: string;
  ageGuess: boolean;
  clothColor: string;
  colour: string;
  description: string;
  region: string;
  lat: string;
  lng: string;
  timeOfLossDate: string;
  timeOfLossTime: string;
  rewardOffer: string;
  phoneNumber: string;
  photos: readonly string[];
}

/** A guess is as many years off as the form of a report makes it; another range is left as it is unless it is typed anew. */
function ageOf(min: number | undefined, max: number | undefined): Pick<EditValues, 'age' | 'ageGuess'> {
  if (max === undefined) return { age: min === undefined ? '' : String(min), ageGuess: false };
  if (min === undefined || min === max) return { age: String(max), ageGuess: false };
  return { age: String(Math.max(0, max - GUESS_YEARS)), ageGuess: true };
}

export function editOf(view: ReportView): EditValues {
  const { subject, place, rewardRupees } = view;
  const person = subject.kind === 'person' ? subject : undefined;
  return {
    title: view.title ?? '',
    name: person?.name ?? '',
    ...ageOf(person?.ageMin, person?.ageMax),
    clothColor: person?.clothColor ?? '',
    ...detailsTyped(person?.details ?? {}),
    colour: subject.kind === 'item' ? (subject.colour ?? '') : '',
    description: view.description ?? '',
    region: view.region ?? '',
    lat: place ? String(place.lat) : '',
    lng: place ? String(place.lng) : '',
    timeOfLossDate: view.timeOfLossDate ?? '',
    timeOfLossTime: view.timeOfLossTime ?? '',
    rewardOffer: rewardRupees === undefined ? '' : String(rewardRupees),
    phoneNumber: view.phoneNumber ?? '',
    photos: view.photos,
  };
}

/** What is typed into the form of a report as it is now: an answer that was not touched is the server's newest. */
export function editedOf(before: EditValues, typed: FormValues): EditValues {
  const { photos, ...texts } = Object.fromEntries(Object.entries(typed).filter(([key]) => !key.startsWith(SEEN)));
  return { ...before, ...texts, ...(typeof photos === 'string' ? { photos: photos.split(' ').filter(Boolean) } : {}) };
}

/** The answers as a draft keeps them: photos as one text. */
export const typedIn = ({ photos, ...texts }: Partial<EditValues>): FormValues => ({
  ...texts,
  ...(photos ? { photos: photos.join(' ') } : {}),
});

export interface EditErrors extends DetailErrors {
  age?: 'form.error.age';
  title?: 'form.error.titleNeeded';
  rewardOffer?: 'form.error.rewardOffer';
  phoneNumber?: 'form.error.phoneNumber';
  timeOfLossDate?: 'form.error.timeOfLossDate';
}

export function checkEdit(values: EditValues, today: string): EditErrors {
  const errors: EditErrors = { ...checkDetails(values) };
  const reward = digits(values.rewardOffer);
  if (!values.title.trim()) errors.title = 'form.error.titleNeeded';
  if (reward !== '' && !isWhole(reward, MAX_REWARD_RUPEES)) errors.rewardOffer = 'form.error.rewardOffer';
  const age = digits(values.age);
  if (age !== '' && !isWhole(age, MAX_AGE)) errors.age = 'form.error.age';
  if (!isPhone(values.phoneNumber)) errors.phoneNumber = 'form.error.phoneNumber';
  if (values.timeOfLossDate > today) errors.timeOfLossDate = 'form.error.timeOfLossDate';
  return errors;
}

/**
 * What differs; undefined when nothing does. An answer that was not touched is not sent, and so not overwritten; one that
 * was is sent with what it was like on the server, as far as that is known.
 */
export function changeOf(
  id: string,
  before: EditValues,
  after: EditValues,
  seen: Partial<Seen> = {},
): ReportChange | undefined {
  const changed = changedNames(before, after);
  if (changed.length === 0) return undefined;
  const all = sent(after);
  const was = Object.fromEntries(changed.flatMap((name) => (seen[name] === undefined ? [] : [[name, seen[name]]])));
  return {
    id,
    ...Object.fromEntries(changed.map((name) => [name, all[name]])),
    ...(Object.keys(was).length > 0 ? { was } : {}),
  };
}

function changedNames(before: EditValues, after: EditValues): EditedName[] {
  const [a, b] = [sent(before), sent(after)];
  const names = Object.keys(b) as EditedName[]; // of the object made above
  return names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
}

/** Beside what is typed over an answer, a draft keeps what the answer was on the server when it was first touched. */
const SEEN = 'seen.';

function nameOf(key: keyof EditValues): EditedName {
  if (isDetail(key)) return 'details';
  return key === 'ageGuess' ? 'age' : key === 'lat' || key === 'lng' ? 'place' : key;
}

const isDetail = (key: string): key is keyof DetailValues => DETAIL_NAMES.some((name) => name === key);

/** What a draft keeps of a change to some answers, the first time of what was seen with it. */
export function touched(typed: FormValues, part: Partial<EditValues>, seen: Partial<Seen>): FormValues {
  const names = (Object.keys(part) as (keyof EditValues)[]).map(nameOf); // of the form's own answers
  const first = names.filter((name) => typed[SEEN + name] === undefined);
  const kept = first.flatMap((name) => (seen[name] === undefined ? [] : [[SEEN + name, seen[name]]]));
  return { ...Object.fromEntries(kept), ...typedIn(part) };
}

/** The answers that were typed over here and, since they were first touched, changed to something else elsewhere. */
export function clashesOf(typed: FormValues, before: EditValues, seen: Partial<Seen>): Exclude<EditedName, 'photos'>[] {
  return changedNames(before, editedOf(before, typed)).flatMap((name) => {
    const first = typed[SEEN + name];
    const isOther = first !== undefined && seen[name] !== undefined && first !== seen[name];
    return name !== 'photos' && isOther ? [name] : []; // photos that are added here and there are all kept
  });
}

/** The part of the answers that belongs to one name. */
export function answersOf(values: EditValues, name: EditedName): Partial<EditValues> {
  const keys = (Object.keys(values) as (keyof EditValues)[]).filter((key) => nameOf(key) === name); // of the form's own
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}

const TEXTS = [
  ...(['title', 'name', 'clothColor', 'colour', 'description', 'region'] as const),
  ...(['timeOfLossDate', 'timeOfLossTime', 'phoneNumber'] as const),
];

/** A change that was not taken, as it was typed: the way back from {@link changeOf}. */
export function typedAgain({ was = {}, age, place, rewardOffer, photos, details, ...texts }: ReportChange): FormValues {
  const seen = Object.fromEntries(Object.entries(was).map(([name, text]) => [SEEN + name, text]));
  const words = TEXTS.flatMap((key) => (texts[key] === undefined ? [] : [[key, texts[key]]]));
  return {
    ...seen,
    ...Object.fromEntries(words),
    ...(age ? { age: String(age.years), ageGuess: age.margin > 0 } : {}),
    ...(place ? { lat: String(place.lat), lng: String(place.lng) } : {}),
    ...(details ? detailsTyped(PersonDetails.parse(details)) : {}),
    ...(rewardOffer === undefined ? {} : { rewardOffer: String(rewardOffer) }),
    ...(photos ? { photos: photos.join(' ') } : {}),
  };
}

function sent(values: EditValues): Omit<ReportChange, 'id'> {
  const { title, name, clothColor, colour, description, region, lat, lng, timeOfLossDate, timeOfLossTime } = values;
  const reward = digits(values.rewardOffer);
  const age = digits(values.age);
  return {
    title: maskPrivateNumbers(title.trim()),
    name: name.trim(),
    ...(age === '' ? {} : { age: { years: Number(age), margin: values.ageGuess ? GUESS_YEARS : 0 } }),
    clothColor: clothColor.trim(),
    details: toDetails(values),
    colour: colour.trim(),
    description: maskPrivateNumbers(description.trim()),
    region: region.trim(),
    ...(lat && lng ? { place: { lat: Number(lat), lng: Number(lng) } } : {}),
    timeOfLossDate,
    timeOfLossTime,
    ...(reward === '' ? {} : { rewardOffer: Number(reward) }),
    phoneNumber: digits(values.phoneNumber),
    photos: [...values.photos],
  };
}
