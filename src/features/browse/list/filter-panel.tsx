import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sex } from '../../../../contract/details.ts';
import { MAX_AGE } from '../../../../contract/limits.ts';
import { ItemCategory, ReportSort } from '../../../../contract/report.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field, type FieldControl } from '../../../ui/field.tsx';
import styles from './filter-panel.module.css';
import { countFilters, defaultsOf, type Filters, type ListName } from './filters.ts';

interface FilterPanelProps {
  list: ListName;
  filters: Filters;
  /** `typed` changes come with every key; the others are steps that the back button undoes. */
  onChange: (change: Partial<Filters>, typed?: boolean) => void;
}

const SORTS = { newest: 'browse.newest', oldest: 'browse.oldest', reward: 'browse.byReward' } as const;
const SUGGESTIONS = 8;

/** Nothing here must be answered, and nobody needs to be told that of each. */
const free = (control: FieldControl) => ({ ...control, 'aria-required': undefined });

/** The conditions of a list. */
export function FilterPanel({ list, filters, onChange }: FilterPanelProps) {
  const { t } = useTranslation();
  const usual = filters.q.trim() === '' ? 'newest' : '';
  const regions = useId();
  const number = (text: string) => (text === '' ? undefined : Number(text));
  const people = list === 'lost-peoples';
  return (
    <div className={styles.panel}>
      <Field label={t('browse.region')} hint={t('browse.regionHint')}>
        {(control) => (
          <input
            {...free(control)}
            list={regions}
            autoComplete="off"
            value={filters.region}
            onChange={(event) => onChange({ region: event.target.value }, true)}
          />
        )}
      </Field>
      <Suggestions id={regions} typed={filters.region} />
      {people ? (
        <>
          <Field label={t('recognise.sex')} hint={filters.sex && t('recognise.sexHint')}>
            {(control) => (
              <select
                {...free(control)}
                value={filters.sex ?? ''}
                onChange={(event) => onChange({ sex: Sex.safeParse(event.target.value).data })}
              >
                <option value="">{t('recognise.anySex')}</option>
                {Sex.options.map((sex) => (
                  <option key={sex} value={sex}>
                    {t(`recognise.sexes.${sex}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <div className={styles.pair}>
            {(['ageMin', 'ageMax'] as const).map((name) => (
              <Field key={name} label={t(name === 'ageMin' ? 'browse.ageFrom' : 'browse.ageTo')}>
                {(control) => (
                  <input
                    {...free(control)}
                    type="number"
                    inputMode="numeric"
                    min={0}
                    max={MAX_AGE}
                    value={filters[name] ?? ''}
                    onChange={(event) => onChange({ [name]: number(event.target.value) }, true)}
                  />
                )}
              </Field>
            ))}
          </div>
        </>
      ) : (
        <Field label={t('browse.category')}>
          {(control) => (
            <select
              {...free(control)}
              value={filters.category ?? ''}
              onChange={(event) => onChange({ category: ItemCategory.safeParse(event.target.value).data })}
            >
              <option value="">{t('browse.anyCategory')}</option>
              {ItemCategory.options.map((category) => (
                <option key={category} value={category}>
                  {t(`browse.categories.${category}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label={t('browse.since')}>
        {(control) => (
          <input
            {...free(control)}
            type="date"
            value={filters.since}
            onChange={(event) => onChange({ since: event.target.value }, true)}
          />
        )}
      </Field>
      <Field label={t('browse.sort')}>
        {(control) => (
          <select
            {...free(control)}
            value={filters.sort ?? usual}
            onChange={({ target: { value } }) =>
              onChange({ sort: value === usual ? undefined : ReportSort.parse(value) })
            }
          >
            {usual === '' && <option value="">{t('browse.byMatch')}</option>}
            {ReportSort.options.map((sort) => (
              <option key={sort} value={sort}>
                {t(SORTS[sort])}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className={styles.last}>
        <Checkbox
          checked={filters.withReward}
          onChange={(withReward) => onChange({ withReward })}
          label={t('browse.withReward')}
        />
      </div>
      {countFilters(list, filters) > 0 && (
        <Button
          kind="quiet"
          icon="close"
          onClick={() => onChange({ ...defaultsOf(list), type: filters.type, q: filters.q })}
        >
          {t('browse.clearFilters')}
        </Button>
      )}
    </div>
  );
}

/** Towns that begin like what is typed; the list of them is large and comes with the first letter. */
function Suggestions({ id, typed }: { id: string; typed: string }) {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (typed.trim() === '') return;
    let wanted = true;
    void import('../../../../reference/places.ts').then(({ suggestPlaces }) => {
      if (wanted) setNames(suggestPlaces(typed, SUGGESTIONS).map(({ name }) => name));
    });
    return () => {
      wanted = false;
    };
  }, [typed]);
  return (
    <datalist id={id}>
      {[...new Set(names)].map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
