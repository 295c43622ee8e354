import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TEXT } from '../../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

/** A task goes to those above with a reason, which they read. */
export function PassDialog({ onClose, onPass }: { onClose: () => void; onPass: (reason: string) => void }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  function go(): void {
    const given = reason.trim();
    setMissing(given === '');
    if (given !== '') onPass(given);
  }
  return (
    <Dialog
      open
      title={t('duty.passTitle')}
      onClose={onClose}
      actions={
        <>
          <Button icon="forward" onClick={go}>
            {t('duty.act.pass-on')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('duty.passText')}</p>
      <Field label={t('duty.passWhy')} hint={t('duty.passHint')} error={missing ? t('duty.passMissing') : undefined}>
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
