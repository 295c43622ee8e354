/** The languages of the interface (R24; A45) and the texts of each, loaded only when in use. */

import { createInstance, type i18n, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = ['en', 'pa', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each is named in itself, for the one who can read only that. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', pa: 'ਪੰਜਾਬੀ', hi: 'हिन्दी' };
/** R25, and the fallback when the texts of another cannot be had (R26). */
export const DEFAULT_LANGUAGE: Language = 'en';

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);
/** The toggle is two-way (R256); from a language of the list it leads to English. */
export const otherLanguage = (language: Language): 'en' | 'pa' => (language === 'en' ? 'pa' : 'en');

/** A part of the texts, as scripts/texts.ts cuts them, by the languages it is in. */
export type TextPart = Record<Language, () => Promise<{ texts: Record<string, object> }>>;

const FIRST: TextPart = {
  en: () => import('./en.json?first'),
  pa: () => import('./pa.json?first'),
  hi: () => import('./hi.json?first'),
};
/** What every page but the first stands on; those that few come to have more in parts.ts. */
export const REST: TextPart = {
  en: () => import('./en.json?rest'),
  pa: () => import('./pa.json?rest'),
  hi: () => import('./hi.json?rest'),
};

const instance = createInstance();
/** What has been asked for so far, in whatever language: a change of language brings the same. */
const asked = new Set<TextPart>([FIRST]);
const held: Record<Language, Set<TextPart>> = { en: new Set(), pa: new Set(), hi: new Set() };

/** Load the first texts of `language` and make `useTranslation` ready. Called once, before the first drawing. */
export async function startTranslation(language: Language): Promise<i18n> {
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: {},
    interpolation: { escapeValue: false }, // React escapes
  });
  for (const language of LANGUAGES) held[language].clear();
  await showLanguage(language);
  return instance;
}

/** Change the language on the spot; answers the language that is now shown. */
export async function showLanguage(language: Language): Promise<Language> {
  const usable = await load(language);
  await instance.changeLanguage(usable);
  return usable;
}

/** Make the texts of more parts usable; who draws with them waits for this first. */
export async function needTexts(...more: TextPart[]): Promise<void> {
  for (const part of more) asked.add(part);
  const shown = instance.language;
  await load(isLanguage(shown) ? shown : DEFAULT_LANGUAGE);
  if (instance.language !== shown) await needTexts(); // changed meanwhile
}

/** The texts of one language, for what is written in two. Without a network it may be English that comes. */
export async function textsOf(language: Language): Promise<TFunction> {
  return instance.getFixedT(await load(language));
}

/** Without network the texts of a language never used on this phone may be out of reach: English is then shown. */
async function load(language: Language): Promise<Language> {
  try {
    await bring(language);
    return language;
  } catch (cause) {
    if (language === DEFAULT_LANGUAGE) throw cause;
    await bring(DEFAULT_LANGUAGE);
    return DEFAULT_LANGUAGE;
  }
}

/** Everything asked for so far, also what was asked for while waiting. */
async function bring(language: Language): Promise<void> {
  const missing = [...asked].filter((part) => !held[language].has(part));
  if (missing.length === 0) return;
  await Promise.all(
    missing.map(async (part) => {
      const { texts } = await part[language]();
      // Deep, since a section may come in two parts; and as they are, for nobody else holds them.
      instance.addResourceBundle(language, 'translation', texts, true, false, { silent: false, skipCopy: true });
      held[language].add(part);
    }),
  );
  await bring(language);
}
