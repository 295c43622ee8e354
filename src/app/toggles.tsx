import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, otherLanguage } from '../i18n/language.ts';
import { Icon } from '../ui/icon.tsx';
import { toggleLanguage, toggleTheme, usePreferences } from './preferences.ts';
import styles from './toggles.module.css';

/** Shows the language one would change to (R67, R256), by its first two letters where there is little room. */
export function LanguageToggle() {
  const other = otherLanguage(usePreferences((state) => state.language));
  const full = LANGUAGE_NAMES[other];
  return (
    <button
      type="button"
      className={styles.toggle}
      lang={other}
      aria-label={full}
      onClick={() => void toggleLanguage()}
    >
      <span className={styles.short} aria-hidden="true">
        {full.slice(0, 2).toUpperCase()}
      </span>
      <span className={styles.full} aria-hidden="true">
        {full}
      </span>
    </button>
  );
}

/** R66, R252. In the menu it carries its words; in the header the picture must do. */
export function ThemeToggle({ words = false }: { words?: boolean }) {
  const { t } = useTranslation();
  const dark = usePreferences((state) => state.theme === 'dark');
  const label = t(dark ? 'nav.toLight' : 'nav.toDark');
  return (
    <button
      type="button"
      className={words ? styles.row : styles.toggle}
      aria-label={words ? undefined : label}
      onClick={toggleTheme}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
      {words && label}
    </button>
  );
}
