/** The rules of the form for a lost or found thing: what must be filled in, and what is sent. Pure. */

import { DEFAULT_EXPIRY_DAYS, MAX_MARKS, MAX_REWARD_RUPEES, MIN_MARKS } from '../../../contract/limits.ts';
import { maskPrivateNumbers } from '../../../contract/private-numbers.ts';
import { ItemCategory, type PostingRole, type ReportType } from '../../../contract/report.ts';
import { POLICY } from '../../../contract/site.ts';
import type { NewItem } from '../../store/own/reports.ts';
import { digits, isPhone, isWhole, placeOf } from './answers.ts';

export type Category = (typeof ItemCategory.options)[number];
export const CATEGORIES = ItemCategory.options;
export const EXPIRY_DAYS = ['30', '60', '90', '180', '360'] as const;

/** Every answer as it was typed; flat, as drafts are kept. */
export interface ItemValues {
  type: ReportType;
  role: PostingRole;
  category: Category | '';
  title: string;
  colour: string;
  region: string;
  /** A point on the map, as text; both or none. */
  lat: string;
  lng: string;
  timeOfLossDate: string;
  timeOfLossTime: string;
  description: string;
  rewardOffer: string;
  phoneNumber: string;
  publicPhone: boolean;
  /** While it is typed; then only its hash and its end are kept. */
  serial: string;
  serialHash: string;
  serialEnd: string;
  question1: string;
  answer1: string;
  question2: string;
  answer2: string;
  question3: string;
  answer3: string;
  expiresInDays: string;
}

/** What a poster of this role most likely has to say: who lost something, or who found it. */
export const typeOf = (role: PostingRole): ReportType => (role === 'victim' ? 'lost' : 'found');
export const roleOf = (type: ReportType): PostingRole => (type === 'lost' ? 'victim' : 'founder');

export const emptyItem = (role: PostingRole): ItemValues => ({
  type: typeOf(role),
  role,
  category: '',
  title: '',
  colour: '',
  region: '',
  lat: '',
  lng: '',
  timeOfLossDate: '',
  timeOfLossTime: '',
  description: '',
  rewardOffer: '',
  phoneNumber: '',
  publicPhone: false,
  serial: '',
  serialHash: '',
  serialEnd: '',
  question1: '',
  answer1: '',
  question2: '',
  answer2: '',
  question3: '',
  answer3: '',
  expiresInDays: String(DEFAULT_EXPIRY_DAYS),
});

/** Whether anything of the second step was filled in. */
export function hasDetails(values: object): boolean {
  const { type, role, category, title, region, lat, lng, ...details } = emptyItem('victim');
  return Object.entries({ ...details, ...values }).some(
    ([field, value]) =>
      field in details && errorOf(field) !== 'marks' && value !== details[field as keyof typeof details],
  );
}

/** Field -> the key of what to do about it. */
export interface ItemErrors {
  category?: 'post.error.category';
  title?: 'form.error.titleNeeded';
  rewardOffer?: 'form.error.rewardOffer';
  phoneNumber?: 'form.error.phoneNumber';
  timeOfLossDate?: 'form.error.timeOfLossDate';
  serial?: 'post.error.serial';
  marks?: 'post.error.marks';
}

/** The numbers of the marks that the form asks for. */
export const MARKS = Array.from({ length: MAX_MARKS }, (_, i) => (i + 1) as 1 | 2 | 3);

/** What only the owner would know, as far as it was filled in. */
export const marksOf = (values: ItemValues): { question: string; answer: string }[] =>
  MARKS.map((n) => ({ question: values[`question${n}`].trim(), answer: values[`answer${n}`].trim() })).filter(
    ({ question, answer }) => question || answer,
  );

/** What keeps the form from being saved; empty when nothing does. */
export function checkItem(values: ItemValues, today: string): ItemErrors {
  const errors: ItemErrors = {};
  if (!values.category) errors.category = 'post.error.category';
  if (!values.title.trim()) errors.title = 'form.error.titleNeeded';
  if (values.timeOfLossDate > today) errors.timeOfLossDate = 'form.error.timeOfLossDate';
  const reward = digits(values.rewardOffer);
  if (values.type === 'lost' && reward !== '' && !isWhole(reward, MAX_REWARD_RUPEES))
    errors.rewardOffer = 'form.error.rewardOffer';
  if (!isPhone(values.phoneNumber)) errors.phoneNumber = 'form.error.phoneNumber';
  if (values.serial.trim()) errors.serial = 'post.error.serial'; // what could be hashed is no longer here
  const marks = marksOf(values);
  const whole = marks.filter(({ question, answer }) => question && answer);
  if (values.type === 'found' && marks.length > 0 && (whole.length < marks.length || whole.length < MIN_MARKS))
    errors.marks = 'post.error.marks';
  return errors;
}

/** Under which error an answer stands: the marks have one between them. */
export const errorOf = (field: string): string => (/^(question|answer)\d$/.test(field) ? 'marks' : field);

/** The call that posts the thing. What the form of this type does not show is not sent. */
export function toItemUpload(values: ItemValues): NewItem['upload'] {
  const { type, role, category, serialHash, timeOfLossDate, timeOfLossTime } = values;
  if (!category) throw new Error('an item without a category was not checked');
  const lost = type === 'lost';
  const reward = digits(values.rewardOffer);
  const marks = lost ? [] : marksOf(values);
  return {
    kind: 'item',
    reportType: type,
    role,
    category,
    title: maskPrivateNumbers(values.title.trim()),
    description: maskPrivateNumbers(values.description.trim()),
    colour: values.colour.trim(),
    region: values.region.trim(),
    ...placeOf(values),
    timeOfLossDate,
    timeOfLossTime,
    ...(lost && reward !== '' ? { rewardOffer: Number(reward) } : {}),
    phoneNumber: digits(values.phoneNumber),
    // A thing has no face: its photos are there to be seen.
    consent: { publicPhoto: true, publicPhone: values.publicPhone, notice: POLICY.version },
    ...(serialHash ? { serialHash } : {}),
    ...(marks.length > 0 ? { marks } : {}),
    expiresInDays: Number(values.expiresInDays),
  };
}
