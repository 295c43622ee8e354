import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { MAX_TEXT } from '../../../../contract/limits.ts';
import { sawIn } from '../../../../contract/share.ts';
import { useSession } from '../../../api/session.ts';
import { useServices } from '../../../services.ts';
import { useMended, useUnsent } from '../../../store/own/use-unsent.ts';
import { noteDraft, noteTyped } from '../../../store/own/words.ts';
import { Button, type ButtonKind, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { nameOf } from '../../../ui/report-words.ts';
import { NoteDialog, type OthersNote } from './note-dialog.tsx';
import styles from './tools.module.css';
import type { Details } from './use-details.ts';
import { useWrite } from './use-write.ts';

/**
 * What to do about it, the most helpful first: to tell where one saw a missing person, which needs no account, to claim a
 * found thing, to call where they agreed. Of somebody who is guarded, to call 112 comes before all of it. To write through
 * the app, one signs in (R18, R39, R315).
 */
export function Contact({ details }: { details: Details }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const at = useLocation();
  const signedIn = useSession((session) => session.signedIn);
  const { db } = useServices();
  const { data: view, may, alert } = details;
  // A note that was refused is taken back where its form stands, and not before: elsewhere its words would be seen no more.
  const mend = useSearchParams()[0].get('mend') ?? undefined;
  const isMended = useMended(db, view.mine ? undefined : mend, noteDraft(view.id), noteTyped);
  const saw = sawIn(at.hash);
  const [writes, setWrites] = useState(false);
  const [note, setNote] = useState<OthersNote | undefined>(
    saw ? 'sighting' : mend === undefined ? undefined : 'information',
  );
  if (view.mine) return null;
  const isGuarded = view.contact === 'guarded';
  const isMissing = alert !== undefined || (view.subject.kind === 'person' && view.type === 'lost');
  const isFoundThing = view.subject.kind === 'item' && view.type === 'found';
  const signIn = () => void navigate('/login', { state: { from: { ...at, hash: '' } } });
  const phone = view.phoneNumber;
  const ways: { name: string; when: boolean; draw: (kind: ButtonKind) => ReactNode }[] = [
    {
      name: 'saw',
      when: isMissing && (may.includes('note') || !signedIn),
      draw: (kind) => (
        <Button wide kind={kind} icon="pin" onClick={() => setNote('sighting')}>
          {t('details.saw')}
        </Button>
      ),
    },
    {
      name: 'claim',
      when: may.includes('claim') || (isFoundThing && !signedIn),
      draw: (kind) => (
        <LinkButton wide kind={kind} to={`/items/${view.id}/claim`} icon="check">
          {t('details.claim')}
        </LinkButton>
      ),
    },
    {
      name: 'call',
      when: phone !== undefined,
      draw: (kind) => (
        <LinkButton wide kind={kind} href={`tel:${phone?.replaceAll(/[^+\d]/g, '')}`} icon="phone">
          {t('details.call')} {phone}
        </LinkButton>
      ),
    },
    {
      name: 'sign in',
      when: !signedIn && !isGuarded,
      draw: (kind) => (
        <Button wide kind={kind} icon="mail" onClick={signIn}>
          {t('details.signInToContact')}
        </Button>
      ),
    },
    {
      name: 'write',
      when: may.includes('message'),
      draw: (kind) => (
        <Button wide kind={kind} icon="mail" onClick={() => setWrites(true)}>
          {t('details.write')}
        </Button>
      ),
    },
    {
      name: 'tell',
      when: may.includes('note'),
      draw: (kind) => (
        <Button wide kind={kind} icon="pencil" onClick={() => setNote('information')}>
          {t('details.note')}
        </Button>
      ),
    },
  ];
  return (
    <div className={styles.stack}>
      {ways
        .filter(({ when }) => when)
        .map(({ name, draw }, i) => (
          <Fragment key={name}>{draw(i === 0 && !isGuarded ? 'filled' : 'outlined')}</Fragment>
        ))}
      {isMissing && !signedIn && <p className={styles.words}>{t('details.sawNoAccount')}</p>}
      <MessageDialog details={details} open={writes} onClose={() => setWrites(false)} />
      {isMended && (
        <NoteDialog view={view} scannedAt={saw?.at} kind={note} onKind={setNote} onClose={() => setNote(undefined)} />
      )}
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
