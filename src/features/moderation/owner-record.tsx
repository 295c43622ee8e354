import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Review } from '../../../contract/moderation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './moderation.module.css';
import { StrikeDialog } from './strike-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

/** Who posted it and what became of their earlier posts; false reports may end in a suspension (R23). */
export function OwnerRecord({ owner, reportId }: { owner: NonNullable<Review['owner']>; reportId: string }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'suspend' | 'strike'>();
  const { name, role, published, rejected, suspended } = owner;
  return (
    <section className={styles.owner} aria-labelledby="owner">
      <h3 id="owner">{t('moderation.owner')}</h3>
      <p className={styles.marks}>
        <b>{name}</b> {t(`profile.roles.${role}`)} {suspended && <Badge tone="lost">{t('moderation.suspended')}</Badge>}
      </p>
      <p className={styles.quiet}>{t('moderation.record', { published, rejected })}</p>
      <div className={styles.moves}>
        <Button kind="outlined" onClick={() => setAsking('strike')}>
          {t('moderation.strike')}
        </Button>
        <span className={styles.apart}>
          <Button kind="quiet" onClick={() => setAsking('suspend')}>
            {t(suspended ? 'moderation.lift' : 'moderation.suspend')}
          </Button>
        </span>
      </div>
      {asking === 'suspend' && (
        <SuspendDialog who={owner} reads="moderationQueue" onClose={() => setAsking(undefined)} />
      )}
      {asking === 'strike' && (
        <StrikeDialog about="report" id={reportId} name={name} onClose={() => setAsking(undefined)} />
      )}
    </section>
  );
}
