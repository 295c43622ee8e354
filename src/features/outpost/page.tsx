import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { isOutpost } from '../../platform/outpost.ts';
import { Banner } from '../../ui/banner.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Settings } from './settings.tsx';
import { SwitchOn } from './switch-on.tsx';

const OFFICES: readonly (string | undefined)[] = ['officer', 'moderator', 'admin'];

/** A device that several people share: made one here, and looked after here. */
export function Page() {
  const { t } = useTranslation();
  const mayDecide = useSession(({ user }) => OFFICES.includes(user?.role));
  return (
    <>
      <PageTitle title={t('outpost.title')} back="/">
        {t('outpost.lead')}
      </PageTitle>
      {isOutpost() ? (
        <Settings mayDecide={mayDecide} />
      ) : mayDecide ? (
        <SwitchOn />
      ) : (
        <Banner tone="brand" icon="info">
          {t('outpost.notYours')}
        </Banner>
      )}
    </>
  );
}
