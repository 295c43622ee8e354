import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LANGUAGES } from '../i18n/language.ts';
import { Segment } from '../ui/segment.tsx';
import { chooseLanguage, usePreferences } from './preferences.ts';

/** All languages, each in its own script; the toggle of the header has two of them (R256, A45). */
export function LanguageList() {
  const { t } = useTranslation();
  const language = usePreferences((state) => state.language);
  return (
    <Segment
      legend={t('nav.language')}
      shown
      value={language}
      onChange={(wanted) => void chooseLanguage(wanted)}
      options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
    />
  );
}
