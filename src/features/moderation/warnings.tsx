import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { closeWarning, openWarning, type Warning } from '../../../contract/moderation.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './moderation.module.css';
import { ReasonDialog } from './reason-dialog.tsx';
import { StrikeDialog } from './strike-dialog.tsx';

type Said = OutputOf<typeof openWarning>['data'];

/** Messages, claims and notes with the signs of a fraud, the oldest first; their words come when they are opened. */
export function Warnings() {
  const { t } = useTranslation();
  const read = useRead('warnings', {});
  const waiting = read.data?.data;
  return (
    <section className={styles.list} aria-labelledby="warnings">
      <h2 id="warnings">{t('moderation.warnings')}</h2>
      <p>{t('moderation.warningsText')}</p>
      {!waiting &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('moderation.notRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={3} />
        ))}
      {waiting?.length === 0 && (
        <EmptyState title={t('moderation.noWarnings')}>{t('moderation.noWarningsText')}</EmptyState>
      )}
      <ul>
        {waiting?.map((warning) => (
          <Row key={warning.id} warning={warning} />
        ))}
      </ul>
    </section>
  );
}

function Row({ warning }: { warning: Warning }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const { id, about, signs, who, at } = warning;
  const [said, setSaid] = useState<Said>();
  const [asking, setAsking] = useState<'strike' | 'close'>();
  const subject = said?.at(-1)?.subjectId;

  async function open(): Promise<void> {
    try {
      setSaid((await api.call(openWarning, { id })).data);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      showToast(t('moderation.notOpened'), 'lost');
    }
  }

  async function close(reason: string): Promise<void> {
    await api.call(closeWarning, { id, reason });
    setAsking(undefined);
    await refresh('warnings');
  }

  return (
    <li className={styles.row}>
      <p className={styles.marks}>
        {t(`moderation.warningIn.${about}`)} <b>{who.name || t('chat.erased')}</b>
        {who.suspended && <Badge tone="lost">{t('moderation.suspended')}</Badge>} <TimeAgo at={at} />
      </p>
      <p className={styles.marks}>
        {signs.map((sign) => (
          <Badge key={sign} tone="wait">
            {t(`moderation.sign.${sign}`)}
          </Badge>
        ))}
      </p>
      {said?.map(({ subjectId, text, at: when }) => (
        <blockquote key={subjectId + when}>{text}</blockquote>
      ))}
      <div className={styles.moves}>
        {!said && (
          <Button kind="outlined" onClick={() => void open()}>
            {t('moderation.openWarning')}
          </Button>
        )}
        {subject !== undefined && (
          <Button kind="danger" onClick={() => setAsking('strike')}>
            {t('moderation.strike')}
          </Button>
        )}
        {said && (
          <Button kind="outlined" icon="check" onClick={() => setAsking('close')}>
            {t('moderation.close')}
          </Button>
        )}
      </div>
      {asking === 'strike' && subject !== undefined && (
        <StrikeDialog about={about} id={subject} warning={id} name={who.name} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'close' && (
        <ReasonDialog
          title={t('moderation.closeTitle')}
          label={t('moderation.closeWhat')}
          hint={t('moderation.logHint')}
          act={t('moderation.close')}
          onClose={() => setAsking(undefined)}
          onReason={close}
        />
      )}
    </li>
  );
}
