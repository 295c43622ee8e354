import { useTranslation } from 'react-i18next';
import type { Reunion } from '../../contract/reunion.ts';
import { Banner } from './banner.tsx';
import { LinkButton } from './button.tsx';
import styles from './reunion.module.css';

/** What a family does now that somebody who may be theirs was found: whom to call, where to go, what to take along. */
export function ReunionSteps({ reunion }: { reunion: Reunion }) {
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
      <h3>{t('reunion.now')}</h3>
      <ol className={styles.steps}>
        <li>{station ? t('reunion.station', { station }) : t('reunion.noStation')}</li>
        <li>{t('reunion.bring')}</li>
        <li>{t('reunion.alone')}</li>
      </ol>
      <LinkButton wide icon="phone" href={phone ? `tel:${phone.replaceAll(/[^+\d]/g, '')}` : 'tel:112'}>
        {phone ? t('reunion.callStation', { phone }) : t('details.call112')}
      </LinkButton>
      <h3>{t('reunion.where')}</h3>
      <p>{words ?? t('reunion.noWhere')}</p>
    </>
  );
}
