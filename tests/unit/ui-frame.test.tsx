/** What every page shows around itself, drawn as the build draws it. */

import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { FAQ_LINK, GUIDELINES_LINK, SITE } from '../../contract/site.ts';
import { BottomBar } from '../../src/app/bottom-bar.tsx';
import { Footer } from '../../src/app/footer.tsx';
import { Header } from '../../src/app/header.tsx';
import { LanguageList } from '../../src/app/language-list.tsx';
import { Layout } from '../../src/app/layout.tsx';
import { Menu } from '../../src/app/menu.tsx';
import { ABOUT_US, LEGAL_PAGES, PAGES, SEARCHING, SIGNED_OUT_PAGES } from '../../src/app/pages.ts';
import { EmergencyStrip } from '../../src/features/home/emergency-strip.tsx';
import { Page as Home } from '../../src/features/home/page.tsx';
import { DEFAULT_LANGUAGE, LANGUAGES, otherLanguage, showLanguage, startTranslation } from '../../src/i18n/language.ts';
import { Field } from '../../src/ui/field.tsx';
import { Progress } from '../../src/ui/progress.tsx';
import { Ring } from '../../src/ui/ring.tsx';
import { Spinner } from '../../src/ui/spinner.tsx';
import { closeToast, showToast, useToasts } from '../../src/ui/toasts.ts';

let i18n: Awaited<ReturnType<typeof startTranslation>>;
beforeAll(async () => {
  i18n = await startTranslation('en');
});

const draw = (part: React.ReactNode, at = '/') =>
  renderToStaticMarkup(<StaticRouter location={at}>{part}</StaticRouter>);
const linksIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
const EMERGENCY = ['tel:112', 'tel:1098', 'tel:1930', 'tel:1094'];

