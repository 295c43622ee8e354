import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toasts.ts';
import { erase, lock, useDesk } from '../../vault/desk.ts';
import { listVaults, type Vault } from '../../vault/vaults.ts';
import { ChangeWords } from './change-words.tsx';
import { DeviceKey } from './device-key.tsx';
import { switchOff, whatWaits } from './mode.ts';
import styles from './outpost.module.css';

type Asking =
  | { kind: 'nothing' }
  | { kind: 'erase'; vault: Vault; waiting: number | undefined }
  | { kind: 'off'; waiting: number };

/** Lock, erase, end: what takes a vault away asks first, and says what would be lost. */
export function Settings({ mayDecide }: { mayDecide: boolean }) {
  const { t } = useTranslation();
  const { db } = useServices();
  const at = useDesk((desk) => desk.at);
  const own = at.kind === 'open' ? at.id : undefined;
  const [vaults, setVaults] = useState<Vault[]>([]);
  const [asking, setAsking] = useState<Asking>({ kind: 'nothing' });
  const look = useCallback(async () => setVaults(await listVaults()), []);
  useEffect(() => void look(), [look]);

  async function ask(vault: Vault): Promise<void> {
    setAsking({ kind: 'erase', vault, waiting: vault.id === own ? await whatWaits(db) : undefined });
  }
  async function answer(): Promise<void> {
    if (asking.kind === 'erase') await erase(asking.vault.id);
    if (asking.kind === 'off' && own && !(await switchOff(own))) showToast(t('outpost.offOthers'));
    setAsking({ kind: 'nothing' });
    await look();
  }

  const mine = vaults.find(({ id }) => id === own);
  const lost =
    asking.kind === 'nothing' || asking.waiting === 0
      ? undefined
      : asking.waiting === undefined
        ? t('outpost.eraseUnknown')
        : t('outpost.eraseUnsent', { count: asking.waiting });
  return (
    <>
      <List>
        {vaults.map((vault) => (
          <ListRow
            key={vault.id}
            lead={<Icon name="lock" />}
            title={vault.name}
            detail={vault.id === own ? t('outpost.you') : undefined}
            action={
              (vault.id === own || mayDecide) && (
                <Button kind="quiet" onClick={() => void ask(vault)}>
                  {t('outpost.erase')}
                  <span className="unseen"> {vault.name}</span>
                </Button>
              )
            }
          />
        ))}
      </List>
      {mine && <ChangeWords vault={mine} />}
      {mine && <DeviceKey vault={mine} onAdded={() => void look()} />}
      <div className={`${styles.section} ${styles.buttons}`}>
        <Button wide icon="lock" onClick={() => void lock()}>
          {t('outpost.lock')}
        </Button>
        {mayDecide && (
          <Button
            kind="outlined"
            wide
            onClick={() => void whatWaits(db).then((waiting) => setAsking({ kind: 'off', waiting }))}
          >
            {t('outpost.switchOff')}
          </Button>
        )}
      </div>
      <Dialog
        open={asking.kind !== 'nothing'}
        title={asking.kind === 'erase' ? t('outpost.eraseTitle', { name: asking.vault.name }) : t('outpost.offTitle')}
        onClose={() => setAsking({ kind: 'nothing' })}
        actions={
          <>
            <Button kind="danger" wide onClick={() => void answer()}>
              {t(asking.kind === 'off' ? 'outpost.switchOff' : 'outpost.erase')}
            </Button>
            <Button wide onClick={() => setAsking({ kind: 'nothing' })}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        {lost && <b>{lost} </b>}
        {t('outpost.eraseText')}
      </Dialog>
    </>
  );
}
