import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { districtName, districts } from '../../../reference/districts.ts';
import { stateInHindi } from '../../../reference/hindi-names.ts';
import { STATES } from '../../../reference/states.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './profile.module.css';

interface DistrictPickerProps {
  /** Ids of districts. */
  chosen: readonly string[];
  /** With one, another choice takes its place. */
  most: number;
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

const CODES = Object.keys(STATES) as (keyof typeof STATES)[];

/** A place of duty: the state, then its district; those that are chosen stand below, to be taken away. */
export function DistrictPicker({ chosen, most, error, onChange }: DistrictPickerProps) {
  const { t, i18n } = useTranslation();
  const [first] = chosen;
  const [state, setState] = useState(first?.slice(0, 2).toUpperCase() ?? '');
  const { language } = i18n;
  const nameOf = ({ name, pa, hi }: { name: string; pa?: string; hi: readonly string[] }) =>
    (language === 'pa' ? pa : language === 'hi' ? hi[0] : undefined) ?? name;
  const states = CODES.map((code) => ({ code, name: nameOf({ ...STATES[code], hi: stateInHindi(code) }) }));
  const left = districts().filter((district) => district.state === state && !chosen.includes(district.id));
  const add = (id: string) => id && onChange(most === 1 ? [id] : [...chosen, id].slice(0, most));
  return (
    <>
      <Field label={t('people.state')}>
        {(control) => (
          <select {...control} value={state} onChange={(event) => setState(event.target.value)}>
            <option value="">{t('people.choose')}</option>
            {states.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('people.district')} hint={t(most === 1 ? 'people.dutyHint' : 'people.dutiesHint')} error={error}>
        {(control) => (
          <select
            {...control}
            value=""
            disabled={state === '' || (most > 1 && chosen.length >= most)}
            onChange={(event) => add(event.target.value)}
          >
            <option value="">{t('people.choose')}</option>
            {left.map((district) => (
              <option key={district.id} value={district.id}>
                {nameOf(district)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ul className={styles.districts} aria-label={t('profile.duty')}>
        {chosen.map((id) => {
          const name = districtName(id, language);
          return (
            <li key={id}>
              <Button
                kind="outlined"
                icon="close"
                aria-label={t('people.takeDistrict', { name })}
                onClick={() => onChange(chosen.filter((other) => other !== id))}
              >
                {name}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
