/** What every page shows around itself, drawn as the build draws it. */

import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { Footer } from '../../src/app/footer.tsx';
import { Header } from '../../src/app/header.tsx';
import { PAGES } from '../../src/app/pages.ts';
import { SITE } from '../../src/app/site.ts';
import { EmergencyStrip } from '../../src/features/home/emergency-strip.tsx';
import { Page as Home } from '../../src/features/home/page.tsx';
import { showLanguage, startTranslation } from '../../src/i18n/language.ts';
import { Field } from '../../src/ui/field.tsx';
import { Progress } from '../../src/ui/progress.tsx';
import { Ring } from '../../src/ui/ring.tsx';

beforeAll(async () => {
  await startTranslation('en');
});

const draw = (part: React.ReactNode, at = '/') =>
  renderToStaticMarkup(<StaticRouter location={at}>{part}</StaticRouter>);
const linksIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
const EMERGENCY = ['tel:112', 'tel:1098', 'tel:1930', 'tel:1094'];

describe('the frame', () => {
  it('has a header that calls 112 and leads to every page (R56, R62)', () => {
    const links = linksIn(draw(<Header />));
    expect(links).toContain('tel:112');
    for (const { path } of PAGES) expect(links).toContain(path);
  });

  it('offers the other language by its own name, and the other theme (R66, R67)', () => {
    const html = draw(<Header />);
    expect(html).toMatch(/<button[^>]*lang="pa"[^>]*aria-label="ਪੰਜਾਬੀ"/);
    expect(html).toContain('aria-label="Dark colours"');
  });

  it('says where one is', () => {
    expect(draw(<Header />, '/outbox')).toMatch(/<a(?=[^>]*href="\/outbox")(?=[^>]*aria-current="page")/);
  });

  it('has a footer with the pages, all four numbers and the support address and phone (R58, R68, R72, R73, R28 to R31)', () => {
    const links = linksIn(draw(<Footer />));
    for (const { path } of PAGES) expect(links).toContain(path);
    expect(links.filter((link) => EMERGENCY.includes(link ?? ''))).toEqual(EMERGENCY);
    expect(links).toContain(`mailto:${SITE.supportEmail}`);
    expect(links).toContain(`tel:${SITE.supportPhone}`);
  });

  it('says that 1094 may not work everywhere (A43)', () => {
    expect(draw(<Footer />)).toContain('may not work in every state');
    expect(draw(<EmergencyStrip />)).toContain('may not work in every state');
  });
});

describe('the front page', () => {
  it('asks its question and leads to each action (R32, A47)', () => {
    const html = draw(<Home />);
    expect(html).toContain('Who, or what, is lost?');
    expect(linksIn(html)).toEqual([
      '/face-recognition?add=lost',
      '/face-recognition?as=found',
      '/offline',
      ...EMERGENCY,
    ]);
  });

  it('is in Punjabi when that is chosen (R24, R256)', async () => {
    expect(await showLanguage('pa')).toBe('pa');
    expect(draw(<Home />)).toContain('ਕੌਣ ਜਾਂ ਕੀ ਗੁਆਚਿਆ ਹੈ?');
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

  it('say how many bytes are done', () => {
    const html = draw(<Progress label="Face pack" doneBytes={4_200_000} totalBytes={18_100_000} />);
    expect(html).toContain('aria-valuetext="4.2 MB of 18.1 MB"');
    expect(html).toMatch(/<progress[^>]* value="4200000"/);
  });
});
