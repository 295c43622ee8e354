import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { formatDate } from '../../i18n/relative-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ReadAloud } from '../../ui/read-aloud.tsx';
import { useArticles, useWords } from './articles.ts';
import styles from './info.module.css';
import { Prose } from './prose.tsx';

/** One article (R46). */
export function Page() {
  const { t } = useTranslation();
  const { id } = useParams();
  const inWords = useWords();
  const articles = useArticles();
  const article = articles.find((one) => one.id === id);
  if (!article) {
    return (
      <>
        <PageTitle title={t('news.missing')}>{t('news.missingText')}</PageTitle>
        <LinkButton to="/news">{t('news.back')}</LinkButton>
      </>
    );
  }
  const { title, excerpt, body: paragraphs } = inWords(article);
  const body = paragraphs.join('\n');
  return (
    <article className={styles.page}>
      <PageTitle title={title} back="/news">
        {excerpt}
      </PageTitle>
      <p className={styles.quiet}>
        <Badge tone="plain">{t(`news.${article.category}`)}</Badge>{' '}
        <time dateTime={article.date}>
          {t('news.written', { date: formatDate(t, new Date(`${article.date}T00:00`)) })}
        </time>
      </p>
      <ReadAloud text={`${title}. ${body}`} />
      <div className={styles.body}>
        <Prose text={body} />
      </div>
      <nav className={styles.section} aria-label={t('news.others')}>
        <h2>{t('news.others')}</h2>
        <ul>
          {articles
            .filter((other) => other.id !== article.id)
            .slice(0, 3)
            .map((other) => (
              <li key={other.id}>
                <Link className={styles.more} to={`/news/${other.id}`}>
                  {inWords(other).title}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </article>
  );
}