describe('the frame', () => {
  it('has a header that calls 112 and leads to the seven pages of everyone (R56, R62)', () => {
    expect(PAGES.map(({ path }) => path)).toEqual([
      '/',
      '/lost-peoples',
      '/found-items',
      '/face-recognition',
      '/about',
      '/faqs',
      '/contact-us',
    ]);
    const links = linksIn(draw(<Header />));
    expect(links).toContain('tel:112');
    for (const { path } of PAGES) expect(links).toContain(path);
  });

  it('groups the rows of its menu: where to look, what is one’s own, what there is to read', () => {
    const html = draw(<Menu />);
    const groups = [...html.matchAll(/<ul>(.*?)<\/ul>/g)].map(([, rows]) => linksIn(rows ?? ''));
    const [looking, own, reading] = groups;
    expect(groups).toHaveLength(3);
    expect(looking).toEqual(SEARCHING.map(({ path }) => path));
    expect(own).toEqual(expect.arrayContaining(SIGNED_OUT_PAGES.map(({ path }) => path)));
    expect(reading).toEqual(ABOUT_US.map(({ path }) => path));
  });

  it('is drawn signed out, with the ways to sign in and to register, for everyone (R63)', () => {
    const links = linksIn(draw(<Header />));
    for (const { path } of SIGNED_OUT_PAGES) expect(links).toContain(path);
    expect(links).not.toContain('/post-item');
    expect(links).not.toContain('/profile');
  });

  it('has a bar of five for the thumb, with the scan in the middle', () => {
    expect(linksIn(draw(<BottomBar />))).toEqual(['/', '/lost-peoples', '/face-recognition', '/outbox', '/profile']);
  });

  it('has neither bar nor footer where somebody is in the middle of something: the camera, a form, a talk', () => {
    const around = (at: string) => {
      const html = draw(<Layout>Here</Layout>, at);
      expect(html).toContain('Here');
      return [html.includes('<footer'), html.includes(`aria-label="${i18n.t('nav.bar')}"`)];
    };
    for (const at of ['/', '/about', '/outbox', '/chat', '/items/1'])
      expect([at, around(at)]).toEqual([at, [true, true]]);
    for (const at of ['/face-recognition', '/post-item', '/victim-founder-select', '/chat/1', '/items/1/claim'])
      expect([at, around(at)]).toEqual([at, [false, false]]);
  });

  it('needs the first texts only', () => {
    const html = draw([<Header key="h" />, <Home key="p" />, <Footer key="f" />, <BottomBar key="b" />]);
    expect(html.match(/\b(app|nav|home|common|emergency|footer|install)\.[a-z]\w*/gi)).toBe(null);
  });

  it('offers the other language by its own name, and the other theme (R66, R67)', () => {
    const html = draw(<Header />);
    expect(html).toMatch(/<button[^>]*lang="pa"[^>]*aria-label="ਪੰਜਾਬੀ"/);
    expect(html).toContain('aria-label="Dark mode"');
  });

  it('says where one is', () => {
    expect(draw(<Header />, '/outbox')).toMatch(/<a(?=[^>]*href="\/outbox")(?=[^>]*aria-current="page")/);
  });

  it('has a footer with the pages, the legal texts, all four numbers, and who to ask (R58, R68, R69, R72, R73, R28 to R31)', () => {
    const links = linksIn(draw(<Footer />));
    for (const { path } of [...PAGES, ...LEGAL_PAGES]) expect(links).toContain(path);
    expect(links.filter((link) => EMERGENCY.includes(link ?? ''))).toEqual(EMERGENCY);
    expect(links).toContain(`mailto:${SITE.supportEmail}`);
    expect(links).toContain(`tel:${SITE.supportPhone}`);
  });

  it('has the two placeholder links and the three social ones of the footer (R70, R71, R74, A28)', () => {
    const html = draw(<Footer />);
    const links = linksIn(html);
    expect(links.filter((link) => link === FAQ_LINK)).toHaveLength(2); // the page, and the placeholder
    expect(links).toContain(GUIDELINES_LINK);
    expect(GUIDELINES_LINK).toMatch(/^\/terms-conditions#/);
    const away = [...html.matchAll(/<a[^>]*target="_blank"[^>]*>/g)].map(([tag]) => tag);
    expect(away).toHaveLength(3);
    for (const tag of away) expect(tag).toContain('rel="noopener noreferrer"');
    for (const { url } of SITE.socials) expect(links).toContain(url);
  });

  it('says that 1094 may not work everywhere (A43)', () => {
    expect(draw(<Footer />)).toContain('may not work in every state');
    expect(draw(<EmergencyStrip />)).toContain('may not work in every state');
  });
});

describe('the languages', () => {
  it('are English, which comes first and stands in for what is missing, Punjabi, and Hindi (R24 to R26, R411, A45)', async () => {
    expect([LANGUAGES, DEFAULT_LANGUAGE]).toEqual([['en', 'pa', 'hi'], 'en']);
    await showLanguage('pa');
    i18n.addResource('en', 'translation', 'home.onlyHere', 'Only in English');
    expect(i18n.t('home.onlyHere' as 'home.title')).toBe('Only in English');
    await showLanguage('en');
  });

  it('stand in a list in their own scripts, each heard in itself, with the present one chosen (A45)', () => {
    const html = draw(<LanguageList />);
    expect([...html.matchAll(/<span lang="(\w+)">([^<]+)/g)].map(([, lang, name]) => `${lang} ${name}`)).toEqual([
      'en English',
      'pa ਪੰਜਾਬੀ',
      'hi हिन्दी',
    ]);
    expect(html.match(/<input[^>]*>/g)?.map((input) => input.includes('checked'))).toEqual([true, false, false]);
    expect(html).toContain('Language</legend>');
  });

  it('are toggled between two, whatever the list has beside them (R256)', () => {
    expect(LANGUAGES.map(otherLanguage)).toEqual(['pa', 'en', 'en']);
  });
});

describe('the front page', () => {
  it('asks its question, puts the three plain actions first, and leads on (R1 to R4, R32, A40, A47)', () => {
    const html = draw(<Home />);
    expect(html).toContain('Who, or what, is lost?');
    expect(linksIn(html)).toEqual([
      '/face-recognition?add=lost',
      '/face-recognition?as=found',
      '/victim-founder-select',
      '/face-recognition',
      ...EMERGENCY,
      '/lost-peoples',
      '/found-items',
      '/offline',
      '/resources',
    ]);
  });

  it('is in Punjabi or Hindi when that is chosen (R24, R256, A45)', async () => {
    expect(await showLanguage('pa')).toBe('pa');
    expect(draw(<Home />)).toContain('ਕੌਣ ਜਾਂ ਕੀ ਗੁਆਚਿਆ ਹੈ?');
    expect(await showLanguage('hi')).toBe('hi');
    expect(draw(<Home />)).toContain('कौन लापता है, या क्या खोया है?');
    await showLanguage('en');
  });

  it('has no style or script within its markup, which the policy would refuse', () => {
    expect(draw(<Home />)).not.toMatch(/ style=|<style|<script/);
  });
});

describe('the parts', () => {
  it('tie a field to its label, hint and error', () => {
    const html = draw(
      <Field label="Age" hint="About is fine" error="Write the age as a number, for example 9.">
        {(control) => <input {...control} />}
      </Field>,
    );
    const id = /<label[^>]* for="([^"]+)"/.exec(html)?.[1];
    expect(html).toContain(`id="${id}"`);
    expect(html).toContain(`aria-describedby="${id}-hint ${id}-error"`);
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain(`id="${id}-error"`);
  });

  it('draw an arc as long as its share, and no ring without its label', () => {
    expect(draw(<Ring shape="arc" tone="wait" share={0.4} label="Sending" />)).toMatch(/stroke-dasharray="40 60"/);
    expect(draw(<Ring shape="arc" tone="wait" share={7} />)).toMatch(/stroke-dasharray="100 0"/);
    expect(draw(<Ring shape="open" tone="lost" label="Lost" />)).toContain('aria-label="Lost"');
  });

  it('turn in three sizes while something is under way (R408)', () => {
    const classes = (['small', 'medium', 'large'] as const).map(
      (size) => /<svg class="([^"]+)"/.exec(draw(<Spinner size={size} />))?.[1],
    );
    expect(new Set(classes).size).toBe(3);
    expect(draw(<Spinner label="Sending" />)).toMatch(/role="status".*Sending/);
  });

  it('say how many bytes are done', () => {
    const html = draw(<Progress label="Face scanner" doneBytes={4_200_000} totalBytes={18_100_000} />);
    expect(html).toContain('aria-valuetext="4.2 of 18.1 MB"');
    expect(html).toMatch(/<progress[^>]* value="4200000"/);
  });
});

it('a toast takes the place of the one before it, and closing that one does not close it; two at once stand together', () => {
  const shown = () => useToasts.getState().toast;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  showToast('Saved');
  const before = shown()?.id ?? 0;
  clock.mockReturnValue(11_000);
  showToast('Sent', 'found');
  closeToast(before);
  expect(shown()).toMatchObject({ text: 'Sent', tone: 'found' });
  clock.mockReturnValue(11_900);
  showToast('Received');
  expect(shown()?.text).toBe('Sent\nReceived');
  closeToast(before + 2);
  expect(shown()).toBeUndefined();
  clock.mockRestore();
});
