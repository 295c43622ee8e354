import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endOtherSessions, endSession, type OpenSession } from '../../../contract/session.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { formatDay } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { deedAndReason, type Failed } from './failed.ts';
import styles from './profile.module.css';

/** Where one is signed in, and the way to end any of it. */
export function Sessions() {
  const { t } = useTranslation();
  const read = useRead('listSessions', {});
  const [asked, setAsked] = useState<OpenSession | 'others'>();
  const sessions = read.data?.data;
  return (
    <section className={styles.section}>
      <h2>{t('sessions.title')}</h2>
      <p>{t('sessions.lead')}</p>
      {!sessions &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('sessions.readFailed')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={2} />
        ))}
      {sessions && (
        <List>
          {sessions.map((session) => (
            <Row key={session.id} session={session} onEnd={() => setAsked(session)} />
          ))}
        </List>
      )}
      {sessions && sessions.length > 1 && (
        <div className={styles.buttons}>
          <Button kind="outlined" onClick={() => setAsked('others')}>
            {t('sessions.others')}
          </Button>
        </div>
      )}
      <Ask asked={asked} onClose={() => setAsked(undefined)} />
    </section>
  );
}

function Row({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const { t } = useTranslation();
  const day = (at: string) => formatDay(t, new Date(at), new Date());
  const since = t('sessions.since', { day: day(session.openedAt) });
  return (
    <ListRow
      lead={<Icon name={session.own ? 'check' : 'lock'} />}
      title={nameOf(session, t)}
      detail={
        <>
          {session.own && <Badge tone="found">{t('sessions.own')}</Badge>} {since}
          {session.seenAt && ` · ${t('sessions.used', { day: day(session.seenAt) })}`}
        </>
      }
      action={
        !session.own && (
          <Button kind="outlined" aria-label={t('sessions.endOf', { name: nameOf(session, t), since })} onClick={onEnd}>
            {t('sessions.end')}
          </Button>
        )
      }
    />
  );
}

function Ask({ asked, onClose }: { asked: OpenSession | 'others' | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failed>();
  const isOne = asked !== undefined && asked !== 'others';

  async function end(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { ended } = isOne ? await api.call(endSession, { id: asked.id }) : await api.call(endOtherSessions, {});
      showToast(isOne ? t('sessions.ended') : t('sessions.endedOthers', { count: ended }), 'found');
      onClose();
    } catch (cause) {
      setFailure({ cause });
    } finally {
      setBusy(false);
      void refresh('listSessions');
    }
  }

  return (
    <Dialog
      open={asked !== undefined}
      title={isOne ? t('sessions.endAsk', { name: nameOf(asked, t) }) : t('sessions.othersAsk')}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={() => void end()}>
            {t(isOne ? 'sessions.end' : 'sessions.others')}
          </Button>
          <Button kind="outlined" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('sessions.endText')}</p>
      <FormFailure>{deedAndReason('sessions.failed', failure, t)}</FormFailure>
    </Dialog>
  );
}

function nameOf({ browser, system }: OpenSession, t: TFunction): string {
  if (browser && system) return t('sessions.with', { browser, system });
  return browser ?? system ?? t('sessions.unknown');
}
