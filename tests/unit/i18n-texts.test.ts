/** The two languages stay complete beside each other, whoever adds a text. */

import { describe, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import pa from '../../src/i18n/pa.json';

/** Words that are written in Latin letters in Punjabi too: units, and names one must find on a screen or a sign. */
const LATIN =
  /\b(MB|kB|GB|GPS|SMS|OTP|ID|W|EN|Wi-Fi|Safari|Chrome|Firefox|Android|iPhone|WebGL|Add to Home Screen|QR|PDF|USB|IMEI|CEIR|FIR|CWC)\b/g;

/** Sentences that the specification fixes word for word. */
const VERBATIM = new Set([
  'User not found!',
  'Invalid email or password. Please try again.',
  'Invalid OTP. Please try again.',
]);

type Texts = { [key: string]: string | Texts };

function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
}

const placeholders = (text: string) => [...text.matchAll(/{{\s*(\w+)[^}]*}}/g)].map(([, name]) => name).sort();

const english = new Map(flatten(en));
const punjabi = new Map(flatten(pa));

describe('the texts of the interface', () => {
  it('have the same keys in English and Punjabi (R24)', () => {
    expect([...punjabi.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('are never empty and carry no stray spaces', () => {
    const bad = [...english, ...punjabi].filter(
      ([, text]) => text === '' || text !== text.trim() || text.includes('  '),
    );
    expect(bad).toEqual([]);
  });

  it('use no sign that the letters of a phone may lack, where a gap would stand for it', () => {
    const signs = [...new Set([...english.values(), ...punjabi.values()].join(''))];
    const others = signs.filter((sign) => !/[\n -~\u0a00-\u0a7f।“”‘’…·\u00a0✔₹]/.test(sign));
    expect(others).toEqual([]);
  });

  it('name the same placeholders in both languages', () => {
    const differing = [...english].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(punjabi.get(key) ?? '').join(),
    );
    expect(differing).toEqual([]);
  });

  it('have no English left in the Punjabi', () => {
    const left = [...punjabi].filter(([, text]) =>
      /[A-Za-z]/.test(
        text
          .replace(/{{[^}]*}}/g, '')
          .replace(/\S+@\S+/g, '')
          .replace(LATIN, ''),
      ),
    );
    expect(left).toEqual([]);
  });

  it('never say what the design language forbids', () => {
    const forbidden = /\b(percent match|AI|user|submit|invalid)\b/i;
    expect([...english].filter(([, text]) => forbidden.test(text) && !VERBATIM.has(text))).toEqual([]);
  });
});
