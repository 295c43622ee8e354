import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { register } from '../../../contract/auth.ts';
import { POLICY } from '../../../contract/site.ts';
import { useSession } from '../../api/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './auth.module.css';
import { forgetBegun, keepBegun, readBegun } from './begun.ts';
import { CodeStep } from './code-step.tsx';
import { useEntry } from './entry.ts';
import { registerLocal } from './local.ts';
import { useMailLanguage } from './mail-language.ts';
import { RegisterForm } from './register-form.tsx';
import {
  EMPTY_REGISTER,
  fieldErrors,
  isOffline,
  type RegisterErrors,
  type RegisterValues,
  type Said,
  whyOf,
} from './rules.ts';

/** Register (R157, R218, R249): the account, then the code that proves the e-mail. Without a network, on this phone first. */
export function Page() {
  const { t } = useTranslation();
  const { api, from, goOn } = useEntry();
  const language = useMailLanguage();
  const local = useSession(({ user }) => (user?.local ? user : undefined));
  const [begun] = useState(readBegun);
  const [isTouched, setTouched] = useState(false);
  const [values, setValues] = useState<RegisterValues>(() => ({
    ...EMPTY_REGISTER,
    ...(local?.local
      ? {
          name: local.name,
          email: local.email,
          phone: local.phone ?? '',
          ageGroup: local.local.ageGroup,
          birthYear: String(local.local.birthYear ?? ''),
        }
      : {}),
    ...begun?.values,
  }));
  const [phase, setPhase] = useState<'open' | 'busy' | 'code'>(begun?.isSent ? 'code' : 'open');
  const [errors, setErrors] = useState<RegisterErrors>({});
  const [failure, setFailure] = useState<Said>();

  useEffect(() => {
    if (isTouched) keepBegun(values, phase === 'code');
  }, [isTouched, values, phase]);

  async function send(): Promise<void> {
    const { name, email, phone: phoneNumber, password } = values;
    const ageGroup = values.ageGroup === 'young' ? ('young' as const) : ('adult' as const);
    const about = { ageGroup, ...(ageGroup === 'young' ? { birthYear: Number(values.birthYear) } : {}) };
    const terms = POLICY.version;
    setPhase('busy');
    setFailure(undefined);
    try {
      await api.call(register, { name, email, phoneNumber, password, terms, language, ...about });
      setPhase('code');
    } catch (error) {
      if (isOffline(error)) {
        await registerLocal({ name: name.trim(), email: email.trim(), phone: phoneNumber, local: { ...about, terms } });
        forgetBegun();
        showToast(`${t('auth.registered')} ${t('auth.localText')}`, 'wait');
        return goOn('/profile');
      }
      setPhase('open');
      const wrong = fieldErrors(error);
      setErrors(wrong);
      if (Object.keys(wrong).length === 0) setFailure(whyOf(error, 'auth.error.register'));
    }
  }

  function back(): void {
    setTouched(true);
    setPhase('open');
  }

  if (phase === 'code') {
    return (
      <div className={styles.page}>
        <PageTitle title={t('auth.codeTitle')} focus />
        <CodeStep email={values.email} purpose="register" password={values.password} onOther={back} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <PageTitle title={t('auth.registerTitle')}>{t('auth.registerSub')}</PageTitle>
      {local && (
        <div className={styles.note}>
          <Banner tone="wait" icon="info">
            {t('auth.finish')}
          </Banner>
        </div>
      )}
      <RegisterForm
        values={values}
        errors={errors}
        failure={failure}
        busy={phase === 'busy'}
        onChange={(change) => {
          setTouched(true);
          setValues((before) => ({ ...before, ...change }));
          // What is being mended is not wrong until it is looked at again.
          const mended = Object.keys(change);
          setErrors((before) =>
            Object.fromEntries(Object.entries(before).filter(([field]) => !mended.includes(field))),
          );
        }}
        onErrors={setErrors}
        onSend={() => void send()}
      />
      <p className={styles.beside}>
        {t('auth.hasAccount')}
        <span className={styles.links}>
          <Link to="/login" state={from ? { from } : null}>
            {t('auth.login')}
          </Link>
        </span>
      </p>
    </div>
  );
}
