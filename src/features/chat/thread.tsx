import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AppError } from '../../../contract/errors.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { NotRead, SeenEarlier } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Between } from './between.tsx';
import { Bubble, PendingBubble } from './bubble.tsx';
import styles from './chat.module.css';
import { markedSeqs } from './chat.ts';
import { Composer } from './composer.tsx';
import { useThread } from './use-thread.ts';

/** One conversation, its last words in sight, and where to write. */
export function Thread({ id }: { id: string }) {
  const { t } = useTranslation();
  const thread = useThread(id);
  const { conversation, messages, pending } = thread;
  const end = useRef<HTMLDivElement>(null);
  const newest = `${messages.at(-1)?.seq} ${pending.length}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes to the end for each new message, which it does not read
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);

  if (thread.isGone || !conversation)
    return (
      <>
        <PageTitle title={t(thread.isGone ? 'chat.gone' : 'chat.one')} back="/chat" />
        {thread.isGone && <p>{t('chat.goneText')}</p>}
        {!thread.isGone &&
          (thread.isStuck ? <NotRead what={t('chat.notRead')} onAgain={thread.again} /> : <Skeleton rows={4} />)}
      </>
    );

  const { withErased, title, seesReport = true, reportId, blocked } = conversation;
  const name = withErased ? t('chat.erased') : conversation.with;
  const marks = markedSeqs(messages, conversation);
  return (
    <>
      <PageTitle title={name} back="/chat">
        {seesReport ? (
          <Link to={`/items/${reportId}`}>{title ?? t('chat.noTitle')}</Link>
        ) : (
          (title ?? t('chat.noTitle'))
        )}
      </PageTitle>
      {thread.seenAt !== undefined && <SeenEarlier at={thread.seenAt} onAgain={thread.again} />}
      <Between conversation={conversation} onChanged={thread.changed} />
      <p className={styles.care}>{t('chat.care')}</p>
      {thread.hasOlder && <Older onRead={thread.readOlder} />}
      <ol className={styles.messages} aria-label={t('chat.messages')}>
        {messages.map((message) => (
          <Bubble key={message.id} message={message} mark={marks.get(message.seq)} />
        ))}
        {pending.map((message) => (
          <PendingBubble key={message.opId} message={message} />
        ))}
      </ol>
      {/* What a screen reader hears when somebody writes, without the whole row being read again. */}
      <p className="unseen" role="status">
        {messages.at(-1)?.mine === false && t('chat.heard', { name, text: messages.at(-1)?.text ?? '' })}
      </p>
      <div ref={end} className={styles.end} />
      {blocked === 'no' ? (
        <Composer key={conversation.id} conversation={conversation} />
      ) : (
        <Banner tone="wait" icon="alert">
          {t(withErased ? 'chat.erasedText' : blocked === 'by-me' ? 'chat.blockedByMe' : 'chat.blockedByThem')}
        </Banner>
      )}
    </>
  );
}

function Older({ onRead }: { onRead: () => Promise<void> }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  async function readOlder(): Promise<void> {
    setBusy(true);
    try {
      await onRead();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      showToast(t('chat.olderFailed'), 'lost');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button kind="quiet" busy={busy} onClick={() => void readOlder()}>
      {t('chat.older')}
    </Button>
  );
}
