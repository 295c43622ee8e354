import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../contract/errors.ts';
import { useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import type { LocalDb } from '../../store/db.ts';
import { findWrite } from '../../store/own/made.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Ring } from '../../ui/ring.tsx';
import styles from './claim.module.css';

type Fate = { kind: 'saved' } | { kind: 'received'; claimId: string } | { kind: 'refused'; error: ErrorCode };

async function readFate(db: LocalDb, opId: string): Promise<Fate> {
  const write = await findWrite(db, opId);
  if (write?.receivedAt !== undefined) return { kind: 'received', claimId: write.entityId };
  const text = write?.steps.find(({ sha256 }) => sha256 === undefined);
  return text?.state === 'refused' ? { kind: 'refused', error: text.error ?? 'bad-input' } : { kind: 'saved' };
}

/** After claiming: that it is safe, that it has arrived ('Claim Submitted!', R152), and what happens next. */
export function Claimed({ opId, reportId }: { opId: string; reportId: string }) {
  const { t } = useTranslation();
  const { db } = useServices();
  const refresh = useRefresh();
  const fate = useLiveQuery(() => readFate(db, opId), [db, opId]) ?? { kind: 'saved' as const };
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    here.current?.focus();
    if (fate.kind === 'received') void refresh('listClaims');
  }, [fate.kind, refresh]);
  const title = {
    saved: t('claim.savedTitle'),
    received: t('claim.submitted'),
    refused: t('claim.refusedTitle'),
  }[fate.kind];
  return (
    <div ref={here} tabIndex={-1} className={styles.claimed}>
      <FateRing fate={fate} />
      <PageTitle title={title}>
        {fate.kind === 'refused'
          ? t(fate.error === 'conflict' ? 'claim.conflict' : 'claim.refusedText')
          : t(fate.kind === 'saved' ? 'claim.savedText' : 'claim.submittedText')}
      </PageTitle>
      {fate.kind !== 'refused' && (
        <section className={styles.next} aria-labelledby="next">
          <h2 id="next">{t('claim.next')}</h2>
          <ol>
            {(['next1', 'next2', 'next3'] as const).map((key) => (
              <li key={key}>{t(`claim.${key}`)}</li>
            ))}
          </ol>
        </section>
      )}
      <div className={styles.choices}>
        {fate.kind === 'received' && <LinkButton to={`/claims/${fate.claimId}`}>{t('claim.see')}</LinkButton>}
        {fate.kind !== 'received' && <LinkButton to="/outbox">{t('details.toOutbox')}</LinkButton>}
        <LinkButton kind="outlined" to={`/items/${reportId}`}>
          {t('claim.toThing')}
        </LinkButton>
      </div>
    </div>
  );
}

function FateRing({ fate }: { fate: Fate }) {
  switch (fate.kind) {
    case 'saved':
      return <Ring shape="dashed" tone="wait" />;
    case 'received':
      return <Ring shape="closed" tone="brand" mark="tick" />;
    case 'refused':
      return <Ring shape="closed" tone="lost" mark="alert" />;
  }
}
