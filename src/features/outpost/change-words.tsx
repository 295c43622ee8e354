import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { changeWords } from '../../vault/desk.ts';
import type { Vault } from '../../vault/vaults.ts';
import styles from './outpost.module.css';
import { wrongIn } from './rules.ts';

const EMPTY = { old: '', passphrase: '', again: '' };
type Typed = typeof EMPTY;

/** Other words for one's own vault, as when somebody may have looked over a shoulder. What is in it stays. */
export function ChangeWords({ vault }: { vault: Vault }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{
    field: keyof Typed;
    why: 'failed' | 'wrongPlain' | 'wrong.passphrase' | 'wrong.again';
  }>();

  async function change(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const mistake = wrongIn({ ...typed, name: vault.name, pin: '' });
    setWrong(mistake === 'passphrase' || mistake === 'again' ? { field: mistake, why: `wrong.${mistake}` } : undefined);
    if (mistake) return;
    setBusy(true);
    try {
      if (await changeWords(vault.id, typed.old, typed.passphrase)) {
        setTyped(EMPTY);
        setOpen(false);
        showToast(t('outpost.changed'), 'found');
      } else setWrong({ field: 'old', why: 'wrongPlain' });
    } catch (error) {
      console.error('The passphrase could not be changed', error);
      setWrong({ field: 'old', why: 'failed' });
    }
    setBusy(false);
  }

  const field = (name: keyof Typed, label: string, hint?: string) => (
    <PasswordField
      label={label}
      hint={hint}
      error={wrong?.field === name ? t(`outpost.${wrong.why}`) : undefined}
      value={typed[name]}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
      autoComplete={name === 'old' ? 'current-password' : 'new-password'}
    />
  );
  return (
    <section className={styles.section}>
      <h2>{t('outpost.changeTitle')}</h2>
      {open ? (
        <form noValidate autoComplete="off" className={styles.form} onSubmit={(event) => void change(event)}>
          {field('old', t('outpost.oldPassphrase'))}
          {field('passphrase', t('outpost.newPassphrase'), t('outpost.passphraseHint'))}
          {field('again', t('outpost.newAgain'))}
          <div className={styles.buttons}>
            <Button type="submit" wide busy={busy}>
              {t('outpost.change')}
            </Button>
            <Button
              kind="quiet"
              wide
              onClick={() => {
                setTyped(EMPTY);
                setOpen(false);
              }}
            >
              {t('common.cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p>{t('outpost.changeLead')}</p>
          <Button kind="outlined" onClick={() => setOpen(true)}>
            {t('outpost.change')}
          </Button>
        </>
      )}
    </section>
  );
}
