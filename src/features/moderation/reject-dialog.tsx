import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

const PRESETS = ['private', 'notTrue', 'child', 'unclear', 'double', 'fraud'] as const;
/** Those that ask for it to be posted again, or elsewhere: the family must not be hidden from the police for doing so. */
const MENDABLE: readonly (typeof PRESETS)[number][] = ['private', 'unclear', 'double'];

interface RejectDialogProps {
  onClose: () => void;
  /** `again`: it may be posted again, mended. */
  onReject: (reason: string, again: boolean) => void;
}

/** Why a post is not shown, in words that its owner reads; the common reasons are one press away. */
export function RejectDialog({ onClose, onReject }: RejectDialogProps) {
  const { t } = useTranslation();
  const [again, setAgain] = useState(false);
  const textOf = (preset: (typeof PRESETS)[number]) => t(`moderation.preset.${preset}`);
  return (
    <ReasonDialog
      title={t('moderation.rejectTitle')}
      label={t('moderation.reason')}
      hint={t('moderation.reasonHint')}
      act={t('moderation.reject')}
      danger
      presets={PRESETS.map(textOf)}
      onPreset={(text) => setAgain(MENDABLE.some((preset) => textOf(preset) === text))}
      after={
        <Checkbox
          label={t('moderation.again')}
          detail={t('moderation.againHint')}
          checked={again}
          onChange={setAgain}
        />
      }
      onClose={onClose}
      onReason={(reason) => onReject(reason, again)}
    />
  );
}
