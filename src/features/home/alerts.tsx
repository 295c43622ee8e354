import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SAW_HASH } from '../../../contract/share.ts';
import { Reads } from '../../api/reads.tsx';
import { useRead } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import styles from './page.module.css';

const AreaAlertCard = lazy(async () => ({ default: (await import('../../ui/area-alert.tsx')).AreaAlertCard }));

/** More at once, and nobody reads any. */
const SHOWN = 2;

/** Whom the police ask everybody to look for; nothing where there is nobody. */
export function Alerts() {
  const { api } = useServices();
  return (
    <Reads api={api}>
      <Running />
    </Reads>
  );
}

function Running() {
  const { t } = useTranslation();
  const { data } = useRead('listAlerts', {});
  const [all, setAll] = useState(false);
  // What was kept on this phone may have ended since.
  const alerts = (data?.data ?? []).filter(({ until }) => Date.parse(until) > Date.now());
  if (alerts.length === 0) return null;
  const shown = all ? alerts : alerts.slice(0, SHOWN);
  return (
    <section className={styles.alerts} aria-labelledby="alerts">
      <h2 id="alerts">{t('alert.title')}</h2>
      <Suspense fallback={null}>
        {shown.map((alert) => (
          <AreaAlertCard key={alert.id} alert={alert}>
            <LinkButton href="tel:112" icon="phone">
              {t('details.call112')}
            </LinkButton>
            <LinkButton kind="outlined" to={`/items/${alert.id}${SAW_HASH}`}>
              {t('alert.saw')}
            </LinkButton>
            <LinkButton kind="quiet" to={`/items/${alert.id}/poster`}>
              {t('details.poster')}
            </LinkButton>
          </AreaAlertCard>
        ))}
      </Suspense>
      {shown.length < alerts.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t('alert.more', { count: alerts.length - shown.length })}
        </Button>
      )}
    </section>
  );
}
