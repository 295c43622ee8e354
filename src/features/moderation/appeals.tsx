import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { decideStrike, type strikeAppeals } from '../../../contract/strike.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './moderation.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

type Appeal = OutputOf<typeof strikeAppeals>['data'][number];

/** Appeals against strikes: whoever gave one leaves it to somebody else. */
export function Appeals() {
  const { t } = useTranslation();
  const read = useRead('strikeAppeals', {});
  const waiting = read.data?.data;
  return (
    <section className={styles.list} aria-labelledby="appeals">
      <h2 id="appeals">{t('moderation.appeals')}</h2>
      {!waiting &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('moderation.notRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={2} />
        ))}
      {waiting?.length === 0 && (
        <EmptyState title={t('moderation.noAppeals')}>{t('moderation.noAppealsText')}</EmptyState>
      )}
      <ul>
        {waiting?.map((appeal) => (
          <Row key={appeal.id} appeal={appeal} />
        ))}
      </ul>
    </section>
  );
}

function Row({ appeal: { id, about, reason, at, appeal, mine, who } }: { appeal: Appeal }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const [asking, setAsking] = useState<'lifted' | 'stands'>();

  async function decide(answer: string): Promise<void> {
    if (!asking) return;
    await api.call(decideStrike, { id, outcome: asking, reason: answer });
    setAsking(undefined);
    await refresh('strikeAppeals');
  }

  return (
    <li className={styles.row}>
      <p className={styles.marks}>
        <b>{who.name || t('chat.erased')}</b> <TimeAgo at={at} />
      </p>
      <p>
        {t(`moderation.strikeFor.${about}`)} <q>{reason}</q>
      </p>
      <p>
        {t('moderation.appealSays')} <q>{appeal}</q>
      </p>
      {mine ? (
        <p>{t('moderation.appealMine')}</p>
      ) : (
        <div className={styles.moves}>
          <Button kind="outlined" icon="check" onClick={() => setAsking('lifted')}>
            {t('moderation.liftStrike')}
          </Button>
          <Button kind="outlined" onClick={() => setAsking('stands')}>
            {t('moderation.keepStrike')}
          </Button>
        </div>
      )}
      {asking && (
        <ReasonDialog
          title={t(asking === 'lifted' ? 'moderation.liftStrikeTitle' : 'moderation.keepStrikeTitle')}
          label={t('moderation.reason')}
          hint={t('moderation.reasonHint')}
          act={t(asking === 'lifted' ? 'moderation.liftStrike' : 'moderation.keepStrike')}
          onClose={() => setAsking(undefined)}
          onReason={decide}
        />
      )}
    </li>
  );
}
