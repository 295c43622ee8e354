import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeDeviceSecret, mayHaveDeviceSecret } from '../../platform/device-secret.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { addDevice } from '../../vault/desk.ts';
import type { Vault } from '../../vault/vaults.ts';
import styles from './outpost.module.css';

/** Let the device's own check (a fingerprint, a key) open the vault too. The passphrase stays the way back in. */
export function DeviceKey({ vault, onAdded }: { vault: Vault; onAdded: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<'deviceNone' | 'wrongPlain'>();
  if (!mayHaveDeviceSecret()) return null;

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || words === '') return;
    setBusy(true);
    setWrong(undefined);
    const device = await makeDeviceSecret(vault.name);
    if (!device) setWrong('deviceNone');
    else if (!(await addDevice(vault.id, words, device))) setWrong('wrongPlain');
    else {
      setOpen(false);
      showToast(t('outpost.deviceAdded'), 'found');
      onAdded();
    }
    setWords('');
    setBusy(false);
  }

  return (
    <section className={styles.section}>
      <h2>{t('outpost.deviceTitle')}</h2>
      <p>{t(vault.device ? 'outpost.deviceIs' : 'outpost.deviceLead')}</p>
      {!open && !vault.device && (
        <Button kind="outlined" onClick={() => setOpen(true)}>
          {t('outpost.deviceAdd')}
        </Button>
      )}
      {open && (
        <form noValidate autoComplete="off" className={styles.form} onSubmit={(event) => void add(event)}>
          <PasswordField
            label={t('outpost.passphrase')}
            error={wrong && t(`outpost.${wrong}`)}
            value={words}
            onChange={setWords}
            autoComplete="current-password"
          />
          <Button type="submit" busy={busy}>
            {t('outpost.deviceAdd')}
          </Button>
        </form>
      )}
    </section>
  );
}
