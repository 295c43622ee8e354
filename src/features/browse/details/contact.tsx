import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { MAX_TEXT } from '../../../../contract/limits.ts';
import { useSession } from '../../../api/session.ts';
import { useServices } from '../../../services.ts';
import { useUnsent } from '../../../store/own/use-unsent.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { nameOf } from '../../../ui/report-words.ts';
import { NoteDialog } from './note-dialog.tsx';
import styles from './tools.module.css';
import type { Details } from './use-details.ts';
import { useWrite } from './use-write.ts';

/** How to reach who posted it: by phone where they agreed, through the app once signed in (R18, R39, R315). */
export function Contact({ details }: { details: Details }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const from = useLocation();
  const signedIn = useSession((session) => session.signedIn);
  const { data: view, may } = details;
  const [open, setOpen] = useState<'message' | 'note'>();
  const close = () => setOpen(undefined);
  if (view.mine) return null;
  return (
    <div className={styles.stack}>
      {signedIn ? (
        <>
          {may.includes('claim') && (
            <LinkButton wide to={`/items/${view.id}/claim`} icon="check">
              {t('details.claim')}
            </LinkButton>
          )}
          {may.includes('message') && (
            <Button
              wide
              kind={may.includes('claim') ? 'outlined' : 'filled'}
              icon="mail"
              onClick={() => setOpen('message')}
            >
              {t('details.write')}
            </Button>
          )}
          {may.includes('note') && (
            <Button wide kind="outlined" icon="pencil" onClick={() => setOpen('note')}>
              {t('details.note')}
            </Button>
          )}
        </>
      ) : (
        <>
          <Button wide icon="mail" onClick={() => void navigate('/login', { state: { from } })}>
            {t('details.signInToContact')}
          </Button>
          {view.type === 'found' && view.subject.kind === 'item' && (
            <LinkButton wide kind="outlined" to={`/items/${view.id}/claim`} icon="check">
              {t('details.claim')}
            </LinkButton>
          )}
        </>
      )}
      {view.phoneNumber && (
        <LinkButton wide kind="outlined" href={`tel:${view.phoneNumber.replaceAll(/[^+\d]/g, '')}`} icon="phone">
          {t('details.call')} {view.phoneNumber}
        </LinkButton>
      )}
      <MessageDialog details={details} open={open === 'message'} onClose={close} />
      <NoteDialog view={view} open={open === 'note'} onClose={close} />
    </div>
  );
}

function MessageDialog({ details, open, onClose }: { details: Details; open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const write = useWrite();
  const { data: view } = details;
  const { db } = useServices();
  const unsent = useUnsent(db, `conversation/${view.id}`);
  const text = unsent.text('text');
  const [missing, setMissing] = useState(false);

  async function send(): Promise<void> {
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    const { opId, makes: id } = unsent;
    const input = { id, reportId: view.id, text: text.trim() };
    if (!(await write({ endpoint: 'startConversation', opId, id, label: nameOf(t, view), input }))) return;
    await unsent.done();
    await navigate('/chat');
  }

  return (
    <Dialog
      open={open}
      title={t('details.writeTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void send()}>{t('details.send')}</Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('details.writeText')}</p>
      <Field label={t('details.message')} error={missing ? t('details.messageNeeded') : undefined}>
        {(control) => (
          <textarea
            {...control}
            maxLength={MAX_TEXT}
            value={text}
            onChange={(event) => unsent.set({ text: event.target.value })}
          />
        )}
      </Field>
    </Dialog>
  );
}
