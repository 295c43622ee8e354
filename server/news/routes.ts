/** The news: the articles that come with the server (R12, R46). */

import { AppError } from '../../contract/errors.ts';
import { getNews, listNews } from '../../contract/news.ts';
import { ARTICLES } from '../../reference/articles.ts';
import { type Http, mount } from '../http/mount.ts';

export function newsRoutes(http: Http): void {
  mount(http, listNews, async () => ({ data: [...ARTICLES] }));
  mount(http, getNews, async ({ input: { id } }) => {
    const data = ARTICLES.find((article) => article.id === id);
    if (!data) throw new AppError('not-found', 'There is no article of this name');
    return { data };
  });
}
