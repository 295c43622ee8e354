import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TEXT } from '../../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './moderation.module.css';

const PRESETS = ['private', 'notTrue', 'child', 'unclear', 'double', 'fraud'] as const;

/** Why a post is not shown, in words that its owner reads; the common reasons are one press away. */
export function RejectDialog({ onClose, onReject }: { onClose: () => void; onReject: (reason: string) => void }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  function reject(): void {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') onReject(reason.trim());
  }
  return (
    <Dialog
      open
      title={t('moderation.rejectTitle')}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={reject}>
            {t('moderation.reject')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <fieldset className={styles.presets}>
        <legend>{t('moderation.presets')}</legend>
        {PRESETS.map((preset) => {
          const text = t(`moderation.preset.${preset}`);
          return (
            <button
              key={preset}
              type="button"
              className={styles.preset}
              aria-pressed={reason === text}
              onClick={() => setReason(text)}
            >
              {text}
            </button>
          );
        })}
      </fieldset>
      <Field
        label={t('moderation.reason')}
        hint={t('moderation.reasonHint')}
        error={missing ? t('moderation.reasonNeeded') : undefined}
      >
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
