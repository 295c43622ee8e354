/** What the user prefers, kept in the browser: the theme (R252 to R255) and the language (R230, R256). */

import { create } from 'zustand';
import { DEFAULT_LANGUAGE, isLanguage, type Language, otherLanguage, showLanguage } from '../i18n/language.ts';
import { store, stored } from '../platform/stored.ts';

export type Theme = 'light' | 'dark';

interface Preferences {
  theme: Theme;
  language: Language;
}

/**
 * It starts as the page was prerendered, in English and light, so that React finds the markup it expects;
 * `readPreferences` then brings in what is stored.
 */
export const usePreferences = create<Preferences>(() => ({ theme: 'light', language: DEFAULT_LANGUAGE }));

/** The stored preferences, else the system's theme and the default language. index.html has applied them by now. */
export function readPreferences(): Preferences {
  const theme = stored('theme');
  const language = stored('language');
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  return { theme: dark ? 'dark' : 'light', language: isLanguage(language) ? language : DEFAULT_LANGUAGE };
}

/** The browser's own frame takes the colour of ours: `--ground` of ui/theme.css, as in index.html. */
const GROUND: Record<Theme, string> = { light: '#ffffff', dark: '#0e1020' };

export function toggleTheme(): void {
  const theme = usePreferences.getState().theme === 'dark' ? 'light' : 'dark';
  store('theme', theme);
  document.documentElement.classList.toggle('dark', theme === 'dark'); // R255
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', GROUND[theme]);
  usePreferences.setState({ theme });
}

export const toggleLanguage = (): Promise<void> => chooseLanguage(otherLanguage(usePreferences.getState().language));

export async function chooseLanguage(wanted: Language): Promise<void> {
  const language = await showLanguage(wanted);
  store('language', language);
  document.documentElement.lang = language;
  usePreferences.setState({ language });
}
