import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { auditLog } from '../../../contract/moderation.ts';
import { useRead } from '../../api/use-read.ts';
import { formatDayAndTime } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './moderation.module.css';
import { TakeLog } from './take-log.tsx';
import { actOf, reasonOf } from './words.ts';

/** Fewer than these are all there are: the server answers more at once. */
const MANY = 20;

type Entry = OutputOf<typeof auditLog>['data'][number];

/** `Harbhajan Singh (Officer)`. */
const actorOf = (t: TFunction, { actor, role }: Entry): string =>
  role === 'nobody' ? t('looks.role.nobody') : `${actor} (${t(`profile.roles.${role}`)})`;

/** What was done with power over others: who, when, to what, why. For admins. */
export function Log() {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const [search, setSearch] = useSearchParams();
  const actor = search.get('actor') ?? undefined;
  const of = actor ? { actor } : {};
  const read = useRead('auditLog', of);
  const [older, setOlder] = useState<readonly Entry[]>([]);
  const [busy, setBusy] = useState(false);
  const latest = read.data?.data;
  const entries = [...(latest ?? []), ...older.filter(({ id }) => !latest?.some((entry) => entry.id === id))];

  async function readOlder(): Promise<void> {
    const last = entries.at(-1);
    if (!last) return;
    setBusy(true);
    try {
      const { data } = await api.call(auditLog, { before: last.at, ...of });
      setOlder([...older, ...data]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      showToast(t('moderation.failed'), 'lost');
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.list} aria-label={t('moderation.tab.log')}>
      {actor && (
        <Banner
          tone="wait"
          icon="search"
          action={
            <Button
              kind="outlined"
              onClick={() => {
                setOlder([]);
                setSearch({ tab: 'log' });
              }}
            >
              {t('moderation.logOfAll')}
            </Button>
          }
        >
          {t('moderation.logOfOne')}
        </Banner>
      )}
      {!latest &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('moderation.notRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={4} />
        ))}
      {latest?.length === 0 && <EmptyState title={t('moderation.noLog')}>{t('moderation.noLogText')}</EmptyState>}
      {latest && latest.length > 0 && (
        <>
          <TakeLog />
          <ol>
            {entries.map((entry) => (
              <li key={entry.id} className={styles.entry}>
                <time dateTime={entry.at}>{formatDayAndTime(t, new Date(entry.at), new Date())}</time>
                <span>
                  <b>{entry.action === 'odd-looks' ? t('app.name') : actorOf(t, entry)}</b> {actOf(t, entry.action)}{' '}
                  {entry.subject && <code className={styles.quiet}>{entry.subject}</code>}
                  {entry.reason && entry.action !== 'record-review' && (
                    <q className={styles.reason}>{reasonOf(t, entry.action, entry.reason, i18n.language)}</q>
                  )}
                </span>
              </li>
            ))}
          </ol>
          {entries.length >= MANY && (
            <Button kind="quiet" busy={busy} onClick={() => void readOlder()}>
              {t('inbox.older')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
