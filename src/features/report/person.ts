/** The rules of the lost-person and found-person forms: what must be filled in, and what is sent. Pure. */

import type { Consent, Consents, Purpose } from '../../../contract/consent.ts';
import { MAX_AGE, MAX_REWARD_RUPEES } from '../../../contract/limits.ts';
import { mayBeChild } from '../../../contract/person.ts';
import { maskPrivateNumbers } from '../../../contract/private-numbers.ts';
import type { PostingRole, ReportType } from '../../../contract/report.ts';
import { POLICY } from '../../../contract/site.ts';
import type { NewReport } from '../../store/own/reports.ts';
import type { FormFace } from '../../store/rows.ts';
import { digits, isPhone, isWhole, placeOf } from './answers.ts';
import {
  checkDetails,
  countDetails,
  type DetailErrors,
  type DetailValues,
  EMPTY_DETAILS,
  toDetails,
} from './details.ts';

/** Every answer as it was typed. */
export interface PersonValues extends DetailValues {
  type: ReportType;
  title: string;
  name: string;
  nameUnknown: boolean;
  age: string;
  /** The age is a guess, a few years off either way (A26). */
  ageGuess: boolean;
  clothColor: string;
  region: string;
  /** A point on the map, as text; both or none. */
  lat: string;
  lng: string;
  timeOfLossDate: string;
  timeOfLossTime: string;
  rewardOffer: string;
  phoneNumber: string;
  description: string;
  publicPhoto: boolean;
  publicPhone: boolean;
  compareFace: boolean;
  carryFace: boolean;
  /** The same for a child, which is asked in other words: a yes for one is none for the other. */
  compareChild: boolean;
  carryChild: boolean;
  /** Whoever posts is the child's parent or guardian, or acts for them. */
  guardian: boolean;
  /** It came from a scan, so it must carry the scanned face (R310). */
  fromScan: boolean;
  /** Who posts, when it was asked (R316); a form without an account has no such answer. */
  role: PostingRole | '';
}

export const EMPTY_PERSON: PersonValues = {
  type: 'lost',
  title: '',
  name: '',
  nameUnknown: false,
  age: '',
  ageGuess: false,
  clothColor: '',
  region: '',
  lat: '',
  lng: '',
  timeOfLossDate: '',
  timeOfLossTime: '',
  rewardOffer: '',
  phoneNumber: '',
  description: '',
  publicPhoto: false,
  publicPhone: false,
  compareFace: false,
  carryFace: false,
  compareChild: false,
  carryChild: false,
  guardian: false,
  fromScan: false,
  role: '',
  ...EMPTY_DETAILS,
};

/** Years a guessed age may be off. */
export const GUESS_YEARS = 5;

/** Field -> the key of what to do about it. */
export interface PersonErrors extends DetailErrors {
  title?: 'form.error.titleNeeded';
  name?: 'form.error.nameNeeded';
  age?: 'form.error.ageNeeded' | 'form.error.age';
  rewardOffer?: 'form.error.rewardOffer';
  phoneNumber?: 'form.error.phoneNumber';
  timeOfLossDate?: 'form.error.timeOfLossDate';
}

/** What keeps the form from being saved; empty when nothing does (R305 to R309). */
export function checkPerson(values: PersonValues, today: string): PersonErrors {
  const errors: PersonErrors = { ...checkDetails(values) };
  if (!values.title.trim()) errors.title = 'form.error.titleNeeded';
  if (!values.name.trim() && !values.nameUnknown) errors.name = 'form.error.nameNeeded';
  const age = digits(values.age);
  if (age === '') errors.age = 'form.error.ageNeeded';
  else if (!isWhole(age, MAX_AGE)) errors.age = 'form.error.age';
  if (values.type === 'lost') {
    const reward = digits(values.rewardOffer);
    if (reward !== '' && !isWhole(reward, MAX_REWARD_RUPEES)) errors.rewardOffer = 'form.error.rewardOffer';
    if (values.timeOfLossDate > today) errors.timeOfLossDate = 'form.error.timeOfLossDate';
  }
  if (!isPhone(values.phoneNumber)) errors.phoneNumber = 'form.error.phoneNumber';
  return errors;
}

/** Under which error an answer stands: that the name is unknown is an answer to the name. */
export const errorOf = (field: string): string => (field === 'nameUnknown' ? 'name' : field);

/** The call that posts the person, in the specification's field names (R195 to R215). */
export function toUpload(values: PersonValues, face: FormFace | undefined): NewReport['upload'] {
  const lost = values.type === 'lost';
  const name = values.nameUnknown ? '' : values.name.trim();
  const age = digits(values.age);
  return {
    type: values.type,
    ...(values.role ? { role: values.role } : {}),
    title: maskPrivateNumbers(values.title.trim()),
    name,
    nameUnknown: values.nameUnknown,
    ...(lost ? { lostPersonName: name, lostPersonAge: age } : { foundPersonName: name, foundPersonAge: age }),
    ageMargin: values.ageGuess ? GUESS_YEARS : 0,
    clothColor: values.clothColor,
    ...(countDetails(values) > 0 ? { details: toDetails(values) } : {}),
    region: values.region,
    ...placeOf(values),
    ...(lost
      ? {
          timeOfLossDate: values.timeOfLossDate,
          timeOfLossTime: values.timeOfLossTime,
          rewardOffer: digits(values.rewardOffer),
        }
      : {}),
    phoneNumber: digits(values.phoneNumber),
    descriptionText: maskPrivateNumbers(values.description),
    ...(face ? { faces: [{ photo: face.sha256, descriptor: face.descriptor, model: face.model }] } : {}),
    consent: toConsent(values),
  };
}

type AgeValues = Pick<PersonValues, 'age' | 'ageGuess'>;

/** How young they may be by the age that is typed; nothing typed is nobody's age. */
export function youngest({ age, ageGuess }: AgeValues): number | undefined {
  const years = digits(age);
  return isWhole(years, MAX_AGE) ? Number(years) - (ageGuess ? GUESS_YEARS : 0) : undefined;
}

export function isChild(values: AgeValues): boolean {
  const years = youngest(values);
  return years !== undefined && mayBeChild(years);
}

/** What is agreed to for whom the form is about by the age that is typed. */
export function consentsIn(values: PersonValues): Consents {
  const answers = answersOf(values);
  const isGiven = (purpose: Purpose) => values[answers[purpose]];
  return {
    photo: isGiven('photo'),
    compare: isGiven('compare'),
    carry: isGiven('carry'),
    phone: isGiven('phone'),
    guardian: isGiven('guardian'),
  };
}

/** A tick that the form does not show, of a child or of somebody found, was not given for them. */
function toConsent(values: PersonValues): Consent {
  const [lost, child] = [values.type === 'lost', isChild(values)];
  const given = consentsIn(values);
  return {
    publicPhoto: lost && !child && given.photo,
    publicPhone: lost && !child && given.phone,
    compareFace: lost && given.compare,
    carryFace: lost && given.carry,
    guardian: lost && child && given.guardian,
    notice: POLICY.version,
  };
}

/** The answers of the form that its purposes are. */
export function answersOf(values: PersonValues) {
  const forChild = isChild(values);
  return {
    photo: 'publicPhoto',
    compare: forChild ? 'compareChild' : 'compareFace',
    carry: forChild ? 'carryChild' : 'carryFace',
    phone: 'publicPhone',
    guardian: 'guardian',
  } as const satisfies Record<Purpose, keyof PersonValues>;
}
