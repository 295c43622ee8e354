/** The share page as HTML: no script, no call but for its photo, a style of its own that the policy knows by its hash. Pure. */

import { createHash } from 'node:crypto';
import { Language } from '../../contract/auth.ts';
import { SAW_HASH } from '../../contract/share.ts';
import { CARD } from '../files/card.ts';
import { escapeHtml } from '../http/html.ts';
import type { Sheet } from './sheet.ts';
import { WORDS } from './words.ts';

export interface Addresses {
  /** Absolute: chats take no other. */
  page: string;
  image: string;
}

const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#14172b;--quiet:#565c78;--soft:#f1f2f7;--lost:#b01c1c;--found:#046a4a;--link:#2b3bb5}
@media (prefers-color-scheme:dark){:root{--paper:#12141f;--ink:#f3f4fa;--quiet:#b3b8cf;--soft:#1f2233;--lost:#b01c1c;--found:#046a4a;--link:#aab4ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,"Noto Sans","Noto Sans Gurmukhi","Noto Sans Devanagari",sans-serif}
main,header p,footer{max-width:40rem;margin:0 auto;padding:0 1rem}
header{background:var(--quiet);color:#fff;padding:.75rem 0}
header.lost{background:var(--lost)}header.found{background:var(--found)}header.quiet{background:#565c78}
header p{font-size:1.75rem;font-weight:700;letter-spacing:.02em;line-height:1.3}
img{display:block;width:100%;max-height:60vh;object-fit:contain;background:var(--soft);margin:1rem 0 0;border-radius:.75rem}
h1{font-size:2rem;line-height:1.25;margin:1rem 0 .5rem;overflow-wrap:anywhere}
dl{margin:0 0 1rem;display:grid;gap:.25rem}dl div{display:flex;gap:.5rem;flex-wrap:wrap}dt{color:var(--quiet)}dd{margin:0;font-weight:600;overflow-wrap:anywhere}
.ways{display:grid;gap:.75rem;margin:1.25rem 0}
.ways a{display:flex;align-items:center;justify-content:center;min-height:3.25rem;padding:.5rem 1rem;border-radius:.75rem;border:2px solid var(--link);color:var(--link);font-weight:700;text-decoration:none;text-align:center}
.ways a.first{background:#2b3bb5;border-color:#2b3bb5;color:#fff}
.ways a.call{border-color:var(--lost);background:var(--lost);color:#fff}
a:focus-visible{outline:3px solid var(--link);outline-offset:3px}
footer{padding-block:1rem 2rem;border-top:1px solid var(--soft);margin-top:2rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}nav a{color:var(--link);display:inline-flex;align-items:center;min-height:2.75rem}
@media (min-width:48rem){.ways{grid-template-columns:1fr 1fr}.ways a:first-child{grid-column:1/-1}}
`;

/** Nothing is done by this page, and nothing fetched but its photo. */
export const POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

export function pageOf(sheet: Sheet, at: Addresses): string {
  const { language, head, name, facts, text, indexed, shown, tone } = sheet;
  const words = WORDS[language];
  const title = shown ? `${head}: ${name}` : name;
  const summary = shown ? [...facts.map(({ value }) => value), words.help].join(' · ') : text;
  const say = escapeHtml;
  const meta = [
    ['og:type', 'website'],
    ['og:site_name', words.site],
    ['og:title', title],
    ['og:description', summary],
    ['og:url', at.page],
    ['og:image', at.image],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', String(CARD.width)],
    ['og:image:height', String(CARD.height)],
    ['og:image:alt', title],
    ['og:locale', `${language}_IN`],
  ].map(([property = '', content = '']) => `<meta property="${property}" content="${say(content)}">`);
  const photo = shown?.photo ? `<img src="/files/${shown.photo}?size=full" alt="${say(words.photoOf(name))}">` : '';
  const list = facts.map(
    ({ label, value }) => `<div>${label ? `<dt>${say(label)}</dt>` : ''}<dd>${say(value)}</dd></div>`,
  );
  const first = shown
    ? `<a class="first" href="/items/${shown.id}${shown.isPerson ? SAW_HASH : ''}">${say(shown.isPerson ? words.saw : words.thing)}</a>`
    : '';
  const calls =
    `<a class="call" href="tel:112">${say(words.call112)}</a>` + `<a href="tel:1098">${say(words.call1098)}</a>`;
  const others = Language.options
    .filter((other) => other !== language)
    .map((other) => `<a href="?lang=${other}" lang="${other}" hreflang="${other}">${say(WORDS[other].language)}</a>`);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say(title)}</title>
<meta name="description" content="${say(summary)}">
${indexed ? '' : '<meta name="robots" content="noindex">\n'}<meta name="twitter:card" content="summary_large_image">
${meta.join('\n')}
<link rel="icon" href="/icons/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<header class="${tone}"><p>${say(head)}</p></header>
<main>
${photo}
<h1>${say(name)}</h1>
${list.length > 0 ? `<dl>${list.join('')}</dl>` : ''}
<p>${say(text)}</p>
<div class="ways">${first}${calls}</div>
</main>
<footer><nav>${others.join('')}<a href="/about">${say(words.more)}</a></nav></footer>
</body>
</html>
`;
}
