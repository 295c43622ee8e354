import { useTranslation } from 'react-i18next';
import { type About, nextSteps } from './next-steps.ts';
import styles from './steps.module.css';

/**
 * What to do now, for this kind of loss or find, with numbers to tap and official pages to open. `isPlain`: the screen has the
 * numbers as buttons.
 */
export function Steps({ of, isPlain = false }: { of: About; isPlain?: boolean }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">{t('details.steps')}</h2>
      <ol className={styles.steps}>
        {nextSteps(of).map((step) => (
          <li key={step.text}>
            {t(`steps.${step.text}`)}
            {'call' in step && !isPlain && (
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
