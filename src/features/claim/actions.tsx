import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim } from '../../../contract/claim.ts';
import { MAX_TEXT } from '../../../contract/limits.ts';
import { useServices } from '../../services.ts';
import { useUnsent } from '../../store/own/use-unsent.ts';
import { Button, type ButtonKind } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './claim.module.css';
import { type Action, mayDo, NEEDS_WORDS, type Part } from './claim.ts';
import { useStep } from './use-claim-writes.ts';

const ALL: readonly Action[] = ['answer', 'accept', 'ask', 'reject', 'withdraw', 'freeze', 'unfreeze'];
const KINDS: Partial<Record<Action, ButtonKind>> = {
  answer: 'filled',
  accept: 'filled',
  reject: 'danger',
  withdraw: 'danger',
  freeze: 'danger',
};

/** What the viewer may do with the claim now; each asks first, for none can simply be taken back. */
export function Actions({ claim, part }: { claim: Claim; part: Part }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Action>();
  const may = ALL.filter((action) => mayDo(action, part, claim.status));
  if (may.length === 0) return null;
  return (
    <div className={styles.choices}>
      {may.map((action) => (
        <Button key={action} kind={KINDS[action] ?? 'outlined'} onClick={() => setAsked(action)}>
          {t(`claim.do.${action}`)}
        </Button>
      ))}
      {asked && <Question claim={claim} action={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function Question({ claim, action, onClose }: { claim: Claim; action: Action; onClose: () => void }) {
  const { t } = useTranslation();
  const step = useStep(claim);
  const { db } = useServices();
  const unsent = useUnsent(db, `claim-${action}/${claim.id}`);
  const text = unsent.text('text');
  const [missing, setMissing] = useState(false);
  const needsWords = NEEDS_WORDS.includes(action);

  async function go(): Promise<void> {
    const words = text.trim();
    setMissing(needsWords && words === '');
    if (needsWords && words === '') return;
    if (!(await step(action, words, unsent.opId))) return;
    await unsent.done();
    onClose();
  }

  return (
    <Dialog
      open
      title={t(`claim.question.${action}`)}
      onClose={onClose}
      actions={
        <>
          <Button kind={KINDS[action] === 'danger' ? 'danger' : 'filled'} onClick={() => void go()}>
            {t(`claim.do.${action}`)}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t(`claim.then.${action}`)}</p>
      {needsWords && (
        <Field label={t(`claim.words.${wordsFor(action)}`)} error={missing ? t('claim.wordsNeeded') : undefined}>
          {(control) => (
            <textarea
              {...control}
              maxLength={MAX_TEXT}
              value={text}
              onChange={(event) => unsent.set({ text: event.target.value })}
            />
          )}
        </Field>
      )}
    </Dialog>
  );
}

const wordsFor = (action: Action): 'ask' | 'answer' | 'why' =>
  action === 'ask' || action === 'answer' ? action : 'why';
