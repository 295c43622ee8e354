import { useTranslation } from 'react-i18next';
import type { Taking } from '../../face/download.ts';
import { Banner } from '../../ui/banner.tsx';
import type { FacesHere } from './use-faces-here.ts';

interface FacesWordsProps {
  here: FacesHere['kind'];
  taking: Taking;
  /** The server has none to give. */
  noModels: boolean;
}

/** Why this phone cannot scan yet, or what is being done about it; nothing when it can. */
export function FacesWords({ here, taking, noModels }: FacesWordsProps) {
  const { t } = useTranslation();
  if (here === 'mending')
    return (
      <Banner tone="wait" icon="refresh">
        {t('scan.packMending')}
      </Banner>
    );
  if (here !== 'lacking' && here !== 'damaged') return null;
  if (noModels)
    return (
      <Banner tone="wait" icon="info">
        {t('offline.noModels')}
      </Banner>
    );
  if (taking.kind === 'taking' || taking.kind === 'waiting')
    return (
      <Banner tone="brand" icon="download">
        {t('scan.packComing')}
      </Banner>
    );
  if (taking.kind === 'failed')
    return (
      <Banner tone="lost" icon="alert">
        <b>{t(`errors.${taking.code}.what`)}</b> {t(`errors.${taking.code}.todo`)} {t('offline.resume')}
      </Banner>
    );
  if (here === 'damaged')
    return (
      <Banner tone="lost" icon="alert">
        <b>{t('errors.models-broken.what')}</b> {t('errors.models-broken.todo')}
      </Banner>
    );
  return (
    <Banner tone="brand" icon="download">
      {t('scan.packNeeded')}
    </Banner>
  );
}
