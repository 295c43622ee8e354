import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { MAX_TEXT } from '../../../contract/limits.ts';
import { appealStrike, type Strike } from '../../../contract/strike.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { formatDayAndTime } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './profile.module.css';

/** One's own strikes, why, until when they pause the account, and the one appeal against each. Nothing without any. */
export function Strikes() {
  const { t } = useTranslation();
  const { data: strikes = [], pausedUntil } = useRead('listStrikes', {}).data ?? {};
  if (strikes.length === 0) return null;
  const count = strikes.filter(({ outcome }) => outcome !== 'lifted').length;
  return (
    <section className={styles.section} aria-labelledby="strikes">
      <h2 id="strikes">{t('profile.strikes.title')}</h2>
      {pausedUntil && (
        <Banner tone="lost" icon="alert">
          {t('profile.strikes.paused', { until: formatDayAndTime(t, new Date(pausedUntil), new Date()) })}
        </Banner>
      )}
      <p>{t('profile.strikes.text', { count })}</p>
      <ul>
        {strikes.map((strike) => (
          <Row key={strike.id} strike={strike} />
        ))}
      </ul>
    </section>
  );
}

function Row({ strike: { id, about, reason, at, appeal, outcome, answer } }: { strike: Strike }) {
  const { t } = useTranslation();
  return (
    <li className={styles.strike}>
      <p>
        <b>{t(`profile.strikes.for.${about}`)}</b> <TimeAgo at={at} />
      </p>
      <p>
        <q>{reason}</q>
      </p>
      {appeal === undefined ? <AppealForm id={id} /> : <p>{t(`profile.strikes.${outcome ?? 'waits'}`)}</p>}
      {answer && (
        <p>
          <q>{answer}</q>
        </p>
      )}
    </li>
  );
}

function AppealForm({ id }: { id: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    setBusy(true);
    try {
      await api.call(appealStrike, { id, text });
      showToast(t('profile.strikes.sent'), 'found');
      await refresh('listStrikes');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      showToast(t('profile.strikes.failed'), 'lost');
    } finally {
      setBusy(false);
    }
  }

  if (!open)
    return (
      <Button kind="outlined" onClick={() => setOpen(true)}>
        {t('profile.strikes.appeal')}
      </Button>
    );
  return (
    <>
      <Field
        label={t('profile.strikes.appeal')}
        hint={t('profile.strikes.appealHint')}
        error={missing ? t('profile.strikes.appealNeeded') : undefined}
      >
        {(control) => (
          <textarea {...control} maxLength={MAX_TEXT} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <Button busy={busy} onClick={() => void send()}>
        {t('profile.strikes.send')}
      </Button>
    </>
  );
}
