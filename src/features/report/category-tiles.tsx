import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './category-tiles.module.css';
import { CATEGORIES, type Category } from './item.ts';

/** On the 24-unit grid of `Icon`; the word below says what it is. */
const PATHS: Record<Category, string> = {
  Electronics: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zm3 15h2',
  Clothing: 'm9 4-6 3 2 4 2-1v10h10V10l2 1 2-4-6-3a3 3 0 0 1-6 0z',
  Jewelry: 'M12 9a6 6 0 1 0 0 12 6 6 0 0 0 0-12zm-3-6h6l2 3-5 3-5-3z',
  Documents: 'M6 3h8l4 4v14H6zm8 0v4h4M9 12h6m-6 4h6',
  Keys: 'M8 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm3 7 9 9m-3-3 2-2m-5-1 2-2',
  Bags: 'M5 8h14l1 13H4zm4 3V7a3 3 0 0 1 6 0v4',
  Wallet: 'M4 6h14v3M4 6v13h16V9H5a1 1 0 0 1-1-1zm12 8h.1',
  Other: 'm12 3 8 4.5v9L12 21l-8-4.5v-9zm0 9 8-4.5M12 12v9m0-9L4 7.5',
};

interface CategoryTilesProps {
  value: Category | '';
  onChange: (category: Category) => void;
  error: string | undefined;
}

/** What kind of thing it is: one tap on a picture with its word. */
export function CategoryTiles({ value, onChange, error }: CategoryTilesProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={styles.tiles} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{t('post.what')}</legend>
      <div className={styles.grid}>
        {CATEGORIES.map((category) => (
          <label key={category} className={styles.tile}>
            <input
              className="unseen"
              type="radio"
              name={id}
              checked={category === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(category)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={PATHS[category]} />
            </svg>
            <span>{t(`category.${category}`)}</span>
          </label>
        ))}
      </div>
      <p className={styles.error} id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
