import { useTranslation } from 'react-i18next';
import type { Reunion } from '../../contract/reunion.ts';
import { Banner } from './banner.tsx';
import { LinkButton } from './button.tsx';
import styles from './reunion.module.css';

interface ReunionStepsProps {
  reunion: Reunion;
  /** The one below that of what it stands in. */
  heading: 'h2' | 'h3' | 'h4';
}

/** What a family does now that somebody who may be theirs was found: whom to call, where to go, what to take along. */
export function ReunionSteps({ reunion, heading: Heading }: ReunionStepsProps) {
  const { t } = useTranslation();
  const { station, words, phone, together } = reunion;
  if (together)
    return (
      <Banner tone="found" icon="check">
        {t('reunion.thanks')}
      </Banner>
    );
  return (
    <>
      <p>{t('reunion.lead')}</p>
      <Heading>{t('reunion.now')}</Heading>
      <ol className={styles.steps}>
        <li>{station ? t('reunion.station', { station }) : t('reunion.noStation')}</li>
        <li>{t('reunion.bring')}</li>
        <li>{t('reunion.alone')}</li>
      </ol>
      <LinkButton wide icon="phone" href={phone ? `tel:${phone.replaceAll(/[^+\d]/g, '')}` : 'tel:112'}>
        {phone ? t('reunion.callStation', { phone }) : t('details.call112')}
      </LinkButton>
      <Heading>{t('reunion.where')}</Heading>
      <p>{words ?? t('reunion.noWhere')}</p>
    </>
  );
}
