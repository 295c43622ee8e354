/** The information pages: their rules, and their words as they are drawn. */

import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_CONTACT_MESSAGE } from '../../contract/limits.ts';
import { Article } from '../../contract/news.ts';
import { GUIDELINES_LINK, POLICY, SITE } from '../../contract/site.ts';
import { ARTICLES } from '../../reference/articles.ts';
import { Page as About } from '../../src/features/info/about-page.tsx';
import { toggled } from '../../src/features/info/accordion.ts';
import { together } from '../../src/features/info/articles.ts';
import { COUNTRY_OF, emptyForm, mailOf, preselectedCode, problemsIn } from '../../src/features/info/contact.ts';
import { Page as Privacy } from '../../src/features/info/privacy-page.tsx';
import { blocksOf } from '../../src/features/info/prose.tsx';
import { Page as Resources } from '../../src/features/info/resources-page.tsx';
import { Page as Terms } from '../../src/features/info/terms-page.tsx';
import { needTexts, REST, showLanguage, startTranslation } from '../../src/i18n/language.ts';
import { LONG } from '../../src/i18n/parts.ts';
import { formatDate } from '../../src/i18n/relative-time.ts';
import { forVoice, toDevanagari, voiceFor } from '../../src/ui/voice.ts';

let t: Parameters<typeof formatDate>[0];
beforeAll(async () => {
  ({ t } = await startTranslation('en'));
  await needTexts(REST, LONG);
});

const draw = (part: React.ReactNode) => renderToStaticMarkup(<StaticRouter location="/">{part}</StaticRouter>);
const headings = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, text]) => text);

describe('the accordion', () => {
  it('has one question open at a time, and none after pressing the open one (R83, R84, R258)', () => {
    expect(toggled(undefined, 'a')).toBe('a');
    expect(toggled('a', 'b')).toBe('b');
    expect(toggled('b', 'b')).toBe(undefined);
  });
});

describe('the contact form', () => {
  const whole = { ...emptyForm('+91'), firstName: 'Asha', lastName: 'Rani', email: 'asha@example.org' };
  const form = { ...whole, phone: '98140 00000', message: 'A question' };

  it('wants each of its fields, and says what each lacks (R192, R297 to R301)', () => {
    expect(problemsIn(form)).toEqual({});
    expect(problemsIn(emptyForm('+91'))).toEqual({
      firstName: 'needFirstName',
      lastName: 'needLastName',
      email: 'needEmail',
      phone: 'needPhone',
      message: 'needMessage',
    });
    expect(problemsIn({ ...form, email: 'asha', phone: 'soon' })).toEqual({ email: 'wrongEmail', phone: 'wrongPhone' });
  });

  it('takes 120 characters and no more (R302, R384)', () => {
    expect(MAX_CONTACT_MESSAGE).toBe(120);
    expect(problemsIn({ ...form, message: 'x'.repeat(120) })).toEqual({});
    expect(problemsIn({ ...form, message: 'x'.repeat(121) })).toEqual({ message: 'longMessage' });
  });

  it('offers four country codes and begins with +62, or in India with +91 (R193, R304, A2)', () => {
    expect(COUNTRY_OF).toEqual({ '+1': 'US', '+62': 'ID', '+44': 'GB', '+91': 'IN' });
    expect(preselectedCode('Europe/Paris', ['fr-FR'])).toBe('+62');
    expect(preselectedCode('UTC', ['en'])).toBe('+62');
    expect(preselectedCode('Asia/Kolkata', ['en-US'])).toBe('+91');
    expect(preselectedCode('Asia/Calcutta', [])).toBe('+91');
    expect(preselectedCode('Europe/London', ['en-GB', 'pa-IN'])).toBe('+91');
  });

  it('can be sent by the reader’s own mail program, with the same words', () => {
    const mail = new URL(mailOf({ ...form, message: 'Is & was?' }, 'help@example.org', 'A message'));
    expect(mail.pathname).toBe('help@example.org');
    expect(mail.searchParams.get('body')).toBe('Is & was?\n\nAsha Rani\nasha@example.org\n+91 98140 00000');
  });
});

