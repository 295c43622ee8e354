import { useTranslation } from 'react-i18next';
import { MAX_TITLE } from '../../../contract/limits.ts';
import { maskPrivateNumbers } from '../../../contract/private-numbers.ts';
import { Field } from '../../ui/field.tsx';
import styles from './answer-field.module.css';
import { Dictate } from './dictate.tsx';

interface AnswerFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean | 'unsaid';
  maxLength: number;
  /** More than one line. */
  rows?: number;
  type?: 'text' | 'tel' | 'date' | 'time';
  numeric?: boolean;
  autoComplete?: string;
  /** Others will read it: a number of an Aadhaar or bank card or a UPI id is hidden as soon as it was typed. */
  shown?: boolean;
}

/** A question that is answered in words or numbers. */
export function AnswerField({ label, value, onChange, hint, error, optional = false, ...looks }: AnswerFieldProps) {
  const { t } = useTranslation();
  const { maxLength, rows, type = 'text', numeric = false, autoComplete = 'off', shown = false } = looks;
  const isHidden = shown && /XX.{0,3}\p{Nd}{4}|•@/u.test(value);
  return (
    <Field
      label={label}
      hint={isHidden ? t('post.aadhaarHidden') : hint}
      error={error}
      optional={optional}
      room={maxLength >= MAX_TITLE ? { length: value.length, max: maxLength } : undefined}
    >
      {(control) => {
        const same = {
          ...control,
          maxLength,
          value,
          autoComplete,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
          onBlur: () => {
            const masked = shown ? maskPrivateNumbers(value) : value;
            if (masked !== value) onChange(masked);
          },
        };
        if (rows !== undefined)
          return (
            <div className={styles.long}>
              <textarea {...same} rows={rows} />
              <Dictate onWords={(words) => onChange(added(value, words).slice(0, maxLength))} />
            </div>
          );
        return <input {...same} type={type} {...(numeric ? { inputMode: 'numeric' } : {})} />;
      }}
    </Field>
  );
}

/** What was said, after what is there. */
const added = (before: string, words: string): string =>
  [before.trimEnd(), words].filter((text) => text !== '').join(' ');
