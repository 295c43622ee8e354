/** The rules of the contact form: what must be in it, and which country code stands there at first. */

import {
  type CONTACT_COUNTRY_CODES,
  CONTACT_DEFAULT_COUNTRY_CODE,
  MAX_CONTACT_MESSAGE,
} from '../../../contract/limits.ts';

/** R192. */
export interface ContactForm {
  firstName: string;
  lastName: string;
  email: string;
  countryCode: string;
  phone: string;
  message: string;
}

/** R304, with the country each belongs to. */
export const COUNTRY_OF = { '+1': 'US', '+62': 'ID', '+44': 'GB', '+91': 'IN' } as const satisfies Record<
  (typeof CONTACT_COUNTRY_CODES)[number],
  string
>;

/** `+91` only where the browser says India; else the specification's default (A2). */
export function preselectedCode(timeZone: string, languages: readonly string[]): keyof typeof COUNTRY_OF {
  const inIndia = ['Asia/Kolkata', 'Asia/Calcutta'].includes(timeZone) || languages.some((tag) => /-IN$/i.test(tag));
  return inIndia ? '+91' : CONTACT_DEFAULT_COUNTRY_CODE;
}

export const emptyForm = (countryCode: string): ContactForm => ({
  firstName: '',
  lastName: '',
  email: '',
  countryCode,
  phone: '',
  message: '',
});

/** What a field lacks, by the key of the text that says so (R297 to R302). */
export type ContactErrors = Partial<Record<keyof ContactForm, Problem>>;
export type Problem =
  | 'needFirstName'
  | 'needLastName'
  | 'needEmail'
  | 'wrongEmail'
  | 'needPhone'
  | 'wrongPhone'
  | 'needMessage'
  | 'longMessage';

export function problemsIn(form: ContactForm): ContactErrors {
  const errors: ContactErrors = {};
  const isEmpty = (field: keyof ContactForm) => form[field].trim() === '';
  if (isEmpty('firstName')) errors.firstName = 'needFirstName';
  if (isEmpty('lastName')) errors.lastName = 'needLastName';
  if (isEmpty('email')) errors.email = 'needEmail';
  else if (!/^\S+@\S+\.\S+$/.test(form.email.trim())) errors.email = 'wrongEmail';
  if (isEmpty('phone')) errors.phone = 'needPhone';
  else if (!/^[\d\s()-]{4,20}$/.test(form.phone.trim())) errors.phone = 'wrongPhone';
  if (isEmpty('message')) errors.message = 'needMessage';
  else if (form.message.length > MAX_CONTACT_MESSAGE) errors.message = 'longMessage';
  return errors;
}

/** The same words as an e-mail, for the sender's own mail program. */
export function mailOf(form: ContactForm, to: string, subject: string): string {
  const phone = `${form.countryCode} ${form.phone.trim()}`;
  const body = [form.message, '', `${form.firstName} ${form.lastName}`, form.email, phone].join('\n');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
