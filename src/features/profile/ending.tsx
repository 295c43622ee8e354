import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { deleteAccount } from '../../../contract/auth.ts';
import { closeSession } from '../../api/session.ts';
import type { SessionUser } from '../../api/session-user.ts';
import { formatDate } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { leave } from '../../sync/leave.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { showToast } from '../../ui/toasts.ts';
import { deedAndReason, type Failed } from './failed.ts';
import styles from './profile.module.css';

/** Which question is open; deleting asks twice. */
type Asked = 'everywhere' | 'delete' | 'delete-again' | undefined;

/** Signing out here or everywhere, and the end of the account (R162). */
export function Ending({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { db, api, sync } = useServices();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const [undo, setUndo] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failed>();
  const close = () => setAsked(undefined);

  async function signOut(everywhere: boolean): Promise<void> {
    // Home first: the guard of this page would otherwise send one to sign in again.
    await navigate('/');
    const done = await leave({ db, api, now: Date.now }, everywhere);
    if (done.kind === 'failed') showToast(t('leave.failed'), 'wait');
    if (done.kind !== 'left') return;
    if (everywhere && !done.reached) showToast(t('profile.everywhereFailed'), 'wait');
    else showToast(done.sealed > 0 ? t('leave.sealed', { count: done.sealed }) : t('profile.signedOut'));
    sync.wake();
  }

  async function erase(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { erasedAt, logRetainedUntil } = await api.call(deleteAccount, { undo });
      await navigate('/');
      closeSession();
      const date = formatDate(t, new Date(undo ? erasedAt : logRetainedUntil));
      showToast(t(undo ? 'profile.closed' : 'profile.deleted', { date }), 'found');
    } catch (error) {
      setFailure({ cause: error });
      setBusy(false);
      close();
    }
  }

  return (
    <section className={styles.section}>
      <h2>{t('profile.signOut')}</h2>
      <div className={styles.buttons}>
        <Button kind="outlined" icon="signOut" onClick={() => void signOut(false)}>
          {t('profile.signOut')}
        </Button>
        {!user.local && (
          <Button kind="outlined" onClick={() => setAsked('everywhere')}>
            {t('profile.everywhere')}
          </Button>
        )}
      </div>
      {!user.local && (
        <>
          <h2 className={styles.second}>{t('profile.deleteTitle')}</h2>
          <p>{t('profile.deleteText')}</p>
          <FormFailure>{deedAndReason('profile.deleteFailed', failure, t)}</FormFailure>
          <div className={styles.end}>
            <Button kind="danger" icon="trash" onClick={() => setAsked('delete')}>
              {t('profile.delete')}
            </Button>
          </div>
        </>
      )}
      <Dialog
        open={asked === 'everywhere'}
        title={t('profile.everywhere')}
        onClose={close}
        actions={
          <>
            <Button kind="danger" onClick={() => void signOut(true)}>
              {t('profile.everywhere')}
            </Button>
            <Button kind="outlined" onClick={close}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('profile.everywhereText')}</p>
      </Dialog>
      <Dialog
        open={asked === 'delete'}
        title={t('profile.deleteAsk')}
        onClose={close}
        actions={
          <>
            <Button kind="danger" onClick={() => setAsked('delete-again')}>
              {t('profile.deleteGoOn')}
            </Button>
            <Button kind="outlined" onClick={close}>
              {t('common.keep')}
            </Button>
          </>
        }
      >
        <p>{t('profile.deleteText')}</p>
      </Dialog>
      <Dialog
        open={asked === 'delete-again'}
        title={t('profile.deleteAgain')}
        onClose={close}
        actions={
          <>
            <Button kind="danger" icon="trash" busy={busy} onClick={() => void erase()}>
              {t('profile.deleteYes')}
            </Button>
            <Button kind="outlined" onClick={close}>
              {t('common.keep')}
            </Button>
          </>
        }
      >
        <p>{t('profile.deleteAgainText')}</p>
        <Checkbox checked={undo} onChange={setUndo} label={t('profile.undo')} detail={t('profile.undoDetail')} />
      </Dialog>
    </section>
  );
}
