import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_IMAGES, MAX_TEXT, MAX_TITLE } from '../../../contract/limits.ts';
import type { ReportView } from '../../../contract/report.ts';
import { choosePhotos, type PhotoTrouble } from '../../platform/choose-photos.ts';
import { holdUnsaved } from '../../platform/unsaved.ts';
import { useServices } from '../../services.ts';
import { useUnsent } from '../../store/own/use-unsent.ts';
import { queueWrite } from '../../store/own/writes.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { Field } from '../../ui/field.tsx';
import { PhotoInput } from '../../ui/photo-input.tsx';
import styles from './claim.module.css';
import { saysNothing } from './claim.ts';
import { thingOf } from './words.ts';

interface ClaimFormProps {
  report: ReportView;
  questions: readonly string[];
  /** It is safe on this phone, under this name. */
  onKept: (opId: string) => void;
}

/** The finder's questions, words of one's own, and what proves it: photos, receipts, other proof (R151, R220). */
export function ClaimForm({ report, questions, onKept }: ClaimFormProps) {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  const unsent = useUnsent(db, `claim/${report.id}`);
  const answers = questions.map((_, index) => unsent.text(`answer${index}`));
  const message = unsent.text('message');
  const photos = unsent.files;
  const [trouble, setTrouble] = useState<PhotoTrouble>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<'claim.empty' | 'details.notSaved'>();

  const isBegun = !saysNothing(answers, message, photos.length);
  useEffect(() => (isBegun ? holdUnsaved() : undefined), [isBegun]);

  async function add(files: readonly File[]): Promise<void> {
    setBusy(true);
    setTrouble(await choosePhotos(files, MAX_IMAGES - photos.length, unsent.addPhoto));
    setBusy(false);
  }

  async function send(): Promise<boolean> {
    setError(isBegun ? undefined : 'claim.empty');
    if (busy || !isBegun) return false;
    const { opId, makes: id } = unsent;
    const input = {
      id,
      reportId: report.id,
      answers: answers.map((answer) => answer.trim()),
      proofs: photos.map(({ sha256 }) => sha256),
      ...(message.trim() ? { message: message.trim() } : {}),
    };
    const what = { endpoint: 'createClaim' as const, opId, id, label: thingOf(t, report), input };
    try {
      const kept = await queueWrite(db, { ...what, files: photos, now: Date.now() });
      sync.wake();
      await unsent.done();
      onKept(kept.opId);
      return true;
    } catch (cause) {
      console.error('A claim could not be kept', cause);
      setError('details.notSaved');
      return false;
    }
  }

  // Whatever was begun mends an empty claim.
  const shown = error === 'claim.empty' && isBegun ? undefined : error;
  return (
    <CheckedForm className={styles.form} onSubmit={send}>
      <p className={styles.quiet}>{t('claim.enough')}</p>
      {questions.length > 0 && <h2>{t('claim.questions')}</h2>}
      {questions.map((question, index) => (
        <Field key={question} label={question}>
          {(control) => (
            <input
              {...control}
              aria-required={false}
              maxLength={MAX_TITLE}
              autoComplete="off"
              value={answers[index] ?? ''}
              onChange={({ target }) => unsent.set({ [`answer${index}`]: target.value })}
            />
          )}
        </Field>
      ))}
      <Field label={t('claim.message')} hint={t('claim.messageHint')}>
        {(control) => (
          <textarea
            {...control}
            aria-required={false}
            maxLength={MAX_TEXT}
            value={message}
            onChange={(event) => unsent.set({ message: event.target.value })}
          />
        )}
      </Field>
      <PhotoInput
        legend={t('claim.proofs')}
        photos={photos}
        max={MAX_IMAGES}
        hint={t('claim.proofsHint', { count: MAX_IMAGES - photos.length })}
        trouble={trouble}
        busy={busy}
        onChoose={(files) => void add(files)}
        onRemove={unsent.removePhoto}
      />
      <p className={styles.wrong} role="alert" tabIndex={-1} data-wrong={shown && ''}>
        {shown && t(shown)}
      </p>
      <ActionBar>
        <Button type="submit" wide busy={busy}>
          {t('claim.send')}
        </Button>
      </ActionBar>
    </CheckedForm>
  );
}
