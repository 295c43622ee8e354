import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TEXT } from '../../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import type { Decision } from './desk.ts';

interface DecideDialogProps {
  decision: Exclude<Decision, 'reopen'>;
  onClose: () => void;
  onDecide: (reason: string | undefined) => void;
}

/** What follows is said before anybody decides, for a family is told of it at once. */
export function DecideDialog({ decision, onClose, onDecide }: DecideDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open
      title={t(`duty.decideTitle.${decision}`)}
      onClose={onClose}
      actions={
        <>
          <Button icon="check" onClick={() => onDecide(reason.trim() || undefined)}>
            {t(`duty.decide.${decision}`)}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t(`duty.decideText.${decision}`)}</p>
      <Field label={t('duty.decideWhy')} hint={t('duty.decideHint')}>
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
