import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Segment } from '../../ui/segment.tsx';
import styles from './auth.module.css';
import { EmailField } from './email-field.tsx';
import { Failure } from './failure.tsx';
import { checkRegister, type RegisterErrors, type RegisterValues, type Said } from './rules.ts';

interface RegisterFormProps {
  values: RegisterValues;
  errors: RegisterErrors;
  failure: Said | undefined;
  busy: boolean;
  onChange: (change: Partial<RegisterValues>) => void;
  onErrors: (errors: RegisterErrors) => void;
  onSend: () => void;
}

export function RegisterForm({ values, errors, failure, busy, onChange, onErrors, onSend }: RegisterFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const said = (field: keyof RegisterErrors) => errors[field] && t(errors[field]);

  function send(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    const found = checkRegister(values, new Date().getFullYear());
    onErrors(found);
    if (Object.keys(found).length === 0) {
      onSend();
      return;
    }
    requestAnimationFrame(() => {
      const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong] input');
      first?.focus({ preventScroll: true });
      first?.scrollIntoView({ block: 'center' });
    });
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={send}>
      <Field label={t('auth.name')} error={said('name')}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="name"
            value={values.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <EmailField value={values.email} onChange={(email) => onChange({ email })} error={said('email')} />
      <Field label={t('auth.phone')} hint={t('auth.phoneHint')} error={said('phone')}>
        {(control) => (
          <input
            {...control}
            type="tel"
            autoComplete="tel"
            value={values.phone}
            onChange={(event) => onChange({ phone: event.target.value })}
          />
        )}
      </Field>
      <PasswordField
        label={t('auth.password')}
        hint={t('auth.passwordHint')}
        value={values.password}
        onChange={(password) => onChange({ password })}
        error={said('password')}
        autoComplete="new-password"
      />
      <PasswordField
        label={t('auth.confirm')}
        value={values.confirm}
        onChange={(confirm) => onChange({ confirm })}
        error={said('confirm')}
        autoComplete="new-password"
      />
      <div className={styles.note} data-wrong={errors.ageGroup && ''}>
        <Segment
          legend={t('auth.age')}
          shown
          value={values.ageGroup}
          onChange={(ageGroup) => onChange({ ageGroup })}
          options={[
            { value: 'adult', label: t('auth.adult') },
            { value: 'young', label: t('auth.young') },
            { value: 'child', label: t('auth.child') },
          ]}
        />
        <p className={styles.error} aria-live="polite">
          {said('ageGroup')}
        </p>
      </div>
      {values.ageGroup === 'young' && (
        <>
          <Field label={t('auth.birthYear')} error={said('birthYear')}>
            {(control) => (
              <input
                {...control}
                type="text"
                inputMode="numeric"
                autoComplete="bday-year"
                maxLength={4}
                value={values.birthYear}
                onChange={(event) => onChange({ birthYear: event.target.value.replace(/\D/g, '') })}
              />
            )}
          </Field>
          <div className={styles.note}>
            <Banner tone="brand" icon="info">
              {t('auth.youngNote')}
            </Banner>
          </div>
        </>
      )}
      {values.ageGroup === 'child' && (
        <div className={styles.note}>
          <Banner tone="wait" icon="info">
            {t('auth.childNote')}
          </Banner>
          <LinkButton kind="outlined" icon="phone" href="tel:1098">
            1098
          </LinkButton>
        </div>
      )}
      <div className={styles.note} data-wrong={errors.terms && ''}>
        <Checkbox label={t('auth.terms')} checked={values.terms} onChange={(terms) => onChange({ terms })} />
        <p className={styles.links}>
          {/* Beside this page, not in its place: what was typed stays. */}
          <Link to="/terms-conditions" target="_blank">
            {t('auth.readTerms')}
          </Link>
          <Link to="/privacy-policy" target="_blank">
            {t('auth.readPrivacy')}
          </Link>
        </p>
        <p className={styles.error} aria-live="polite">
          {said('terms')}
        </p>
      </div>
      <Failure said={failure} />
      <div className={styles.submit}>
        <Button type="submit" wide busy={busy}>
          {t('auth.create')}
        </Button>
      </div>
    </form>
  );
}