describe('the privacy policy and the terms', () => {
  it('have their sections (R44, R45, R140, R141)', () => {
    const privacy = [
      'Introduction',
      'Data collection',
      'How we use it',
      'Sharing',
      'Security',
      'Your rights',
      'Cookies',
    ];
    expect(headings(draw(<Privacy />))).toEqual(expect.arrayContaining([...privacy, 'Contact']));
    expect(headings(draw(<Terms />))).toEqual([
      'Acceptance of the terms',
      'Use of the service',
      'Your obligations',
      'Intellectual property',
      'Content policy and community guidelines',
      'Liability',
      'Disclaimer',
      'Termination',
      'Modifications',
      'Governing law',
      'Contact',
    ]);
  });

  it('lead home, and show today as the day of their last update beside the version that holds (R142, R143, A29)', () => {
    const today = formatDate(t, new Date());
    for (const html of [draw(<Privacy />), draw(<Terms />)]) {
      expect(html).toMatch(/<a[^>]*href="\/"[^>]*>.*?Back to home/);
      expect(html).toContain(`Last updated: ${today}`);
      expect(html).toContain(`Version ${POLICY.version}`);
    }
  });

  it('name no jurisdiction until who runs it has chosen one (R144, A30)', () => {
    expect(SITE.jurisdiction).toBe('');
    expect(draw(<Terms />)).toContain('[jurisdiction]');
  });

  it('say 13 or older, what false reports lead to, and the review within 24 hours (R22, R23, R312)', () => {
    const html = draw(<Terms />);
    expect(html).toContain('You must be 13 years or older.');
    expect(html).toContain('False reports may lead to account suspension');
    expect(html).toContain('within 24 hours');
  });

  it('have the anchor that the community guidelines of the footer lead to (R71, A28)', () => {
    expect(draw(<Terms />)).toContain(`id="${GUIDELINES_LINK.split('#')[1]}"`);
  });

  it('are there in Punjabi and Hindi too (R24, A45)', async () => {
    await showLanguage('pa');
    expect(draw(<Terms />)).toContain('ਤੁਹਾਡੀ ਉਮਰ 13 ਸਾਲ ਜਾਂ ਵੱਧ');
    expect(draw(<Privacy />)).toContain('ਸ਼ਿਕਾਇਤ ਅਫ਼ਸਰ');
    await showLanguage('hi');
    expect(draw(<Privacy />)).toContain('शिकायत अधिकारी');
    await showLanguage('en');
  });
});

describe('the about page', () => {
  it('says what it is for, what a comparison of faces cannot do, and who sees what (R5, R33, A47)', () => {
    const html = draw(<About />);
    for (const title of ['What it is for', 'How faces are compared', 'What it cannot do', 'Who sees what'])
      expect(headings(html)).toContain(title);
    expect(html).toContain('India');
    expect(html).toContain('much less sure with children');
  });
});

describe('the resources', () => {
  it('are links by name and description, articles, and examples that are said to be invented (R165, R222, A40)', () => {
    const html = draw(<Resources />);
    for (const number of ['112', '1098', '1930', '1094', '181', '15100'])
      expect(html).toContain(`href="tel:${number}"`);
    for (const name of ['CEIR', 'TrackChild and Khoya-Paya', 'National Crime Records Bureau', 'DigiLocker'])
      expect(html).toContain(name);
    for (const { id } of ARTICLES) expect(html).toContain(`href="/news/${id}"`);
    expect(html).toContain('These stories are invented.');
    expect(html.match(/could not confirm/g)).toHaveLength(5); // every number but 112, 1098 and 1930
  });
});

describe('the articles', () => {
  it('are as the contract has them, in each language, paragraph by paragraph (R12, R221)', () => {
    expect(ARTICLES).toHaveLength(6);
    for (const article of ARTICLES) {
      expect(Article.safeParse(article).success).toBe(true);
      expect(article.body.pa).toHaveLength(article.body.en.length);
      for (const text of [article.title.pa, article.excerpt.pa, ...article.body.pa])
        expect(text).toMatch(/[\u0a00-\u0a7f]/);
      expect(article.body.hi).toHaveLength(article.body.en.length);
      for (const text of [article.title.hi, article.excerpt.hi, ...(article.body.hi ?? [])])
        expect(text).toMatch(/[\u0900-\u097f]/);
    }
  });

  it('of the server are added to those of the app, newest first', () => {
    const [first, second] = ARTICLES;
    if (!first || !second) throw new Error('no articles');
    const newer = { ...second, id: 'newer', date: '2031-01-01' };
    const mended = { ...first, title: { en: 'Mended', pa: 'ਠੀਕ' } };
    const all = together([newer, mended], [first, second]);
    expect(all.map(({ id }) => id)).toEqual(['newer', first.id, second.id]);
    expect(all[1]?.title.en).toBe('Mended');
  });
});

describe('longer texts', () => {
  it('are paragraphs, with the lines of a list together', () => {
    expect(blocksOf('One\n- a\n- b\nTwo')).toEqual(['One', ['a', 'b'], 'Two']);
  });
});

describe('reading aloud', () => {
  const voice = (lang: string, localService = true) => ({ lang, localService });

  it('takes a voice of the device, Hindi for Punjabi where there is no other', () => {
    expect(voiceFor('pa', [voice('en-US'), voice('hi-IN'), voice('pa-IN')])).toEqual(voice('pa-IN'));
    expect(voiceFor('pa', [voice('en-US'), voice('hi_IN')])).toEqual(voice('hi_IN'));
    expect(voiceFor('hi', [voice('pa-IN'), voice('hi-IN')])).toEqual(voice('hi-IN'));
    expect(voiceFor('hi', [voice('pa-IN')])).toBe(undefined); // it has no Devanagari
    expect(voiceFor('en', [voice('en-US'), voice('en-IN')])).toEqual(voice('en-IN'));
    expect(voiceFor('pa', [voice('en-US')])).toBe(undefined);
  });

  it('never sends the words to another computer', () => {
    expect(voiceFor('pa', [voice('hi-IN', false)])).toBe(undefined);
  });

  it('gives a Hindi voice the same sounds in Devanagari', () => {
    expect(toDevanagari('ਪੰਜਾਬ')).toBe('पंजाब');
    expect(toDevanagari('ਪੱਕੀ 112')).toBe('पक्की 112');
    expect(forVoice('ਘਰ', 'hi-IN')).toBe('घर');
    expect(forVoice('ਘਰ', 'pa-IN')).toBe('ਘਰ');
  });
});
