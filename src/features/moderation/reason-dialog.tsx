import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { MAX_TEXT } from '../../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './moderation.module.css';

interface ReasonDialogProps {
  title: string;
  label: string;
  hint: string;
  /** What the button does, in its words. */
  act: string;
  danger?: boolean;
  /** Reasons that are one press away. */
  presets?: readonly string[];
  children?: ReactNode;
  onClose: () => void;
  /** An answer of the server that says no is told, and the reason stays. */
  onReason: (reason: string) => Promise<void> | void;
}

/** Something that is done with a reason, which is written down. */
export function ReasonDialog({ presets = [], children, onClose, onReason, ...words }: ReasonDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);

  async function go(): Promise<void> {
    const given = reason.trim();
    setMissing(given === '');
    if (given === '') return;
    setBusy(true);
    try {
      await onReason(given);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setBusy(false);
      showToast(t('moderation.failed'), 'lost');
    }
  }

  return (
    <Dialog
      open
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button kind={words.danger ? 'danger' : 'filled'} busy={busy} onClick={() => void go()}>
            {words.act}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {children}
      {presets.length > 0 && (
        <fieldset className={styles.presets}>
          <legend>{t('moderation.presets')}</legend>
          {presets.map((text) => (
            <button
              key={text}
              type="button"
              className={styles.preset}
              aria-pressed={reason === text}
              onClick={() => setReason(text)}
            >
              {text}
            </button>
          ))}
        </fieldset>
      )}
      <Field label={words.label} hint={words.hint} error={missing ? t('moderation.reasonNeeded') : undefined}>
        {(control) => (
          <textarea
            {...control}
            maxLength={MAX_TEXT}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
