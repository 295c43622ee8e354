import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../contract/report.ts';
import { Banner } from './banner.tsx';
import { LinkButton } from './button.tsx';

interface FaceMissingProps {
  why: NonNullable<ReportView['faceless']>;
  /** Where a photo is added. */
  to: string;
}

/** Whoever posted a person learns that nobody is found by its photos, and what helps. */
export function FaceMissing({ why, to }: FaceMissingProps) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="wait"
      icon="info"
      action={
        <LinkButton kind="outlined" icon="camera" to={to}>
          {t('owner.face.add')}
        </LinkButton>
      }
    >
      {t(`owner.face.${why}`)}
    </Banner>
  );
}
