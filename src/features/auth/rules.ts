/** What the forms of accounts accept, and which words a failure gets. */

import type { TFunction } from 'i18next';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { ADULT_AGE, MIN_AGE, MIN_PASSWORD } from '../../../contract/limits.ts';

export interface RegisterValues {
  name: string;
  email: string;
  phone: string;
  password: string;
  confirm: string;
  ageGroup: '' | 'adult' | 'young' | 'child';
  birthYear: string;
  terms: boolean;
}

export const EMPTY_REGISTER: RegisterValues = {
  name: '',
  email: '',
  phone: '',
  password: '',
  confirm: '',
  ageGroup: '',
  birthYear: '',
  terms: false,
};

/** The keys of `auth.error` in the texts. */
type Words =
  | 'bothNeeded'
  | 'noToken'
  | 'login'
  | 'verify'
  | 'register'
  | 'send'
  | 'reset'
  | 'emailNeeded'
  | 'codeNeeded'
  | 'codeTries'
  | 'name'
  | 'email'
  | 'emailForm'
  | 'short'
  | 'differ'
  | 'phone'
  | 'phoneForm'
  | 'common'
  | 'age'
  | 'birthYear'
  | 'tooYoung'
  | 'terms';
export type ErrorKey = `auth.error.${Words}`;
/** What went wrong, as keys: the words follow when the language is changed. */
export type Said = readonly (
  | ErrorKey
  | `passkey.error.${'cancelled' | 'known' | 'unsupported' | 'address' | 'failed'}`
  | `errors.${ErrorCode}.${'what' | 'todo'}`
)[];
export type RegisterErrors = Partial<Record<keyof RegisterValues, ErrorKey>>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?[\d\s()-]{4,24}$/;

/** R292 to R296, R380; and 13 or older (R312, R381). */
export function checkRegister(values: RegisterValues, year: number): RegisterErrors {
  const errors: RegisterErrors = {};
  const email = values.email.trim();
  const phone = values.phone.trim();
  if (!values.name.trim()) errors.name = 'auth.error.name';
  if (!email) errors.email = 'auth.error.email';
  else if (!EMAIL.test(email)) errors.email = 'auth.error.emailForm';
  if (!phone) errors.phone = 'auth.error.phone';
  else if (!PHONE.test(phone)) errors.phone = 'auth.error.phoneForm';
  if (values.password.length < MIN_PASSWORD) errors.password = 'auth.error.short';
  if (values.confirm !== values.password) errors.confirm = 'auth.error.differ';
  if (values.ageGroup === '') errors.ageGroup = 'auth.error.age';
  if (values.ageGroup === 'child') errors.ageGroup = 'auth.error.tooYoung';
  if (values.ageGroup === 'young') {
    const age = /^\d{4}$/.test(values.birthYear) ? year - Number(values.birthYear) : undefined;
    if (age === undefined || age > ADULT_AGE) errors.birthYear = 'auth.error.birthYear';
    else if (age < MIN_AGE) errors.birthYear = 'auth.error.tooYoung';
  }
  if (!values.terms) errors.terms = 'auth.error.terms';
  return errors;
}

/** Where the server found fault with a field, in the words of that field. */
export function fieldErrors(error: unknown): RegisterErrors {
  if (!(error instanceof AppError) || error.code !== 'bad-input') return {};
  const { name, email, phoneNumber, password, birthYear } = error.fields;
  return {
    ...(name ? { name: 'auth.error.name' } : {}),
    ...(email ? { email: 'auth.error.emailForm' } : {}),
    ...(phoneNumber ? { phone: 'auth.error.phoneForm' } : {}),
    ...(password ? { password: password === 'too-common' ? 'auth.error.common' : 'auth.error.short' } : {}),
    ...(birthYear ? { birthYear: birthYear === 'too-young' ? 'auth.error.tooYoung' : 'auth.error.birthYear' } : {}),
  };
}

/** What is wrong with a code; undefined when it is something else that failed. */
export function codeError(error: unknown): Said[number] | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'too-many' && error.fields.otp !== undefined) return 'auth.error.codeTries';
  return error.code === 'wrong-code' || error.fields.otp !== undefined ? 'errors.wrong-code.what' : undefined;
}

/** Nobody could be asked: no network, or somebody else answered. */
export const isOffline = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'network' || error.code === 'not-our-server');

export const isNeeded = (error: unknown): boolean => error instanceof AppError && error.fields.otp === 'needed';

/** The error's own words, else those of the deed that failed (R289). */
export function whyOf(error: unknown, otherwise: ErrorKey): Said {
  if (!(error instanceof AppError) || error.code === 'bad-answer' || error.code === 'bad-input') return [otherwise];
  const { code, next } = error;
  return next === 'retry' ? [`errors.${code}.what`, `errors.${code}.todo`] : [`errors.${code}.what`];
}

/** One sentence after the other, the last without its end. */
export const wordsOf = (said: Said, t: TFunction): string =>
  said.map((key, i) => (i < said.length - 1 ? t('common.sentence', { text: t(key) }) : t(key))).join(' ');
