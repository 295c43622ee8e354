import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../contract/report.ts';
import styles from './ask-news.module.css';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

interface AskNewsProps {
  asked: NonNullable<ReportView['asked']>;
  /** They look on. */
  onLooking: () => void;
  /** Absent where it ends otherwise. */
  onFound: (() => void) | undefined;
}

/** Whoever misses somebody is asked whether there is news: one tap answers, and none changes nothing. */
export function AskNews({ asked, onLooking, onFound }: AskNewsProps) {
  const { t } = useTranslation();
  return (
    <Banner tone="wait" icon="question">
      <p>{t(`owner.ask.${asked}`)}</p>
      <div className={styles.answers}>
        <Button onClick={onLooking}>{t('owner.ask.missing')}</Button>
        {onFound && (
          <Button kind="outlined" icon="check" onClick={onFound}>
            {t('owner.ask.found')}
          </Button>
        )}
      </div>
    </Banner>
  );
}
