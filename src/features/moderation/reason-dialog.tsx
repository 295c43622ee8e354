import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { ReasonDialog as Asked } from '../../ui/reason-dialog.tsx';
import { showToast } from '../../ui/toasts.ts';

interface ReasonDialogProps {
  title: string;
  label: string;
  hint: string;
  /** What the button does, in its words. */
  act: string;
  danger?: boolean;
  /** Reasons that are one press away. */
  presets?: readonly string[];
  onPreset?: (text: string) => void;
  /** Before what is written, and after it. */
  children?: ReactNode;
  after?: ReactNode;
  onClose: () => void;
  /** An answer of the server that says no is told, and the reason stays. */
  onReason: (reason: string) => Promise<void> | void;
}

/** Something that is done with a reason, which is written down. */
export function ReasonDialog({ presets = [], onPreset, danger = false, onReason, ...words }: ReasonDialogProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function go(reason: string): Promise<void> {
    setBusy(true);
    try {
      await onReason(reason);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setBusy(false);
      showToast(t('moderation.failed'), 'lost');
    }
  }

  return (
    <Asked
      {...words}
      kind={danger ? 'danger' : 'filled'}
      busy={busy}
      needed={t('moderation.reasonNeeded')}
      presets={{ legend: t('moderation.presets'), texts: presets, ...(onPreset ? { onPick: onPreset } : {}) }}
      onReason={(reason) => void go(reason)}
    />
  );
}
