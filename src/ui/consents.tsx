import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Consents, Purpose } from '../../contract/consent.ts';
import { POLICY } from '../../contract/site.ts';
import { Checkbox } from './checkbox.tsx';
import styles from './consents.module.css';

interface ConsentsProps {
  /** Whom or what the report is about: of a child nothing is shown, and a guardian agrees. */
  of: 'adult' | 'child' | 'item';
  given: Consents;
  onChange: (purpose: Purpose, given: boolean) => void;
}

const ASKED: Record<ConsentsProps['of'], readonly Purpose[]> = {
  adult: ['photo', 'compare', 'carry', 'phone'],
  child: ['guardian', 'compare', 'carry'],
  item: ['phone'],
};

/** A child's face goes to fewer phones than an adult's. */
const wordsOf = (purpose: Purpose, of: ConsentsProps['of']): Purpose | 'carryChild' =>
  purpose === 'carry' && of === 'child' ? 'carryChild' : purpose;

/** The notice, by itself, and one yes for each purpose; taken back as it was given. */
export function ConsentChoices({ of, given, onChange }: ConsentsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.consents}>
      <legend className={styles.legend}>{t('consent.title')}</legend>
      <p className={styles.note}>{t(`consent.notice.${of}`)}</p>
      {ASKED[of].map((purpose) => (
        <Checkbox
          key={purpose}
          checked={given[purpose]}
          onChange={(yes) => onChange(purpose, yes)}
          label={t(`consent.${wordsOf(purpose, of)}.label`)}
          detail={t(`consent.${wordsOf(purpose, of)}.detail`)}
        />
      ))}
      <p className={styles.note}>
        {t('consent.version', { version: POLICY.version })} <Link to="/privacy-policy">{t('nav.privacy')}</Link>
      </p>
    </fieldset>
  );
}
