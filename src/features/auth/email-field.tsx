import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';

interface EmailFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** `username` where a password follows, so that password keepers find both. */
  autoComplete?: 'email' | 'username';
}

export function EmailField({ value, onChange, error, autoComplete = 'email' }: EmailFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('auth.email')} error={error}>
      {(control) => (
        <input
          {...control}
          type="email"
          inputMode="email"
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
