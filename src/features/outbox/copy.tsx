import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { seal, unseal } from '../../platform/sealed-file.ts';
import { saveFile } from '../../platform/share-file.ts';
import { useServices } from '../../services.ts';
import { packCopy, unpackCopy } from '../../store/own/copy.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './page.module.css';

const MIN_WORDS = 8;

/** A locked copy of what waits: kept as a file, or brought in from one. */
export function Copies({ hasUnsent }: { hasUnsent: boolean }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'keep' | 'bring'>();
  return (
    <section className={styles.arrived}>
      <h2>{t('outbox.copy.title')}</h2>
      <p>{t('outbox.copyText')}</p>
      <div className={styles.choices}>
        {hasUnsent && (
          <Button kind="outlined" icon="shield" onClick={() => setAsked('keep')}>
            {t('outbox.copy.keep')}
          </Button>
        )}
        <Button kind="outlined" onClick={() => setAsked('bring')}>
          {t('outbox.copy.bring')}
        </Button>
      </div>
      {asked === 'keep' && <KeepCopy onClose={() => setAsked(undefined)} />}
      {asked === 'bring' && <BringCopy onClose={() => setAsked(undefined)} />}
    </section>
  );
}

/** Asks for the words and saves the file; of one entity, or of everything. */
export function KeepCopy({ entityId, onClose }: { entityId?: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { db } = useServices();
  const [words, setWords] = useState('');
  const [phase, setPhase] = useState<'asking' | 'busy' | 'failed'>('asking');

  async function keep(): Promise<void> {
    setPhase('busy');
    try {
      saveFile(await seal(await packCopy(db, entityId), words), `wapsi-${new Date().toISOString().slice(0, 10)}.copy`);
      showToast(t('outbox.copy.kept'), 'found');
      onClose();
    } catch (cause) {
      console.error(cause);
      setPhase('failed');
    }
  }
  return (
    <Dialog
      open
      title={t('outbox.copy.keep')}
      onClose={onClose}
      actions={
        <>
          <Button busy={phase === 'busy'} disabled={words.trim().length < MIN_WORDS} onClick={() => void keep()}>
            {t('outbox.copy.keep')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <PasswordField
        label={t('outbox.copy.words')}
        hint={t('outbox.copy.wordsHint')}
        value={words}
        onChange={setWords}
        autoComplete="new-password"
      />
      <FormFailure>{phase === 'failed' && t('outbox.copy.failed')}</FormFailure>
    </Dialog>
  );
}

function BringCopy({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  const [words, setWords] = useState('');
  const [file, setFile] = useState<File>();
  const [phase, setPhase] = useState<'asking' | 'busy' | 'wrong' | 'other'>('asking');

  async function bring(from: File): Promise<void> {
    setPhase('busy');
    try {
      const count = await unpackCopy(db, await unseal(from, words), Date.now());
      sync.wake();
      showToast(count > 0 ? t('outbox.copy.brought', { count }) : t('outbox.copy.nothing'), 'found');
      onClose();
    } catch (cause) {
      setPhase(cause instanceof AppError && cause.code === 'other-version' ? 'other' : 'wrong');
    }
  }
  return (
    <Dialog
      open
      title={t('outbox.copy.bring')}
      onClose={onClose}
      actions={
        <>
          <Button busy={phase === 'busy'} disabled={!file || !words.trim()} onClick={() => file && void bring(file)}>
            {t('outbox.copy.bring')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <Field label={t('outbox.copy.file')}>
        {(control) => <input {...control} type="file" onChange={(event) => setFile(event.target.files?.[0])} />}
      </Field>
      <PasswordField label={t('outbox.copy.words')} value={words} onChange={setWords} autoComplete="current-password" />
      <FormFailure>{(phase === 'wrong' || phase === 'other') && t(`outbox.copy.${phase}`)}</FormFailure>
    </Dialog>
  );
}
