import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import styles from './search-field.module.css';

/** The one search, of people and things. */
export function SearchField({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.search}>
      <label htmlFor={id} className="unseen">
        {t('browse.search')}
      </label>
      <Icon name="search" size="small" />
      <input
        id={id}
        name="q"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={80}
        placeholder={t('browse.searchHint')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
