import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ItemStatus, LINK_STEPS, PersonCondition, ReportStatus } from '../../../../contract/report.ts';
import { formatDayAndTime } from '../../../i18n/relative-time.ts';
import { Ring } from '../../../ui/ring.tsx';
import styles from './history.module.css';
import type { Details } from './use-details.ts';

type Entry = Details['history'][number];

/** What became of the report so far, the newest first. */
export function History({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const now = new Date();
  return (
    <section aria-labelledby="history">
      <h2 id="history">{t('details.history')}</h2>
      <ol className={styles.history}>
        {entries.toReversed().map((entry) => (
          <li key={`${entry.at} ${entry.what} ${entry.to}`}>
            <Ring
              size="small"
              shape={GOOD.has(entry.to) ? 'closed' : 'open'}
              tone={GOOD.has(entry.to) ? 'found' : 'brand'}
            />
            <span>
              <b>{wordOf(t, entry)}</b>
              {hasActor(entry) && `, ${t(`details.byWho.${entry.by}`)}`}
              {entry.reason && <span className={styles.reason}>{entry.reason}</span>}
              <time className={styles.at} dateTime={entry.at}>
                {formatDayAndTime(t, new Date(entry.at), now)}
              </time>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** That something is claimed, or that its claim fell, nobody of those who are named has done. */
const hasActor = ({ what, by }: Entry): boolean => what === 'status' || by !== 'system';

const GOOD = new Set(['found', 'safe', 'returned', 'resolved']);

/** A newer server may name what this app does not know; it is then shown as it came. */
function wordOf(t: TFunction, { what, to }: Entry): string {
  if (what === 'status') {
    const status = ReportStatus.safeParse(to);
    return status.success ? t(`details.status.${status.data}`) : to;
  }
  const condition = PersonCondition.safeParse(to);
  if (condition.success) return t(`details.subject.${condition.data}`);
  const step = LINK_STEPS.find((one) => one === to);
  if (step) return t(`details.subject.${step}`);
  const status = ItemStatus.safeParse(to);
  return status.success ? t(`details.subject.${status.data}`) : to;
}
