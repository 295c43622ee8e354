import { useTranslation } from 'react-i18next';
import { GUIDELINES_LINK, SITE } from '../../../contract/site.ts';
import { Legal, useLegalValues } from './legal.tsx';

/** R141. */
const SECTIONS = [
  'acceptance',
  'use',
  'obligations',
  'ip',
  'content',
  'liability',
  'disclaimer',
  'termination',
  'modifications',
  'law',
  'contact',
] as const;

/** `#content` is the page's own content, where the skip link leads. */
const CONTENT_ID = GUIDELINES_LINK.split('#')[1] ?? 'content-policy';

export function Page() {
  const { t } = useTranslation();
  const values = useLegalValues();
  const place = SITE.jurisdiction;
  // Whose courts decide is for who runs it to say (R144).
  const courts = place === '' ? t('terms.law.open') : t('terms.law.named', { place });
  return (
    <Legal
      title={t('terms.title')}
      lead={t('terms.lead')}
      sections={SECTIONS.map((section) => ({
        id: section === 'content' ? CONTENT_ID : section,
        title: t(`terms.${section}.title`),
        text: t(`terms.${section}.text`, values) + (section === 'law' ? `\n${courts}` : ''),
      }))}
    />
  );
}
