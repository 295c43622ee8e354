import type { ParseKeys } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askGuardian, confirmGuardian } from '../../../contract/auth.ts';
import { AppError } from '../../../contract/errors.ts';
import { keepUser } from '../../api/session.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Field } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { showToast } from '../../ui/toasts.ts';
import { type Failed, reasonOr } from './failed.ts';
import styles from './profile.module.css';

/** The step of those of 13 to 17 (A8): a parent or guardian gets a code by e-mail, and says yes with it. */
export function Guardian() {
  const { t } = useTranslation();
  const { api } = useServices();
  const [guardianName, setName] = useState('');
  const [guardianEmail, setEmail] = useState('');
  const [otp, setOtp] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<{ name?: ParseKeys; email?: ParseKeys; otp?: ParseKeys }>({});
  const [failure, setFailure] = useState<Failed>();

  async function ask(): Promise<void> {
    const missing: typeof errors = {
      ...(guardianName.trim() ? {} : { name: 'auth.error.name' }),
      ...(guardianEmail.trim() ? {} : { email: 'auth.error.emailNeeded' }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    try {
      await api.call(askGuardian, { guardianName, guardianEmail });
      if (asked) showToast(t('auth.resent'));
      setAsked(true);
    } catch (error) {
      const field = error instanceof AppError ? error.fields.guardianEmail : undefined;
      if (field) setErrors({ email: field === 'own' ? 'profile.guardianOwn' : 'auth.error.emailForm' });
      else setFailure({ cause: error });
    }
  }

  async function confirm(): Promise<void> {
    setErrors(otp ? {} : { otp: 'auth.error.codeNeeded' });
    if (!otp) return;
    try {
      const { user } = await api.call(confirmGuardian, { otp });
      showToast(t('profile.guardianDone'), 'found');
      keepUser(user);
    } catch (error) {
      const field = error instanceof AppError ? error.fields.otp : undefined;
      if (field) setErrors({ otp: field === 'too-many' ? 'auth.error.codeTries' : 'errors.wrong-code.what' });
      else setFailure({ cause: error });
    }
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    await (asked ? confirm() : ask());
    setBusy(false);
  }

  return (
    <section className={styles.section}>
      <h2>{t('profile.guardianTitle')}</h2>
      <p>{t('profile.guardianText')}</p>
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        {asked ? (
          <CodeField
            label={t('profile.guardianCode')}
            value={otp}
            onChange={setOtp}
            error={errors.otp && t(errors.otp)}
            onResend={ask}
          />
        ) : (
          <>
            <Field label={t('profile.guardianName')} error={errors.name && t(errors.name)}>
              {(control) => (
                <input
                  {...control}
                  type="text"
                  autoComplete="off"
                  value={guardianName}
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
            <Field label={t('profile.guardianEmail')} error={errors.email && t(errors.email)}>
              {(control) => (
                <input
                  {...control}
                  type="email"
                  inputMode="email"
                  autoComplete="off"
                  autoCapitalize="none"
                  value={guardianEmail}
                  onChange={(event) => setEmail(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        <FormFailure>{reasonOr(asked ? 'auth.error.verify' : 'auth.error.send', failure, t)}</FormFailure>
        <div className={styles.buttons}>
          <Button type="submit" busy={busy}>
            {t(asked ? 'profile.guardianConfirm' : 'profile.guardianSend')}
          </Button>
        </div>
      </form>
    </section>
  );
}
