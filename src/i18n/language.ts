/** The two languages of the interface (R24) and the texts of each, loaded only when in use. */

import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type en from './en.json';

export const LANGUAGES = ['en', 'pa'] as const;
export type Language = (typeof LANGUAGES)[number];
/** R25, and the fallback when the texts of another cannot be had (R26). */
export const DEFAULT_LANGUAGE: Language = 'en';

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);
/** The toggle is two-way (R256). */
export const otherLanguage = (language: Language): Language => (language === 'en' ? 'pa' : 'en');

type Texts = typeof en;

const TEXTS: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en.json')).default,
  pa: async () => (await import('./pa.json')).default,
};

const instance = createInstance();

/** Load the texts of `language` and make `useTranslation` ready. Called once, before the first drawing. */
export async function startTranslation(language: Language): Promise<i18n> {
  const { usable, texts } = await load(language);
  await instance.use(initReactI18next).init({
    lng: usable,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: { [usable]: { translation: texts } },
    interpolation: { escapeValue: false }, // React escapes
  });
  return instance;
}

/** Change the language on the spot; answers the language that is now shown. */
export async function showLanguage(language: Language): Promise<Language> {
  const { usable, texts } = await load(language);
  instance.addResourceBundle(usable, 'translation', texts);
  await instance.changeLanguage(usable);
  return usable;
}

/** Without network the texts of a language never used on this phone may be out of reach: English is then shown. */
async function load(language: Language): Promise<{ usable: Language; texts: Texts }> {
  try {
    return { usable: language, texts: await TEXTS[language]() };
  } catch (cause) {
    if (language === DEFAULT_LANGUAGE) throw cause;
    return { usable: DEFAULT_LANGUAGE, texts: await TEXTS[DEFAULT_LANGUAGE]() };
  }
}
