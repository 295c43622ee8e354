/** News articles: short, bundled with server and app, in every language (R12, R46, R221, A47). */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PERMISSIONS } from './user.ts';

/** Of a server older than a language, English is read. */
const InEach = z.object({ en: z.string(), pa: z.string(), hi: z.optional(z.string()) });

export const Article = z.object({
  /** A short name in Latin letters, used in the address. */
  id: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  category: z.enum(['safety', 'how-to', 'story']),
  /** The day it was written. */
  date: z.iso.date(),
  title: InEach,
  excerpt: InEach,
  /** Paragraphs. */
  body: z.object({ en: z.array(z.string()), pa: z.array(z.string()), hi: z.optional(z.array(z.string())) }),
});
export type Article = z.infer<typeof Article>;

export const listNews = endpoint({
  method: 'GET',
  path: '/news',
  access: PERMISSIONS.public,
  input: z.object({}),
  output: z.object({ data: z.array(Article) }),
});

export const getNews = endpoint({
  method: 'GET',
  path: '/news/:id',
  access: PERMISSIONS.public,
  input: z.object({ id: z.string().check(z.maxLength(80)) }),
  output: z.object({ data: Article }),
});
