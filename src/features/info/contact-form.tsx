import { type FormEvent, type InputHTMLAttributes, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTACT_COUNTRY_CODES, MAX_CONTACT_MESSAGE } from '../../../contract/limits.ts';
import { SITE } from '../../../contract/site.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import tones from '../../ui/tone.module.css';
import styles from './contact.module.css';
import {
  COUNTRY_OF,
  type ContactErrors,
  emptyForm,
  type ContactForm as Form,
  mailOf,
  preselectedCode,
  problemsIn,
} from './contact.ts';

const begin = () => emptyForm(preselectedCode(Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.languages));

/** R97, R192, R297 to R304. Sending makes no call (A3): it says so, and offers the reader's own mail program. */
export function ContactForm() {
  const { t } = useTranslation();
  const [form, setForm] = useState(begin);
  const [errors, setErrors] = useState<ContactErrors>({});
  const [sent, setSent] = useState<Form>();
  const element = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!sent) return;
    answer.current?.focus({ preventScroll: true });
    answer.current?.scrollIntoView({ block: 'center' });
  }, [sent]);

  const write = (field: keyof Form, value: string) => {
    setForm((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _mended, ...others }) => others);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const problems = problemsIn(form);
    setErrors(problems);
    const [first] = Object.keys(problems);
    if (first !== undefined) return element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setSent(form);
    setForm(begin);
  };
  const text = (field: 'firstName' | 'lastName' | 'email', looks: InputHTMLAttributes<HTMLInputElement>) => {
    const problem = errors[field];
    return (
      <Field label={t(`contact.${field}`)} error={problem && t(`contact.${problem}`, { max: MAX_CONTACT_MESSAGE })}>
        {(control) => (
          <input
            {...control}
            {...looks}
            name={field}
            required
            value={form[field]}
            onChange={({ target }) => write(field, target.value)}
          />
        )}
      </Field>
    );
  };

  return (
    <section className={styles.form} aria-labelledby="get-in-touch">
      <h2 id="get-in-touch">{t('contact.form')}</h2>
      {sent && (
        <div ref={answer} className={`${styles.sent} ${tones.found}`} role="alert" tabIndex={-1}>
          <b>{t('contact.sent')}</b>
          <p>{t('contact.sentDetail')}</p>
          <LinkButton
            kind="outlined"
            icon="mail"
            href={mailOf(sent, SITE.supportEmail, t('contact.subject', { name: `${sent.firstName} ${sent.lastName}` }))}
          >
            {t('contact.mail')}
          </LinkButton>
        </div>
      )}
      <form ref={element} noValidate onSubmit={send}>
        <div className={styles.pair}>
          {text('firstName', { autoComplete: 'given-name' })}
          {text('lastName', { autoComplete: 'family-name' })}
        </div>
        {text('email', { type: 'email', autoComplete: 'email', inputMode: 'email' })}
        <div className={styles.phone}>
          <Field label={t('contact.countryCode')}>
            {(control) => (
              <select
                {...control}
                name="countryCode"
                autoComplete="tel-country-code"
                value={form.countryCode}
                onChange={({ target }) => write('countryCode', target.value)}
              >
                {CONTACT_COUNTRY_CODES.map((code) => (
                  <option key={code} value={code}>
                    {code} ({t(`contact.${COUNTRY_OF[code]}`)})
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={t('contact.phone')} error={errors.phone && t(`contact.${errors.phone}`, { max: 0 })}>
            {(control) => (
              <input
                {...control}
                name="phone"
                type="tel"
                required
                autoComplete="tel-national"
                value={form.phone}
                onChange={({ target }) => write('phone', target.value)}
              />
            )}
          </Field>
        </div>
        <Field
          label={t('contact.message')}
          hint={t('contact.counter', { used: form.message.length, max: MAX_CONTACT_MESSAGE })}
          error={errors.message && t(`contact.${errors.message}`, { max: MAX_CONTACT_MESSAGE })}
        >
          {(control) => (
            <textarea
              {...control}
              name="message"
              required
              maxLength={MAX_CONTACT_MESSAGE}
              value={form.message}
              onChange={({ target }) => write('message', target.value)}
            />
          )}
        </Field>
        <div className={styles.send}>
          <Button type="submit" wide>
            {t('contact.send')}
          </Button>
        </div>
      </form>
    </section>
  );
}
