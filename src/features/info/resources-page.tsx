import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ARTICLES } from '../../../reference/articles.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useWords } from './articles.ts';
import info from './info.module.css';
import { Prose } from './prose.tsx';
import styles from './resources.module.css';
import { CASES, NUMBERS, SERVICES } from './resources.ts';

/** R165: links, articles and examples about missing people in India; all of its words are in the app. */
export function Page() {
  const { t } = useTranslation();
  const inWords = useWords();
  return (
    <>
      <PageTitle title={t('resources.title')}>{t('resources.lead')}</PageTitle>
      <section className={info.section}>
        <h2>{t('resources.numbers')}</h2>
        <ul className={info.cards}>
          {NUMBERS.map(({ id, number, proved }) => (
            <li key={id}>
              <a className={`${info.card} ${info.cardLink}`} href={`tel:${number}`}>
                <span className={styles.number}>
                  <Icon name="phone" size="small" />
                  {number}
                </span>
                <b>{t(`resources.${id}.name`)}</b>
                <span>{t(`resources.${id}.text`)}</span>
                {!proved && <span className={info.quiet}>{t('resources.unproved')}</span>}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className={info.section}>
        <h2>{t('resources.services')}</h2>
        <p className={info.quiet}>{t('resources.elsewhere')}</p>
        <ul className={info.cards}>
          {SERVICES.map(({ id, url }) => (
            <li key={id}>
              <a className={`${info.card} ${info.cardLink}`} href={url} target="_blank" rel="noopener noreferrer">
                <b>{t(`resources.${id}.name`)}</b>
                <span>{t(`resources.${id}.text`)}</span>
                <span className={styles.host}>
                  {new URL(url).host} <span className="unseen">({t('resources.newTab')})</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className={info.section}>
        <h2>{t('resources.news')}</h2>
        <ul>
          {ARTICLES.map((article) => (
            <li key={article.id}>
              <Link className={info.more} to={`/news/${article.id}`}>
                {inWords(article).title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className={info.section}>
        <h2>{t('resources.cases')}</h2>
        <p className={info.quiet}>{t('resources.casesNote')}</p>
        <ul className={info.cards}>
          {CASES.map((id) => (
            <li key={id} className={info.card}>
              <h3>{t(`resources.${id}.title`)}</h3>
              <Prose text={t(`resources.${id}.text`)} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
