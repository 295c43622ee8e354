/** What the forms of accounts accept, and the words of their failures. */

import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { MIN_AGE, MIN_PASSWORD } from '../../contract/limits.ts';
import {
  checkRegister,
  EMPTY_REGISTER,
  fieldErrors,
  isNeeded,
  isOffline,
  type RegisterValues,
  whyOf,
  wordsOf,
} from '../../src/features/auth/rules.ts';
import en from '../../src/i18n/en.json';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });
const { t } = i18n;

const GOOD: RegisterValues = {
  name: 'Asha Devi',
  email: 'asha@example.in',
  phone: '+91 98140-12345',
  password: 'a field of',
  confirm: 'a field of',
  ageGroup: 'adult',
  birthYear: '',
  terms: true,
};
/** The words beside each field that is wrong. */
const said = (change: Partial<RegisterValues>) =>
  Object.fromEntries(
    Object.entries(checkRegister({ ...GOOD, ...change }, 2026)).map(([field, key]) => [field, t(key)]),
  );

describe('the registration form', () => {
  it('asks for everything in the words of the specification (R218, R292 to R296)', () => {
    expect(said({})).toEqual({});
    expect(said({ ...EMPTY_REGISTER, ageGroup: 'adult', terms: true })).toEqual({
      name: 'Name is required.',
      email: 'Email is required.',
      phone: 'Phone number is required.',
      password: 'Password must be at least 8 characters.',
    });
    expect(said({ confirm: 'another field' })).toEqual({ confirm: 'Passwords do not match.' });
  });

  it('takes a password from 8 characters on, in place of the six of R294 and R380', () => {
    expect(MIN_PASSWORD).toBe(8);
    expect(said({ password: '1234567', confirm: '1234567' })).toHaveProperty('password');
    expect(said({ password: '12345678', confirm: '12345678' })).toEqual({});
  });

  it('takes those of 13 and older, and asks the young ones for the year (R312, R381, A8)', () => {
    expect(MIN_AGE).toBe(13);
    expect(said({ ageGroup: '' })).toHaveProperty('ageGroup');
    expect(said({ ageGroup: 'child' })).toEqual({ ageGroup: 'An account is for those who are 13 or older.' });
    expect(said({ ageGroup: 'young', birthYear: '2013' })).toEqual({});
    expect(said({ ageGroup: 'young', birthYear: '2014' })).toHaveProperty('birthYear');
    for (const birthYear of ['', '11', '1990'])
      expect(said({ ageGroup: 'young', birthYear })).toHaveProperty('birthYear');
  });

  it('wants consent to the terms, an e-mail that can be one, and a phone number of digits', () => {
    expect(said({ terms: false })).toHaveProperty('terms');
    for (const email of ['asha', 'asha@example', 'a b@example.in']) expect(said({ email })).toHaveProperty('email');
    for (const phone of ['call me', '12', '+91 98140 12345 67890 12345'])
      expect(said({ phone })).toHaveProperty('phone');
  });

  it('puts what the server found wrong beside its field', () => {
    const refused = new AppError('bad-input', 'x', {
      fields: { password: 'too-common', phoneNumber: 'invalid_format' },
    });
    expect(fieldErrors(refused)).toEqual({ password: 'auth.error.common', phone: 'auth.error.phoneForm' });
    expect(fieldErrors(new Error('x'))).toEqual({});
  });
});

describe('a failure of signing in', () => {
  it('is told in its own words, else in those of the deed (R289, R356, R361 to R364)', () => {
    expect(wordsOf(whyOf(new AppError('wrong-password', 'x'), 'auth.error.login'), t)).toBe(
      'Invalid email or password. Please try again.',
    );
    expect(wordsOf(whyOf(new AppError('wrong-code', 'x'), 'auth.error.verify'), t)).toBe(
      'Invalid OTP. Please try again.',
    );
    expect(wordsOf(whyOf(new TypeError('x'), 'auth.error.login'), t)).toBe('Login failed');
    expect(wordsOf(whyOf(new AppError('bad-answer', 'x'), 'auth.error.verify'), t)).toBe('OTP verification failed');
    expect(wordsOf(whyOf(new TypeError('x'), 'auth.error.register'), t)).toBe('Registration failed. Please try again.');
    expect(wordsOf(whyOf(new AppError('network', 'x'), 'auth.error.login'), t)).toContain('No network');
  });

  it('knows a network that is gone, and an account that waits for its code', () => {
    expect([isOffline(new AppError('network', 'x')), isOffline(new AppError('server', 'x'))]).toEqual([true, false]);
    expect(isNeeded(new AppError('wrong-code', 'x', { fields: { otp: 'needed' } }))).toBe(true);
    expect(isNeeded(new AppError('wrong-code', 'x'))).toBe(false);
  });
});

describe('the words of accounts', () => {
  it('are those of the specification (R287 to R291, R354, R355, R360, R368, R369, R371, R372, R374)', () => {
    expect(en.auth.error.bothNeeded).toBe('Email and password are required');
    expect(en.auth.error.noToken).toBe('Login failed: No access token received');
    expect(en.auth.error.emailNeeded).toBe('Please enter your email');
    expect(en.auth.error.codeNeeded).toBe('Enter OTP!');
    expect(en.profile.notFound).toBe('User not found!');
    expect(en.profile.saveFailed).toBe('Failed to update profile.');
    expect(en.profile.deleteFailed).toBe('Failed to delete account.');
    expect(en.auth.registered).toBe('Registration successful!');
    expect(en.auth.verified).toBe('OTP verified successfully!');
    expect(en.profile.saved).toBe('Profile updated successfully!');
  });
});
