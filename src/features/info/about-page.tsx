import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ReadAloud } from '../../ui/read-aloud.tsx';
import styles from './info.module.css';
import { Prose } from './prose.tsx';

const SECTIONS = ['purpose', 'offline', 'face', 'limits'] as const;
const VIEWERS = ['everyone', 'member', 'officer', 'nobody'] as const;

/** What this is for, how faces are compared and where that ends, and who sees what (R33, A47). */
export function Page() {
  const { t } = useTranslation();
  const words = SECTIONS.map((section) => `${t(`about.${section}.title`)}. ${t(`about.${section}.text`)}`);
  return (
    <div className={styles.page}>
      <PageTitle title={t('about.title')}>{t('about.lead')}</PageTitle>
      <ReadAloud text={[t('about.lead'), ...words].join(' ')} />
      {SECTIONS.map((section) => (
        <section key={section} className={styles.section}>
          <h2>{t(`about.${section}.title`)}</h2>
          <Prose text={t(`about.${section}.text`)} />
        </section>
      ))}
      <section className={styles.section}>
        <h2>{t('about.sees.title')}</h2>
        <div className={styles.cards}>
          {VIEWERS.map((viewer) => (
            <div key={viewer} className={styles.card}>
              <h3>{t(`about.sees.${viewer}.title`)}</h3>
              <Prose text={t(`about.sees.${viewer}.text`)} />
            </div>
          ))}
        </div>
      </section>
      <section className={styles.section}>
        <h2>{t('about.review.title')}</h2>
        <Prose text={t('about.review.text')} />
      </section>
      <nav className={styles.foot} aria-label={t('about.more')}>
        <LinkButton kind="outlined" to="/faqs">
          {t('nav.faqs')}
        </LinkButton>
        <LinkButton kind="outlined" to="/privacy-policy">
          {t('nav.privacy')}
        </LinkButton>
      </nav>
    </div>
  );
}
