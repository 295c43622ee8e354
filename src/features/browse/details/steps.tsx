import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../../../contract/report.ts';
import { nextSteps } from './next-steps.ts';
import styles from './steps.module.css';

/** What to do now, for this kind of loss or find, with numbers to tap and official pages to open. */
export function Steps({ view }: { view: ReportView }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">{t('details.steps')}</h2>
      <ol className={styles.steps}>
        {nextSteps(view).map((step) => (
          <li key={step.text}>
            {t(`steps.${step.text}`)}
            {'call' in step && (
              <a className={styles.way} href={`tel:${step.call}`}>
                {step.call}
              </a>
            )}
            {'page' in step && (
              <a className={styles.way} href={step.page.href} target="_blank" rel="noopener noreferrer">
                {step.page.name}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
