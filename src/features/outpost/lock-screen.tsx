import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dropShared } from '../../platform/shared-in.ts';
import { carriedIn } from '../../store/own/carried.ts';
import { countCarried } from '../../store/own/envelopes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { addUser } from '../../vault/desk.ts';
import { listVaults, type Vault } from '../../vault/vaults.ts';
import { NewVaultForm } from './new-vault-form.tsx';
import styles from './outpost.module.css';
import { UnlockForm } from './unlock-form.tsx';

type Step = { kind: 'choose' } | { kind: 'unlock'; vault: Vault } | { kind: 'add' };

/** Who are you? Nobody sees anything of the app before their own vault is open; help by phone is there for everyone. */
export function LockScreen({ pinOf, look }: { pinOf: string | undefined; look: ReactNode }) {
  const { t } = useTranslation();
  const [vaults, setVaults] = useState<Vault[]>();
  const sealed = useLiveQuery(async () => (await countCarried({ carried: carriedIn() })).texts, []) ?? 0;
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  useEffect(() => {
    let isHere = true;
    void listVaults().then((all) => {
      if (!isHere) return;
      setVaults(all);
      const last = all.find(({ id }) => id === pinOf);
      if (last) setStep({ kind: 'unlock', vault: last });
    });
    return () => {
      isHere = false;
    };
  }, [pinOf]);

  // What an app shared into a device that is locked would be for whoever unlocks it.
  useEffect(() => void dropShared().catch(console.warn), []);

  const back = () => setStep({ kind: 'choose' });
  return (
    <main id="content" className={styles.screen}>
      <Top />
      {step.kind === 'choose' && (
        <>
          <PageTitle title={t('outpost.who')}>{t('outpost.whoLead')}</PageTitle>
          {sealed > 0 && (
            <Banner tone="wait" icon="outbox">
              {t('outpost.carried', { count: sealed })}
            </Banner>
          )}
          {vaults === undefined ? (
            <Skeleton rows={2} />
          ) : (
            <ul className={styles.people}>
              {vaults.map((vault) => (
                <li key={vault.id}>
                  <button type="button" className={styles.person} onClick={() => setStep({ kind: 'unlock', vault })}>
                    <Icon name="lock" />
                    {vault.name}
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Button kind="outlined" wide icon="plus" onClick={() => setStep({ kind: 'add' })}>
            {t('outpost.add')}
          </Button>
        </>
      )}
      {step.kind === 'unlock' && (
        <>
          <PageTitle title={step.vault.name} focus />
          <UnlockForm vault={step.vault} mayUsePin={step.vault.id === pinOf} onBack={back} />
        </>
      )}
      {step.kind === 'add' && (
        <>
          <PageTitle title={t('outpost.add')} focus>
            {t('outpost.addLead')}
          </PageTitle>
          <NewVaultForm withPin action={t('outpost.make')} onMake={addUser} onBack={back} />
        </>
      )}
      {look}
    </main>
  );
}

export function ClosingScreen() {
  const { t } = useTranslation();
  return (
    <main id="content" className={styles.screen}>
      <Top />
      <PageTitle title={t('outpost.closing')} />
      <Spinner size="large" label={t('outpost.closing')} />
    </main>
  );
}

function Top() {
  const { t } = useTranslation();
  return (
    <div className={styles.top}>
      <span className={styles.name}>
        <Mark />
        {t('app.name')}
      </span>
      <LinkButton kind="outlined" icon="phone" href="tel:112">
        112
      </LinkButton>
    </div>
  );
}
