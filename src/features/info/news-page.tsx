import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDate } from '../../i18n/relative-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useArticles, useReadingLanguage } from './articles.ts';
import styles from './info.module.css';

/** All articles, newest first (R12, R221). */
export function Page() {
  const { t } = useTranslation();
  const language = useReadingLanguage();
  const articles = useArticles();
  return (
    <>
      <PageTitle title={t('news.title')}>{t('news.lead')}</PageTitle>
      <ul className={styles.cards}>
        {articles.map(({ id, title, excerpt, category, date }) => (
          <li key={id}>
            <Link className={`${styles.card} ${styles.cardLink}`} to={`/news/${id}`}>
              <span>
                <Badge tone="plain">{t(`news.${category}`)}</Badge>
              </span>
              <h2>{title[language]}</h2>
              <p>{excerpt[language]}</p>
              <p className={styles.quiet}>{formatDate(t, new Date(`${date}T00:00`))}</p>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
