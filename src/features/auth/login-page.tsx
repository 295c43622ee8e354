import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSyncStatus } from '../../sync/status.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Segment } from '../../ui/segment.tsx';
import styles from './auth.module.css';
import { ByCode } from './by-code.tsx';
import { ByPasskey } from './by-passkey.tsx';
import { ByPassword } from './by-password.tsx';
import { useEntry } from './entry.ts';
import { NewPassword } from './new-password.tsx';

type Way = 'password' | 'code' | 'forgot';

/** Sign in: by password, by a code, or by way of a new password (R154 to R156). */
export function Page() {
  const { t } = useTranslation();
  const { from } = useEntry();
  const link = useSyncStatus((status) => status.link);
  const [way, setWay] = useState<Way>('password');
  // Typed once, whichever way is taken then.
  const [email, setEmail] = useState('');
  const forgot = way === 'forgot';
  return (
    <div className={styles.page}>
      <PageTitle title={t(forgot ? 'auth.forgotTitle' : 'auth.login')}>
        {t(forgot ? 'auth.forgotText' : from ? 'auth.again' : 'auth.loginSub')}
      </PageTitle>
      {link === 'offline' && (
        <div className={styles.note}>
          <Banner tone="wait" icon="offline">
            <b>{t('common.sentence', { text: t('errors.network.what') })}</b> {t('errors.network.todo')}
          </Banner>
        </div>
      )}
      {!forgot && (
        <div className={styles.form}>
          <Segment
            legend={t('auth.how')}
            value={way}
            onChange={setWay}
            options={[
              { value: 'password', label: t('auth.byPassword') },
              { value: 'code', label: t('auth.byCode') },
            ]}
          />
        </div>
      )}
      {way === 'password' && <ByPassword email={email} onEmail={setEmail} onForgot={() => setWay('forgot')} />}
      {way === 'code' && <ByCode email={email} onEmail={setEmail} />}
      {!forgot && <ByPasskey />}
      {forgot && <NewPassword email={email} onEmail={setEmail} />}
      {forgot && (
        <div className={styles.flush}>
          <Button kind="quiet" icon="back" onClick={() => setWay('password')}>
            {t('auth.login')}
          </Button>
        </div>
      )}
      <p className={styles.beside}>
        {t('auth.noAccount')}
        <span className={styles.links}>
          <Link to="/register" state={from ? { from } : null}>
            {t('auth.register')}
          </Link>
        </span>
      </p>
    </div>
  );
}
