import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeStanding } from '../../../contract/auth.ts';
import { AppError } from '../../../contract/errors.ts';
import { MAX_TEXT } from '../../../contract/limits.ts';
import { useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toasts.ts';

interface SuspendDialogProps {
  who: { id: string; name: string; suspended: boolean };
  /** What shows whether they are suspended. */
  reads: 'moderationQueue' | 'complaints';
  onClose: () => void;
}

/** Suspend an account or lift it, with the reason that is written down. */
export function SuspendDialog({ who, reads, onClose }: SuspendDialogProps) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, name, suspended } = who;

  async function go(): Promise<void> {
    setMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    setBusy(true);
    try {
      await api.call(changeStanding, { id, suspended: !suspended, reason: reason.trim() });
      await refresh(reads);
      onClose();
      showToast(t(suspended ? 'moderation.lifted' : 'moderation.isSuspended', { name }), 'found');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setBusy(false);
      showToast(t('moderation.failed'), 'lost');
    }
  }

  return (
    <Dialog
      open
      title={t(suspended ? 'moderation.liftTitle' : 'moderation.suspendTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button kind={suspended ? 'filled' : 'danger'} busy={busy} onClick={() => void go()}>
            {t(suspended ? 'moderation.lift' : 'moderation.suspend')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t(suspended ? 'moderation.liftText' : 'moderation.suspendText')}</p>
      <Field
        label={t('moderation.reason')}
        hint={t('moderation.logHint')}
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
