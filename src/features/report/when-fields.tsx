import { useTranslation } from 'react-i18next';
import { AnswerField } from './answer-field.tsx';
import styles from './person-form.module.css';

interface WhenFieldsProps {
  legend: string;
  date: string;
  time: string;
  error: string | undefined;
  onChange: (change: { timeOfLossDate?: string; timeOfLossTime?: string }) => void;
}

/** When it was: a day and, if known, the hour, as the clocks there had it. */
export function WhenFields({ legend, date, time, error, onChange }: WhenFieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.time}>
      <legend className={styles.legend}>{legend}</legend>
      <AnswerField
        label={t('form.date')}
        error={error}
        type="date"
        maxLength={10}
        value={date}
        onChange={(timeOfLossDate) => onChange({ timeOfLossDate })}
        optional
      />
      <AnswerField
        label={t('form.time')}
        type="time"
        maxLength={5}
        value={time}
        onChange={(timeOfLossTime) => onChange({ timeOfLossTime })}
        optional
      />
    </fieldset>
  );
}
