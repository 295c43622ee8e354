import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDayAndTime } from '../../i18n/relative-time.ts';
import { ListRow } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Ring } from '../../ui/ring.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import type { Entry, EntryState, Waits } from './entries.ts';
import styles from './page.module.css';

/** One report, scan or other write: its ring says how far it is, and so do its words. */
export function EntryRow({ entry, onOpen }: { entry: Entry; onOpen: () => void }) {
  const { t } = useTranslation();
  const label = labelOf(t, entry);
  return (
    <ListRow
      lead={<StateRing state={entry.state} />}
      title={label}
      detail={
        <span className={entry.state.kind === 'needs-you' ? styles.wrong : undefined} data-state={entry.state.kind}>
          {stateText(t, entry)}
          {entry.state.kind === 'saved' && (
            <>
              {' · '}
              <TimeAgo at={entry.at} />
            </>
          )}
        </span>
      }
      action={
        <button type="button" className={styles.more} aria-label={t('outbox.open', { label })} onClick={onOpen}>
          <Icon name="more" />
        </button>
      }
    />
  );
}

export function labelOf(t: TFunction, entry: Entry): string {
  switch (entry.kind) {
    case 'report':
      return entry.report.label || t('outbox.nameless');
    case 'scan':
      return t('outbox.scan');
    case 'write':
      return t(`outbox.write.${entry.write.endpoint}`, { label: entry.write.label });
  }
}

function StateRing({ state }: { state: EntryState }) {
  switch (state.kind) {
    case 'needs-you':
      return <Ring shape="closed" tone="lost" mark="alert" size="small" />;
    case 'found':
      return <Ring shape="open" tone="found" mark="alert" size="small" />;
    case 'saved':
      return <Ring shape="dashed" tone="wait" size="small" />;
    case 'sending':
      return <Ring shape="arc" tone="wait" share={state.share} size="small" />;
    case 'received':
    case 'closed':
      return <Ring shape="closed" tone="brand" size="small" />;
    case 'reviewed':
      return <Ring shape="closed" tone="found" mark="tick" size="small" />;
  }
}

/** The state in words; numbers and times as the server's receipt has them. */
export function stateText(t: TFunction, entry: Entry): string {
  const { state } = entry;
  switch (state.kind) {
    case 'needs-you':
      return t('outbox.needsYou', { what: t(`errors.${state.error}.what`) });
    case 'found':
      return t('outbox.scanMatch');
    case 'saved':
      return !state.waits && entry.isHeld ? t('outbox.held') : waitingText(t, state.waits);
    case 'sending':
      return state.file ? t('outbox.sendingFile', state.file) : t('outbox.sending');
    case 'received':
      return receivedText(t, entry, state);
    case 'reviewed':
      return t(state.shown ? 'outbox.reviewed' : 'outbox.reviewedKept');
    case 'closed':
      return t(`outbox.closed.${state.status}`);
  }
}

function waitingText(t: TFunction, waits: Waits | undefined): string {
  if (!waits) return t('outbox.saved');
  if (waits.for === 'author') return t('outbox.waitsForAuthor', { name: waits.name });
  if (waits.for === 'earlier') return `${t('outbox.saved')} · ${t('outbox.waitsBehind')}`;
  return `${t('outbox.saved')} · ${t(`errors.${waits.error}.what`)}`;
}

function receivedText(t: TFunction, entry: Entry, state: Extract<EntryState, { kind: 'received' }>): string {
  if (entry.kind === 'scan') {
    const { answer } = entry.scan;
    if (!answer) return t('outbox.saved');
    return answer.candidates.length > 0
      ? t('outbox.scanFound', { count: answer.candidates.length })
      : t('outbox.scanNone', { count: answer.searched });
  }
  if (entry.kind === 'write') {
    const at = formatDayAndTime(t, new Date(entry.write.receivedAt ?? entry.at), new Date());
    const parts = [t('outbox.writeReceived', { at })];
    if (state.filesWaiting > 0) parts.push(t('outbox.filesWaiting', { count: state.filesWaiting }));
    return parts.join(' · ');
  }
  const { receipt } = entry.report;
  const at = receipt ? formatDayAndTime(t, new Date(receipt.receivedAt), new Date()) : '';
  const parts = [t('outbox.received', { number: receipt?.number ?? '', at })];
  if (state.filesWaiting > 0) parts.push(t('outbox.filesWaiting', { count: state.filesWaiting }));
  else if (state.published) parts.push(t(state.shown ? 'outbox.shown' : 'outbox.kept'));
  return parts.join(' · ');
}
