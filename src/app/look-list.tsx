import { useTranslation } from 'react-i18next';
import { chooseSimple, chooseTextSize, TEXT_SIZES, useLook } from '../platform/look.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Segment } from '../ui/segment.tsx';
import { LanguageList } from './language-list.tsx';
import styles from './look-list.module.css';

/** How the app speaks and looks: its language, the size of its text, and the simple view. */
export function LookList() {
  const { t } = useTranslation();
  const { textSize, isSimple } = useLook();
  return (
    <>
      <LanguageList />
      <details className={styles.more}>
        <summary>{t('look.title')}</summary>
        <Segment
          legend={t('look.textSize')}
          shown
          value={textSize}
          onChange={chooseTextSize}
          options={TEXT_SIZES.map((value) => ({ value, label: `${value} %` }))}
        />
        <Checkbox checked={isSimple} onChange={chooseSimple} label={t('look.simple')} detail={t('look.simpleDetail')} />
      </details>
    </>
  );
}
