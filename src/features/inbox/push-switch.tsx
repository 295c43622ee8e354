import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { type PushState, pushState, subscribe, unsubscribe } from '../../platform/push.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './inbox.module.css';

/** Whether this phone rings when something happens, also while the app is closed. */
export function PushSwitch() {
  const { t } = useTranslation();
  const { api } = useServices();
  const [state, setState] = useState<PushState>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let left = false;
    void pushState().then((now) => left || setState(now));
    return () => {
      left = true;
    };
  }, []);

  async function turn(): Promise<void> {
    setBusy(true);
    try {
      if (state === 'on') {
        await unsubscribe(api);
        setState('off');
      } else setState(await subscribe(api));
    } catch (error) {
      // A push service out of reach is a DOMException of the browser; the server out of reach an AppError.
      if (!(error instanceof AppError || error instanceof DOMException)) throw error;
      console.warn('The push switch could not be turned', error);
      showToast(t('inbox.push.failed'), 'lost');
      setState(await pushState());
    } finally {
      setBusy(false);
    }
  }

  if (state === undefined) return null;
  return (
    <section className={styles.section} aria-labelledby="push">
      <h2 id="push">{t('inbox.push.title')}</h2>
      <p className={styles.quiet}>{t(`inbox.push.${state}`)}</p>
      {(state === 'on' || state === 'off') && (
        <Button kind="outlined" icon="bell" busy={busy} aria-pressed={state === 'on'} onClick={() => void turn()}>
          {t(state === 'on' ? 'inbox.push.turnOff' : 'inbox.push.turnOn')}
        </Button>
      )}
    </section>
  );
}
