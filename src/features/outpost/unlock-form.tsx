import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDeviceSecret } from '../../platform/device-secret.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { type Key, type Try, unlock, unlockByPin } from '../../vault/desk.ts';
import type { Vault } from '../../vault/vaults.ts';
import styles from './outpost.module.css';
import { isPin, westernDigits } from './rules.ts';

interface UnlockFormProps {
  vault: Vault;
  /** A PIN still opens it. */
  mayUsePin: boolean;
  onBack: () => void;
}

type Said =
  | Exclude<Try, { kind: 'wrong' }>
  | { kind: 'wrong'; left: number; byPin: boolean }
  | { kind: 'failed' | 'no-pin' };

/** Open one vault: by its PIN while that counts, by the device's own check where there is one, else by the passphrase. */
export function UnlockForm({ vault, mayUsePin, onBack }: UnlockFormProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [pin, setPin] = useState('');
  const [answer, setAnswer] = useState<Said>();
  const [busy, setBusy] = useState(false);

  // What was typed for the PIN is no passphrase.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again when the way in changes, which it does not read
  useEffect(() => setWords(''), [mayUsePin]);

  function told(): string | undefined {
    switch (answer?.kind) {
      case undefined:
      case 'open':
        return undefined;
      case 'failed':
        return t('outpost.failed');
      case 'no-pin':
        return t('outpost.wrong.pin');
      case 'wrong':
        return t(answer.byPin ? 'outpost.wrongPin' : 'outpost.wrongWords', { count: answer.left });
      case 'wait': {
        const seconds = Math.ceil(answer.ms / 1000);
        return seconds > 90
          ? t('outpost.waitMinutes', { count: Math.ceil(seconds / 60) })
          : t('outpost.waitSeconds', { count: seconds });
      }
      case 'gone':
        return t('outpost.pinGone');
    }
  }

  async function attempt(open: () => Promise<Try>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setAnswer(undefined);
    try {
      const tried = await open();
      setAnswer(tried.kind === 'wrong' ? { ...tried, byPin: mayUsePin } : tried);
      setWords('');
    } catch (error) {
      console.error('The vault could not be opened', error);
      setAnswer({ kind: 'failed' });
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (words === '') return;
    if (mayUsePin) void attempt(() => unlockByPin(vault.id, westernDigits(words)));
    else if (!isPin(pin)) setAnswer({ kind: 'no-pin' });
    else void attempt(() => unlock(vault.id, withPin({ kind: 'passphrase', passphrase: words })));
  }
  const withPin = (key: Key): Key => (pin === '' ? key : { ...key, pin });

  async function byDevice(): Promise<Try> {
    const { device } = vault;
    const secret = device && (await readDeviceSecret(device));
    return secret ? unlock(vault.id, withPin({ kind: 'device', secret })) : { kind: 'gone' };
  }

  return (
    <form noValidate autoComplete="off" className={styles.form} onSubmit={submit}>
      <PasswordField
        key={mayUsePin ? 'pin' : 'words'}
        label={t(mayUsePin ? 'outpost.pin' : 'outpost.passphrase')}
        value={words}
        onChange={setWords}
        autoComplete="current-password"
      />
      {!mayUsePin && (
        <PasswordField
          label={t('outpost.newPin')}
          hint={t('outpost.newPinHint')}
          value={pin}
          onChange={(typed) => setPin(westernDigits(typed))}
          autoComplete="new-password"
          optional
        />
      )}
      <FormFailure>{told()}</FormFailure>
      <div className={styles.buttons}>
        <Button type="submit" wide busy={busy}>
          {t('outpost.open')}
        </Button>
        {vault.device && !mayUsePin && (
          <Button kind="outlined" wide icon="lock" onClick={() => void attempt(byDevice)}>
            {t('outpost.openByDevice')}
          </Button>
        )}
        <Button kind="quiet" wide onClick={onBack}>
          {t('outpost.other')}
        </Button>
      </div>
    </form>
  );
}
