/** The words of mails, in the reader's language. */

import type { Language } from '../../contract/auth.ts';
import en from './en.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import pa from './pa.json' with { type: 'json' };

type Texts = { [key: string]: string | Texts };

/** `a.b` for each text in a tree of texts. */
type KeyOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}` }[keyof T & string];
export type MailKey = KeyOf<typeof en>;

const TEXTS: Record<Language, Texts> = { en, pa, hi };

/** One text with its `{{values}}` filled in; in English where the language has none. */
export function mailText(
  language: Language,
  key: MailKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = find(TEXTS[language], key) ?? find(en, key) ?? key;
  return text.replace(/{{\s*(\w+)\s*}}/g, (_, name: string) => String(values[name] ?? ''));
}

function find(texts: Texts, key: string): string | undefined {
  const found = key.split('.').reduce<Texts | string | undefined>(lookUp, texts);
  return typeof found === 'string' ? found : undefined;
}

const lookUp = (at: Texts | string | undefined, name: string): Texts | string | undefined =>
  typeof at === 'object' ? at[name] : undefined;
