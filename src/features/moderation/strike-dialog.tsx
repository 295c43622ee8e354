import { useTranslation } from 'react-i18next';
import { giveStrike, type StrikeAbout } from '../../../contract/strike.ts';
import { useServices } from '../../services.ts';
import { showToast } from '../../ui/toasts.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface StrikeDialogProps {
  about: StrikeAbout;
  id: string;
  /** For which it is given. */
  warning?: string;
  /** Whose it is. */
  name: string;
  onClose: () => void;
}

/** Give whoever wrote, claimed or posted it a strike, with the reason that they read. */
export function StrikeDialog({ about, id, warning, name, onClose }: StrikeDialogProps) {
  const { t } = useTranslation();
  const { api } = useServices();

  async function give(reason: string): Promise<void> {
    const { count } = await api.call(giveStrike, { about, id, reason, ...(warning && { warning }) });
    onClose();
    showToast(t('moderation.struck', { name, count }), 'found');
  }

  return (
    <ReasonDialog
      title={t('moderation.strikeTitle', { name })}
      label={t('moderation.reason')}
      hint={t('moderation.reasonHint')}
      act={t('moderation.strike')}
      danger
      onClose={onClose}
      onReason={give}
    >
      <p>{t('moderation.strikeText')}</p>
    </ReasonDialog>
  );
}
