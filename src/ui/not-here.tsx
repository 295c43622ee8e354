import { useTranslation } from 'react-i18next';
import { LinkButton } from './button.tsx';
import { PageTitle } from './page-title.tsx';

/** A page that is not there for this reader, with a way out. */
export function NotHere() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t('notFound.title')}>{t('notFound.text')}</PageTitle>
      <LinkButton to="/">{t('notFound.home')}</LinkButton>
    </>
  );
}
