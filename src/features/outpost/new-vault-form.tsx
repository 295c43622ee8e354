import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './outpost.module.css';
import { type Wrong, westernDigits, wrongIn } from './rules.ts';

interface NewVaultFormProps {
  /** What its button says. */
  action: string;
  name?: string;
  withPin?: boolean;
  onMake: (name: string, passphrase: string, pin: string | undefined) => Promise<void>;
  onBack?: () => void;
}

/** A name that everyone at the desk may see, and words that only one knows. */
export function NewVaultForm({ action, name: known = '', withPin = false, onMake, onBack }: NewVaultFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(known);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [pin, setPin] = useState('');
  const [wrong, setWrong] = useState<Wrong>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const mistake = wrongIn({ name, passphrase, again, pin });
    setWrong(mistake);
    if (mistake) return;
    setBusy(true);
    setFailed(false);
    try {
      await onMake(name.trim(), passphrase, pin || undefined);
    } catch (error) {
      console.error('The vault could not be made', error);
      setFailed(true);
      setBusy(false);
    }
  }

  const errorOf = (field: Wrong) => (wrong === field ? t(`outpost.wrong.${field}`) : undefined);
  return (
    <form noValidate autoComplete="off" className={styles.form} onSubmit={(event) => void make(event)}>
      <Field label={t('outpost.name')} hint={t('outpost.nameHint')} error={errorOf('name')}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <PasswordField
        label={t('outpost.passphrase')}
        hint={t('outpost.passphraseHint')}
        error={errorOf('passphrase')}
        value={passphrase}
        onChange={setPassphrase}
        autoComplete="new-password"
      />
      <PasswordField
        label={t('outpost.again')}
        error={errorOf('again')}
        value={again}
        onChange={setAgain}
        autoComplete="new-password"
      />
      {withPin && (
        <PasswordField
          label={t('outpost.newPin')}
          hint={t('outpost.newPinHint')}
          error={errorOf('pin')}
          value={pin}
          onChange={(typed) => setPin(westernDigits(typed))}
          autoComplete="new-password"
          optional
        />
      )}
      <FormFailure>{failed && t('outpost.failed')}</FormFailure>
      <div className={styles.buttons}>
        <Button type="submit" wide busy={busy}>
          {action}
        </Button>
        {onBack && (
          <Button kind="quiet" wide onClick={onBack}>
            {t('common.back')}
          </Button>
        )}
      </div>
    </form>
  );
}
