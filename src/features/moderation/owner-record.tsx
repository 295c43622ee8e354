import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Review } from '../../../contract/moderation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './moderation.module.css';
import { SuspendDialog } from './suspend-dialog.tsx';

/** Who posted it and what became of their earlier posts; false reports may end in a suspension (R23). */
export function OwnerRecord({ owner }: { owner: NonNullable<Review['owner']> }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { name, role, published, rejected, suspended } = owner;
  return (
    <section className={styles.owner} aria-labelledby="owner">
      <h3 id="owner">{t('moderation.owner')}</h3>
      <p className={styles.marks}>
        <b>{name}</b> {t(`profile.roles.${role}`)} {suspended && <Badge tone="lost">{t('moderation.suspended')}</Badge>}
      </p>
      <p className={styles.quiet}>{t('moderation.record', { published, rejected })}</p>
      <Button kind={suspended ? 'outlined' : 'danger'} onClick={() => setAsking(true)}>
        {t(suspended ? 'moderation.lift' : 'moderation.suspend')}
      </Button>
      {asking && <SuspendDialog who={owner} reads="moderationQueue" onClose={() => setAsking(false)} />}
    </section>
  );
}
