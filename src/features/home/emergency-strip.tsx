import { useTranslation } from 'react-i18next';
import { EMERGENCY_NUMBERS } from '../../../contract/limits.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './emergency-strip.module.css';

/** The four numbers, each one press away; 112 first (R28 to R31, A43). */
export function EmergencyStrip() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="emergency">
      <h2 id="emergency">{t('emergency.title')}</h2>
      <ul className={styles.numbers}>
        {EMERGENCY_NUMBERS.map((number) => (
          <li key={number}>
            <a className={styles.number} href={`tel:${number}`}>
              <Icon name="phone" size="small" />
              <b className={styles.digits}>{number}</b>
              <span className={styles.what}>{t(`emergency.${number}`)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
