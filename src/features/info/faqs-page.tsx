import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SITE } from '../../../contract/site.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { toggled } from './accordion.ts';
import styles from './faqs.module.css';
import { ReportGrid } from './report-grid.tsx';

/** R81: they look like filters and are none, so nobody is told of them. */
const CHIPS = ['chipDesign', 'chipService', 'chipPricing'] as const;
/** R82, R407. */
const QUESTIONS = ['lostPeople', 'foundPeople', 'reporting', 'searching', 'support'] as const;

/** R40, R80 to R92. */
export function Page() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<(typeof QUESTIONS)[number]>();
  const values = { email: SITE.supportEmail, phone: SITE.supportPhoneText };
  return (
    <>
      <PageTitle title={t('faqs.title')}>{t('faqs.subtitle')}</PageTitle>
      <p className={styles.chips} aria-hidden="true">
        {CHIPS.map((chip) => (
          <span key={chip} className={styles.chip}>
            {t(`faqs.${chip}`)}
          </span>
        ))}
      </p>
      <section className={styles.questions} aria-label={t('faqs.questions')}>
        {QUESTIONS.map((question) => (
          <div key={question} className={styles.question}>
            <h2>
              <button
                type="button"
                className={styles.press}
                id={`faq-${question}`}
                aria-expanded={open === question}
                aria-controls={`faq-${question}-answer`}
                onClick={() => setOpen(toggled(open, question))}
              >
                {t(`faqs.${question}.question`)}
                <span className={styles.arrow}>
                  <Icon name="forward" size="small" />
                </span>
              </button>
            </h2>
            <p id={`faq-${question}-answer`} className={styles.answer} hidden={open !== question}>
              {t(`faqs.${question}.answer`, values)}
            </p>
          </div>
        ))}
      </section>
      <section className={styles.reports} aria-labelledby="faq-reports">
        <h2 id="faq-reports">{t('faqs.reports')}</h2>
        <ReportGrid />
      </section>
    </>
  );
}
