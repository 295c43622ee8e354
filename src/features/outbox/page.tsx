import { useLiveQuery } from 'dexie-react-hooks';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { MakerSecret } from '../../../contract/report.ts';
import { SAW_HASH } from '../../../contract/share.ts';
import { useSession } from '../../api/session.ts';
import { isNoRoom } from '../../platform/no-room.ts';
import { useServices } from '../../services.ts';
import { mendReport } from '../../store/own/drafts.ts';
import { endOwnReport } from '../../store/own/ending.ts';
import { mendHeld, release, useHeld } from '../../store/own/held.ts';
import { findOwnReport } from '../../store/own/made.ts';
import { dropUnsent, tryAgain } from '../../store/own/outbox.ts';
import { scanSeen, scanSettled } from '../../store/own/scans.ts';
import { noteOf } from '../../store/own/words.ts';
import { dropWrite } from '../../store/own/writes.ts';
import { isItem } from '../../store/rows.ts';
import { useSyncStatus } from '../../sync/status.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { List } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Copies, KeepCopy } from './copy.tsx';
import { type Entry, hasUnsent, toEntries } from './entries.ts';
import { EntryDialog, isErasedToo } from './entry-dialog.tsx';
import { EntryRow } from './entry-row.tsx';
import styles from './page.module.css';

/** The outbox: what is still on this phone, what needs the user, and what has arrived. */
export function Page() {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  const navigate = useNavigate();
  const sending = useSyncStatus((status) => status.sending);
  const link = useSyncStatus((status) => status.link);
  const account = useSession(({ user }) => user?.id);
  const held = useHeld(({ rows }) => rows);
  const [openId, setOpenId] = useState<string>();
  const [keptId, setKeptId] = useState<string>();
  const made = useLiveQuery(() => db.made.toArray(), [db]);
  if (!made) {
    return (
      <>
        <PageTitle title={t('outbox.title')}>{t('outbox.emptyText')}</PageTitle>
        <Skeleton rows={3} />
      </>
    );
  }
  function look(id: string): void {
    setOpenId(id);
    void scanSeen(db, id, Date.now());
  }

  async function mend(entry: Entry): Promise<void> {
    if (entry.kind === 'write') {
      const { entityId, opId, input } = entry.write;
      const note = noteOf(entry.write);
      if (note) return navigate(`/items/${note.reportId}?mend=${opId}${note.isSighting ? SAW_HASH : ''}`);
      const secret = MakerSecret.safeParse(input.secret).data;
      // Behind the # only where it came so: this phone keeps that of a report that was posted on it.
      const isKept = (await findOwnReport(db, entityId))?.secret !== undefined;
      const form = secret ? `/mine/${entityId}/edit?` : `/post-item?edit=${entityId}&`;
      return navigate(`${form}mend=${opId}${secret && !isKept ? `#${secret}` : ''}`);
    }
    const isThing = entry.kind === 'report' && isItem(entry.report);
    const id = await intoForm(entry);
    await navigate(isThing ? '/post-item?kind=item' : `/face-recognition?draft=${id}`);
  }

  async function intoForm(entry: Exclude<Entry, { kind: 'write' }>): Promise<string> {
    if (entry.kind === 'report' && entry.isHeld) return mendHeld(db, entry.report, Date.now());
    const id = entityOf(entry);
    await mendReport(db, id, crypto.randomUUID(), Date.now());
    return id;
  }

  function tellNoRoom(error: unknown): void {
    if (!isNoRoom(error)) throw error;
    showToast(`${t('common.sentence', { text: t('errors.no-space.what') })} ${t('errors.no-space.todo')}`, 'lost');
  }

  async function again(entry: Entry): Promise<void> {
    await tryAgain(db, entityOf(entry));
    sync.wake();
  }

  function drop(entry: Entry): Promise<void> {
    if (entry.isHeld) return release(entry.id);
    if (entry.kind === 'report' && !entry.report.receipt && isErasedToo(entry))
      return endOwnReport(db, entry.report, 'erased', Date.now()).then(() => sync.wake());
    return entry.kind === 'write' ? dropWrite(db, entry.id) : dropUnsent(db, entityOf(entry));
  }

  const { waiting, arrived } = toEntries({ made, held, account, now: Date.now() }, sending);
  const needsYou = waiting.filter(({ state }) => state.kind === 'needs-you').length;
  const unsent = waiting.filter(({ state }) => hasUnsent(state)).length; // a match to look at has nothing to send
  const isEmpty = waiting.length === 0 && arrived.length === 0;
  const open = [...waiting, ...arrived].find((entry) => entry.id === openId);

  return (
    <>
      <PageTitle title={titleOf(unsent, needsYou, t)}>
        {unsent > 0 && t('outbox.lead')}
        {unsent === 0 && needsYou === 0 && t(isEmpty ? 'outbox.emptyText' : 'outbox.leadDone')}
      </PageTitle>
      {isEmpty && (
        <EmptyState
          title={t('outbox.empty')}
          action={
            <LinkButton icon="scan" to="/face-recognition">
              {t('nav.scanFace')}
            </LinkButton>
          }
        />
      )}
      <Rows entries={waiting} onOpen={look} />
      {unsent > 0 && link !== 'unknown' && link !== 'online' && (
        <Button kind="outlined" icon="refresh" onClick={() => sync.wake()}>
          {t('outbox.tryNow')}
        </Button>
      )}
      {arrived.length > 0 && (
        <section className={styles.arrived}>
          <h2>{t('outbox.arrived')}</h2>
          <Rows entries={arrived} onOpen={look} />
        </section>
      )}
      <nav className={styles.others} aria-label={t('handOver.other')}>
        {unsent > 0 && (
          <LinkButton kind="outlined" icon="share" to="/outbox/give">
            {t('handOver.give')}
          </LinkButton>
        )}
        <LinkButton kind="quiet" icon="download" to="/outbox/take">
          {t('handOver.take')}
        </LinkButton>
      </nav>
      <Copies hasUnsent={held.length > 0 || made.some(({ waits }) => waits)} />
      {keptId && <KeepCopy entityId={keptId} onClose={() => setKeptId(undefined)} />}
      {open && (
        <EntryDialog
          entry={open}
          onClose={() => setOpenId(undefined)}
          onAgain={() => void again(open)}
          onDrop={() => void drop(open)}
          onKeep={() => setKeptId(entityOf(open))}
          onMend={() => void mend(open).catch(tellNoRoom)}
          onNotThem={(candidateId) => void scanSettled(db, open.id, candidateId)}
        />
      )}
    </>
  );
}

function entityOf(entry: Entry): string {
  if (entry.kind === 'report') return entry.report.entityId;
  return entry.kind === 'write' ? entry.write.entityId : entry.id;
}

function Rows({ entries, onOpen }: { entries: readonly Entry[]; onOpen: (id: string) => void }) {
  if (entries.length === 0) return null;
  return (
    <List>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} onOpen={() => onOpen(entry.id)} />
      ))}
    </List>
  );
}

function titleOf(waiting: number, needsYou: number, t: TFunction): string {
  if (waiting === 0 && needsYou === 0) return t('outbox.title');
  if (needsYou === 0) return t('outbox.waiting', { count: waiting });
  if (waiting === 0) return t('outbox.needYou', { count: needsYou });
  return t('outbox.both', {
    waiting: t('outbox.waiting', { count: waiting }),
    needs: t('outbox.needYou', { count: needsYou }),
  });
}
