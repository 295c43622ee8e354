import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Conversation } from '../../../contract/message.ts';
import { seenAt, useRead, useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { pendingWrites } from '../../store/own/writes.ts';
import { Badge } from '../../ui/badge.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { NotRead, SeenEarlier } from '../../ui/reading-note.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './chat.module.css';

/** While the stream of what is new is broken, ask this often. */
const ASK_EVERY_MS = 30_000;

/** All conversations of who is signed in, the newest on top, each about one report. */
export function Conversations({ current }: { current: string | undefined }) {
  const { t } = useTranslation();
  const read = useRead('listConversations', {}, { refetchInterval: ASK_EVERY_MS });
  const begun = useBegun();
  const seen = seenAt(read);
  const list = read.data?.data;
  const again = () => void read.refetch();
  // The heading of the page is the open conversation's where there is one.
  return (
    <>
      {current === undefined ? (
        <PageTitle title={t('chat.title')}>{t('chat.lead')}</PageTitle>
      ) : (
        <h2 className={styles.sideTitle}>{t('chat.title')}</h2>
      )}
      {seen !== undefined && <SeenEarlier at={seen} onAgain={again} />}
      {!list &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('chat.listNotRead')} onAgain={again} />
        ) : (
          <Skeleton rows={3} />
        ))}
      {begun && begun.length > 0 && (
        <List>
          {begun.map(({ opId, label, input, createdAt }) => (
            <ListRow
              key={opId}
              lead={<Ring shape="dashed" tone="wait" size="small" />}
              title={label}
              detail={
                <>
                  <span className={styles.last}>{String(input.text ?? '')}</span>
                  {t('chat.waiting')} · <TimeAgo at={createdAt} />
                </>
              }
            />
          ))}
        </List>
      )}
      {list?.length === 0 && begun?.length === 0 && (
        <EmptyState title={t('chat.none')}>{t('chat.noneText')}</EmptyState>
      )}
      {list && list.length > 0 && (
        <ul className={styles.conversations}>
          {list.map((conversation) => (
            <Row key={conversation.id} conversation={conversation} isOpen={conversation.id === current} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const { t } = useTranslation();
  const { id, title, with: name, withErased, last, unread, updatedAt } = conversation;
  const words = last?.text ?? (last?.photo ? t('chat.photo') : last?.place ? t('chat.place') : t('chat.begun'));
  return (
    <li>
      <Link className={styles.conversation} to={`/chat/${id}`} aria-current={isOpen ? 'page' : undefined}>
        <span className={styles.who}>
          <b>{withErased ? t('chat.erased') : name}</b>
          <span className={styles.when}>
            <TimeAgo at={last?.createdAt ?? updatedAt} />
          </span>
        </span>
        <span className={styles.about}>{title ?? t('chat.noTitle')}</span>
        <span className={styles.who}>
          <span className={styles.last}>
            {last?.mine && `${t('chat.you')}: `}
            {words}
          </span>
          {unread > 0 && <Badge tone="wait">{t('chat.unread', { count: unread })}</Badge>}
        </span>
      </Link>
    </li>
  );
}

/** First messages that are still on this phone; the list is read again when one has arrived. */
function useBegun() {
  const { db } = useServices();
  const refresh = useRefresh();
  const begun = useLiveQuery(() => pendingWrites(db, 'startConversation'), [db]);
  const before = useRef(0);
  const count = begun?.length;
  useEffect(() => {
    if (count === undefined) return;
    if (count < before.current) void refresh('listConversations');
    before.current = count;
  }, [count, refresh]);
  return begun;
}
