/** The articles: those that came with the app at once and always, and whatever newer ones the server has. */

import { useTranslation } from 'react-i18next';
import type { Article } from '../../../contract/news.ts';
import { ARTICLES } from '../../../reference/articles.ts';
import { useRead } from '../../api/use-read.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../i18n/language.ts';

export function useArticles(): readonly Article[] {
  const { data } = useRead('listNews', {});
  return data ? together(data.data, ARTICLES) : ARTICLES;
}

/** Newest first; of one article the server's words count. */
export function together(theirs: readonly Article[], ours: readonly Article[]): Article[] {
  const byId = new Map([...ours, ...theirs].map((article) => [article.id, article]));
  return [...byId.values()].sort((a, b) => b.date.localeCompare(a.date));
}

/** The words of an article in the language that is read; in English where it has none. */
export function useWords(): ({ title, excerpt, body }: Article) => { title: string; excerpt: string; body: string[] } {
  const { language } = useTranslation().i18n;
  const read: Language = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  return ({ title, excerpt, body }) => ({
    title: title[read] ?? title.en,
    excerpt: excerpt[read] ?? excerpt.en,
    body: body[read] ?? body.en,
  });
}
