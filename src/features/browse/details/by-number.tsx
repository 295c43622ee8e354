import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';
import { numberIn } from '../../../../contract/share.ts';
import { useServices } from '../../../services.ts';
import { findByNumber } from '../../../store/others/records.ts';
import { findOwnByNumber } from '../../../store/own/made.ts';
import { Banner } from '../../../ui/banner.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { RecordSkeleton } from '../../../ui/skeleton.tsx';

/** /r/NUMBER without a network: what the server would show is here where this phone keeps the record (decision 083). */
export function Page() {
  const { t } = useTranslation();
  const { db } = useServices();
  const { number = '' } = useParams();
  const wanted = numberIn(number);
  const id = useLiveQuery(
    async () => (await findByNumber(db, wanted))?.id ?? (await findOwnByNumber(db, wanted))?.entityId ?? null,
    [db, wanted],
  );
  if (id === undefined) return <RecordSkeleton />;
  if (id !== null) return <Navigate to={`/items/${id}`} replace />;
  return (
    <>
      <PageTitle title={wanted} back="/" />
      <Banner tone="wait" icon="info">
        {t('details.notHereText')}
      </Banner>
    </>
  );
}
