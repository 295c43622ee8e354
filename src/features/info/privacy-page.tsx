import { useTranslation } from 'react-i18next';
import { KEPT_DAYS } from '../../../contract/kept.ts';
import { Legal, useLegalValues } from './legal.tsx';

/** R140, and how long things are kept, which the law wants said. */
const SECTIONS = [
  'introduction',
  'collection',
  'usage',
  'sharing',
  'security',
  'retention',
  'rights',
  'cookies',
  'contact',
] as const;

export function Page() {
  const { t } = useTranslation();
  const values = useLegalValues();
  return (
    <Legal
      title={t('privacy.title')}
      lead={t('privacy.lead')}
      sections={SECTIONS.map((section) => ({
        id: section,
        title: t(`privacy.${section}.title`),
        text: t(`privacy.${section}.text`, { ...values, ...KEPT_DAYS }),
      }))}
    />
  );
}
