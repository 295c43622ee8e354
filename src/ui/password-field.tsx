import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './field.tsx';
import styles from './password-field.module.css';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** `new-password` lets the phone offer a strong one; `current-password` fills in the one it keeps. */
  autoComplete: 'current-password' | 'new-password';
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean;
}

/** A password, which one can look at while typing: on a phone nobody types blind without mistakes. */
export function PasswordField({
  label,
  value,
  onChange,
  autoComplete,
  optional = false,
  ...words
}: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      optional={optional}
      {...words}
      action={
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={shown}
          aria-label={t(shown ? 'auth.hidePassword' : 'auth.showPassword')}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'auth.hide' : 'auth.show')}
        </button>
      }
    >
      {(control) => (
        <input
          {...control}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
