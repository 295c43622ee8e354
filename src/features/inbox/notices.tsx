import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { AppError } from '../../../contract/errors.ts';
import { inbox, type Notice, readInbox } from '../../../contract/notice.ts';
import { ItemStatus, PersonCondition, ReportStatus } from '../../../contract/report.ts';
import { setUnread } from '../../api/unread.ts';
import { seenAt, useRead } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NotRead, SeenEarlier } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { showToast } from '../../ui/toasts.ts';
import tones from '../../ui/tone.module.css';
import styles from './inbox.module.css';
import { lookOf, pageOf, quoteOf, textKeyOf } from './notice.ts';

/** Fewer than these are all there are: the server answers more at once. */
const MANY = 20;

/** What happened, the newest first. Looking at it reads it; what was new stays marked as long as it is looked at. */
export function Notices() {
  const { t } = useTranslation();
  const { api } = useServices();
  const read = useRead('inbox', {});
  const latest = read.data?.data;
  const [older, setOlder] = useState<readonly Notice[]>([]);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [end, setEnd] = useState<'unknown' | 'busy' | 'reached'>('unknown');

  useEffect(() => {
    const unread = latest?.filter((notice) => !notice.read) ?? [];
    const [newest] = unread;
    if (!newest) return;
    setFresh((before) => new Set([...before, ...unread.map(({ id }) => id)]));
    const markRead = async () => {
      try {
        setUnread((await api.call(readInbox, { readTo: newest.createdAt })).unread);
      } catch (error) {
        if (!(error instanceof AppError)) throw error; // it is said again at the next look
      }
    };
    void markRead();
  }, [api, latest]);

  const notices = [...(latest ?? []), ...older.filter(({ id }) => !latest?.some((notice) => notice.id === id))];
  const again = () => void read.refetch();
  const seen = seenAt(read);

  async function readOlder(): Promise<void> {
    const last = notices.at(-1);
    if (!last) return;
    setEnd('busy');
    try {
      const { data } = await api.call(inbox, { before: last.createdAt });
      setOlder([...older, ...data]);
      setEnd(data.length === 0 ? 'reached' : 'unknown');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setEnd('unknown');
      showToast(t('chat.olderFailed'), 'lost');
    }
  }

  return (
    <section className={styles.section} aria-labelledby="notices">
      <h2 id="notices">{t('inbox.notices')}</h2>
      {seen !== undefined && <SeenEarlier at={seen} onAgain={again} />}
      {!latest &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('inbox.notRead')} onAgain={again} />
        ) : (
          <Skeleton rows={4} />
        ))}
      {latest?.length === 0 && <EmptyState title={t('inbox.none')}>{t('inbox.noneText')}</EmptyState>}
      <ul className={styles.notices}>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} isFresh={fresh.has(notice.id)} />
        ))}
      </ul>
      {notices.length >= MANY && end !== 'reached' && (
        <Button kind="quiet" busy={end === 'busy'} onClick={() => void readOlder()}>
          {t('inbox.older')}
        </Button>
      )}
    </section>
  );
}

function NoticeRow({ notice, isFresh }: { notice: Notice; isFresh: boolean }) {
  const { t } = useTranslation();
  const { icon, tone } = lookOf(notice.kind);
  const to = pageOf(notice);
  const quote = quoteOf(notice);
  const content = (
    <>
      <span className={`${styles.icon} ${tones[tone]}`}>
        <Icon name={icon} size="small" />
      </span>
      <span className={styles.words}>
        <span className={styles.what}>{t(`inbox.kind.${textKeyOf(notice)}`)}</span>
        {notice.title && <span>{notice.title}</span>}
        {notice.kind === 'report-changed' && <StateWord detail={notice.detail} />}
        {quote && <q className={styles.quote}>{quote}</q>}
        <span className={styles.when}>
          <TimeAgo at={notice.createdAt} /> {isFresh && <Badge tone="wait">{t('inbox.fresh')}</Badge>}
        </span>
      </span>
    </>
  );
  return (
    <li data-kind={notice.kind}>
      {to === undefined ? (
        <div className={styles.notice}>{content}</div>
      ) : (
        <Link className={styles.notice} to={to}>
          {content}
          <Icon name="forward" size="small" />
        </Link>
      )}
    </li>
  );
}

/** How the report stands now; a newer server may know a state that this app has no word for. */
function StateWord({ detail }: { detail: string | undefined }) {
  const { t } = useTranslation();
  const status = ReportStatus.safeParse(detail);
  const subject = z.union([PersonCondition, ItemStatus]).safeParse(detail);
  if (status.success) return <span>{t('inbox.now', { state: t(`details.status.${status.data}`) })}</span>;
  if (subject.success) return <span>{t('inbox.now', { state: t(`details.subject.${subject.data}`) })}</span>;
  return null;
}
