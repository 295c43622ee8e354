import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { useServices } from '../../services.ts';
import { Banner } from '../../ui/banner.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { switchOn, whatWaits } from './mode.ts';
import { NewVaultForm } from './new-vault-form.tsx';

/** Nothing that waits may be lost by it, and nobody may believe that old traces are gone. */
export function SwitchOn() {
  const { t } = useTranslation();
  const { db } = useServices();
  const user = useSession((session) => session.user);
  const waiting = useLiveQuery(() => whatWaits(db), [db]);
  if (waiting === undefined) return <Skeleton rows={2} />;
  if (waiting > 0) {
    return (
      <Banner tone="wait" icon="outbox" action={<Link to="/outbox">{t('nav.outbox')}</Link>}>
        {t('outpost.sendFirst', { count: waiting })}
      </Banner>
    );
  }
  return (
    <>
      <Banner tone="wait" icon="info">
        <b>{t('outpost.traces')}</b> {t('outpost.tracesDetail')}
      </Banner>
      <NewVaultForm
        action={t('outpost.switchOn')}
        name={user?.name.split(/\s+/)[0] ?? ''}
        onMake={(name, passphrase) => switchOn(name, passphrase)}
      />
    </>
  );
}
