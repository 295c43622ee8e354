import { useTranslation } from 'react-i18next';
import { ReasonDialog } from './reason-dialog.tsx';

const PRESETS = ['private', 'notTrue', 'child', 'unclear', 'double', 'fraud'] as const;

/** Why a post is not shown, in words that its owner reads; the common reasons are one press away. */
export function RejectDialog({ onClose, onReject }: { onClose: () => void; onReject: (reason: string) => void }) {
  const { t } = useTranslation();
  return (
    <ReasonDialog
      title={t('moderation.rejectTitle')}
      label={t('moderation.reason')}
      hint={t('moderation.reasonHint')}
      act={t('moderation.reject')}
      danger
      presets={PRESETS.map((preset) => t(`moderation.preset.${preset}`))}
      onClose={onClose}
      onReason={onReject}
    />
  );
}
