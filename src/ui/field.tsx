import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Counter } from './counter.tsx';
import styles from './field.module.css';

/** What a field gives to the `<input>`, `<textarea>` or `<select>` drawn inside it. */
export interface FieldControl {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: string;
  /** Helps before the mistake. */
  hint?: string | undefined;
  /** Says what to do about it; read out when it appears. */
  error?: string | undefined;
  /** `unsaid`: it stands among others that are, of which it was said already. */
  optional?: boolean | 'unsaid';
  /** How long the answer is and may be, where one may come to its end. */
  room?: { length: number; max: number } | undefined;
  /** Something to press beside the control, such as "Unknown". */
  action?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}

/** One question of a form: its label, its control, and its error right beside it. */
export function Field({ label, hint, error, optional = false, room, action, children }: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional === true && <span className={styles.optional}> ({t('common.optional')})</span>}
      </label>
      <div className={styles.row}>
        {children({
          id,
          className: error ? `${styles.control} ${styles.wrong}` : styles.control,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': optional ? undefined : true,
        })}
        {action}
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {room && <Counter {...room} />}
      <p className={styles.error} id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
