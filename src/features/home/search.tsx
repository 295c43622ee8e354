import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SearchField } from '../../ui/search-field.tsx';

/** The search of people and things; the list it leads to says what there is of the other. */
export function Search() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  return (
    <search>
      <form
        aria-label={t('browse.search')}
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(`/lost-peoples?${new URLSearchParams({ q: words.trim() })}`);
        }}
      >
        <SearchField value={words} onChange={setWords} />
      </form>
    </search>
  );
}
