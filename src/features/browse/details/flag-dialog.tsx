import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TEXT } from '../../../../contract/limits.ts';
import { FlagReason } from '../../../../contract/moderation.ts';
import type { ReportView } from '../../../../contract/report.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { nameOf } from '../../../ui/report-words.ts';
import { useWrite } from './use-write.ts';

/** "Something is wrong with this post"; people of ours look at it. */
export function FlagDialog({ view, open, onClose }: { view: ReportView; open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const write = useWrite();
  const [reason, setReason] = useState<(typeof FlagReason.options)[number]>('false');
  const [text, setText] = useState('');

  async function send(): Promise<void> {
    const input = { id: view.id, reason, ...(text.trim() ? { text: text.trim() } : {}) };
    if (await write({ endpoint: 'flagReport', id: view.id, label: nameOf(t, view), input }, t('details.flagged')))
      onClose();
  }

  return (
    <Dialog
      open={open}
      title={t('details.flagTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void send()}>{t('details.flagSend')}</Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <Field label={t('details.flag')}>
        {(control) => (
          <select {...control} value={reason} onChange={(event) => setReason(FlagReason.parse(event.target.value))}>
            {FlagReason.options.map((one) => (
              <option key={one} value={one}>
                {t(`details.reasons.${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('details.flagMore')} optional>
        {(control) => (
          <textarea {...control} maxLength={MAX_TEXT} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
    </Dialog>
  );
}
