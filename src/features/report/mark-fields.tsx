import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TITLE, MIN_MARKS } from '../../../contract/limits.ts';
import { AnswerField } from './answer-field.tsx';
import { type ItemValues, MARKS, marksOf } from './item.ts';
import styles from './person-form.module.css';

interface MarkFieldsProps {
  values: ItemValues;
  onChange: (change: Partial<ItemValues>) => void;
  error: string | undefined;
}

/** What only the owner would know: asked of whoever claims the thing, and never shown to anyone. */
export function MarkFields({ values, onChange, error }: MarkFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const offered = Math.max(MIN_MARKS, marksOf(values).length + 1);
  return (
    <fieldset className={styles.consent} aria-describedby={`${id}-error`}>
      <legend className={styles.legend}>{t('post.marks')}</legend>
      <p className={styles.note}>{t('post.marksNote')}</p>
      {MARKS.slice(0, offered).map((n) => (
        <div key={n} className={styles.pair}>
          <AnswerField
            label={t('post.question', { number: n })}
            hint={n === 1 ? t('post.questionHint') : undefined}
            value={values[`question${n}`]}
            onChange={(text) => onChange({ [`question${n}`]: text })}
            maxLength={MAX_TITLE}
            optional
          />
          <AnswerField
            label={t('post.answer', { number: n })}
            hint={n === 1 ? t('post.answerHint') : undefined}
            value={values[`answer${n}`]}
            onChange={(text) => onChange({ [`answer${n}`]: text })}
            maxLength={MAX_TITLE}
            optional
          />
        </div>
      ))}
      <p className={styles.error} id={`${id}-error`} aria-live="polite" data-wrong={error ? true : undefined}>
        {error}
      </p>
    </fieldset>
  );
}
