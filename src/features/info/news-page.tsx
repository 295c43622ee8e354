import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDate } from '../../i18n/relative-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useArticles, useWords } from './articles.ts';
import styles from './info.module.css';

/** All articles, newest first (R12, R221). */
export function Page() {
  const { t } = useTranslation();
  const inWords = useWords();
  const articles = useArticles();
  return (
    <>
      <PageTitle title={t('news.title')}>{t('news.lead')}</PageTitle>
      <ul className={styles.cards}>
        {articles.map((article) => {
          const { title, excerpt } = inWords(article);
          return (
            <li key={article.id}>
              <Link className={`${styles.card} ${styles.cardLink}`} to={`/news/${article.id}`}>
                <span>
                  <Badge tone="plain">{t(`news.${article.category}`)}</Badge>
                </span>
                <h2>{title}</h2>
                <p>{excerpt}</p>
                <p className={styles.quiet}>{formatDate(t, new Date(`${article.date}T00:00`))}</p>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
