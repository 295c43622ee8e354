import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useServices } from '../../services.ts';
import type { LocalDb } from '../../store/db.ts';
import { correctionOf } from '../../store/own/drafts.ts';
import { type FormStart, startOf, useFormStart } from '../../store/own/form-start.ts';
import type { OwnReport } from '../../store/rows.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ItemForm } from './item-form.tsx';
import { PersonForm } from './person-form.tsx';
import { Posted } from './posted.tsx';

/** A report that waits on this phone, back in its form with all its answers; it goes as it is until it is saved here. */
export function Correct({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { db } = useServices();
  const made = useFormStart(() => read(db, id), id);
  const [saved, setSaved] = useState<OwnReport>();

  if (saved) return <Posted report={saved} another={t('post.another')} onAnother={() => void navigate('/post-item')} />;
  return (
    <>
      <PageTitle title={t('form.correctTitle')} back="/outbox">
        {t('form.correctLead')}
      </PageTitle>
      {!made && <Skeleton rows={3} />}
      {made?.kind === 'arrived' && (
        <EmptyState
          title={t('form.correctArrived')}
          action={<LinkButton to="/outbox">{t('form.toOutbox')}</LinkButton>}
        />
      )}
      {made?.kind === 'item' && <ItemForm start={made.start} onSaved={setSaved} />}
      {made?.kind === 'person' && <PersonForm start={made.start} onSaved={setSaved} />}
    </>
  );
}

async function read(
  db: LocalDb,
  id: string,
): Promise<{ kind: 'item' | 'person'; start: FormStart } | { kind: 'arrived' }> {
  const draft = await correctionOf(db, id, Date.now());
  if (!draft) return { kind: 'arrived' };
  return { kind: draft.form === 'item' ? 'item' : 'person', start: await startOf(db, draft) };
}
