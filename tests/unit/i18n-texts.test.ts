/** The languages stay complete beside each other, whoever adds a text, and none holds the words of another. */

import { describe, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import hi from '../../src/i18n/hi.json';
import { LANGUAGES, type Language } from '../../src/i18n/language.ts';
import pa from '../../src/i18n/pa.json';

/** Words that are written in Latin letters in every language: units, and names one must find on a screen or a sign. */
const LATIN =
  /\b(MB|kB|GB|GPS|SMS|OTP|ID|W|EN|Wi-Fi|Safari|Chrome|Firefox|Android|iPhone|WebGL|Add to Home Screen|QR|PDF|USB|IMEI|CEIR|FIR|CWC)\b/g;

/** The letters of each language, of which the others have none. The danda (U+0964) is the full stop of both scripts. */
const LETTERS: Record<Language, RegExp> = {
  en: /[A-Za-z]/,
  pa: /[\u0a00-\u0a7f]/,
  hi: /[\u0900-\u0963\u0966-\u097f]/,
};

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
/** Without what is the same in every language. */
const ownWords = (text: string) =>
  text
    .replace(/{{[^}]*}}/g, '')
    .replace(/\S+@\S+/g, '')
    .replace(LATIN, '');

const english = new Map(flatten(en));
const texts: Record<Language, Map<string, string>> = {
  en: english,
  pa: new Map(flatten(pa)),
  hi: new Map(flatten(hi)),
};
const every = LANGUAGES.flatMap((language) => [...texts[language]]);
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

describe('the texts of the interface', () => {
  it.each(OTHERS)('have the same keys in English and %s (R24)', (language) => {
    expect([...texts[language].keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('are never empty and carry no stray spaces', () => {
    expect(every.filter(([, text]) => text === '' || text !== text.trim() || text.includes('  '))).toEqual([]);
  });

  it('have no number, date or other text inside of a text: the build leaves that of i18next out (scripts/i18next.ts)', () => {
    const texts = [en, pa, hi].flatMap((one) => flatten(one));
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter(([, text]) => /{{[^}]*,/.test(text) || text.includes('$t('))).toEqual([]);
  });

  it('use no sign that the letters of a phone may lack, where a gap would stand for it', () => {
    const signs = [...new Set(every.map(([, text]) => text).join(''))];
    const others = signs.filter((sign) => !/[\n -~\u0900-\u097f\u0a00-\u0a7f“”‘’…·\u00a0✔₹]/.test(sign));
    expect(others).toEqual([]);
  });

  it('are written with one spelling of each letter, so that a search and a font find it', () => {
    expect(every.filter(([, text]) => text !== text.normalize('NFC'))).toEqual([]);
  });

  it.each(OTHERS)('name the same placeholders in English and %s', (language) => {
    const differing = [...english].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(texts[language].get(key) ?? '').join(),
    );
    expect(differing).toEqual([]);
  });

  it.each(LANGUAGES)('say each number as the grammar of %s has it', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const counted = [...texts[language].keys()].filter((key) => key.endsWith('_other'));
    expect(counted.length).toBeGreaterThan(50);
    const missing = counted.flatMap((key) =>
      forms.map((form) => key.replace(/other$/, form)).filter((one) => !texts[language].has(one)),
    );
    expect(missing).toEqual([]);
  });

  it.each(LANGUAGES)('have no words of another language in %s', (language) => {
    const foreign = LANGUAGES.filter((one) => one !== language).map((one) => LETTERS[one]);
    const left = [...texts[language]].filter(([, text]) => foreign.some((letters) => letters.test(ownWords(text))));
    expect(left).toEqual([]);
  });

  it.each(OTHERS)('are put into words of %s wherever English has some', (language) => {
    const bare = [...texts[language]].filter(
      ([key, text]) => LETTERS.en.test(ownWords(english.get(key) ?? '')) && !LETTERS[language].test(text),
    );
    expect(bare).toEqual([]);
  });

  it('never say what the design language forbids', () => {
    const forbidden = /\b(percent match|AI|user|submit|invalid)\b/i;
    expect([...english].filter(([, text]) => forbidden.test(text) && !VERBATIM.has(text))).toEqual([]);
  });
});
