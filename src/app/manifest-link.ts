/** The manifest in the language that is shown: what is installed then has its name and its shortcuts in it. */

import type { Language } from '../i18n/language.ts';
import { usePreferences } from './preferences.ts';

export function followLanguage(): void {
  const name = ({ language }: { language: Language }): void => {
    const file = language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`;
    const link = document.querySelector('link[rel=manifest]');
    if (link && link.getAttribute('href') !== file) link.setAttribute('href', file);
  };
  usePreferences.subscribe(name);
  name(usePreferences.getState());
}
