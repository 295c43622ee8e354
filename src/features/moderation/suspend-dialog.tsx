import { useTranslation } from 'react-i18next';
import { changeStanding } from '../../../contract/auth.ts';
import { useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { showToast } from '../../ui/toasts.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface SuspendDialogProps {
  who: { id: string; name: string; suspended: boolean };
  /** What shows whether they are suspended. */
  reads: 'moderationQueue' | 'complaints';
  onClose: () => void;
}

/** Suspend an account or lift it, with the reason that is written down. */
export function SuspendDialog({ who: { id, name, suspended }, reads, onClose }: SuspendDialogProps) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();

  async function change(reason: string): Promise<void> {
    await api.call(changeStanding, { id, suspended: !suspended, reason });
    await refresh(reads);
    onClose();
    showToast(t(suspended ? 'moderation.lifted' : 'moderation.isSuspended', { name }), 'found');
  }

  return (
    <ReasonDialog
      title={t(suspended ? 'moderation.liftTitle' : 'moderation.suspendTitle', { name })}
      label={t('moderation.reason')}
      hint={t('moderation.logHint')}
      act={t(suspended ? 'moderation.lift' : 'moderation.suspend')}
      danger={!suspended}
      onClose={onClose}
      onReason={change}
    >
      <p>{t(suspended ? 'moderation.liftText' : 'moderation.suspendText')}</p>
    </ReasonDialog>
  );
}
