import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../services.ts';
import { isReport, type OwnReport } from '../../store/rows.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** After posting: whether the server has it yet, and where to go from here. */
export function Posted({ report, onAnother }: { report: OwnReport; onAnother: () => void }) {
  const { t } = useTranslation();
  const { db } = useServices();
  const now = useLiveQuery(() => (db.isReplaced ? undefined : db.made.get(report.opId)), [db, report.opId]);
  const number = now && isReport(now) ? now.receipt?.number : undefined;
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => here.current?.focus(), []);
  return (
    <div ref={here} tabIndex={-1}>
      <EmptyState
        {...(number === undefined ? { tone: 'wait' } : { shape: 'closed' })}
        title={number === undefined ? t('form.savedHere') : t('post.receivedAs', { number })}
        action={
          <>
            {number !== undefined && <LinkButton to={`/items/${report.entityId}`}>{t('post.see')}</LinkButton>}
            <LinkButton to="/outbox" kind={number === undefined ? 'filled' : 'outlined'}>
              {t('form.toOutbox')}
            </LinkButton>
            <Button kind="quiet" onClick={onAnother}>
              {t('post.another')}
            </Button>
          </>
        }
      >
        {number === undefined ? t('form.savedHereText', { label: report.label }) : t('post.reviewText')}
      </EmptyState>
    </div>
  );
}
