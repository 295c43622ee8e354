import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TEXT } from '../../contract/limits.ts';
import { Button, type ButtonKind } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import type { IconName } from './icon.tsx';
import styles from './reason-dialog.module.css';

interface ReasonDialogProps {
  title: string;
  label: string;
  hint?: string;
  /** What is said where nothing was written; absent where a reason may be left out. */
  needed?: string;
  /** Characters. */
  most?: number;
  /** What the button does, in its words. */
  act: string;
  kind?: ButtonKind;
  icon?: IconName;
  busy?: boolean;
  /** Reasons that are one press away. */
  presets?: { legend: string; texts: readonly string[]; onPick?: (text: string) => void };
  /** Before what is written, and after it. */
  children?: ReactNode;
  after?: ReactNode;
  onClose: () => void;
  /** Without blanks around it; empty only where it may be left out. */
  onReason: (reason: string) => void;
}

/** Something that is done with a reason. */
export function ReasonDialog({
  presets,
  children,
  after,
  onClose,
  onReason,
  most = MAX_TEXT,
  ...words
}: ReasonDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  function go(): void {
    const given = reason.trim();
    const lacks = given === '' && words.needed !== undefined;
    setMissing(lacks);
    if (!lacks) onReason(given);
  }
  return (
    <Dialog
      open
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button
            kind={words.kind ?? 'filled'}
            {...(words.icon ? { icon: words.icon } : {})}
            busy={words.busy ?? false}
            onClick={go}
          >
            {words.act}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {children}
      {presets && presets.texts.length > 0 && (
        <fieldset className={styles.presets}>
          <legend>{presets.legend}</legend>
          {presets.texts.map((text) => (
            <button
              key={text}
              type="button"
              className={styles.preset}
              aria-pressed={reason === text}
              onClick={() => {
                setReason(text);
                presets.onPick?.(text);
              }}
            >
              {text}
            </button>
          ))}
        </fieldset>
      )}
      <Field
        label={words.label}
        {...(words.hint ? { hint: words.hint } : {})}
        error={missing ? words.needed : undefined}
      >
        {(control) => (
          <textarea {...control} maxLength={most} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      {after}
    </Dialog>
  );
}
