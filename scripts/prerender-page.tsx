/** What the build draws ahead of time; bundled and run by prerender.ts. */

import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../src/app/app.tsx';
import { Layout } from '../src/app/layout.tsx';
import { PageComing } from '../src/app/page-coming.tsx';
import { DEFAULT_LANGUAGE, startTranslation } from '../src/i18n/language.ts';

await startTranslation(DEFAULT_LANGUAGE);

/** The front page, as `hydrateRoot` in src/main.tsx expects to find it. */
export const drawHome = (): Promise<string> =>
  draw(
    <StaticRouter location="/">
      <App />
    </StaticRouter>,
  );

/** The frame that every page has, waiting for its page. It is not hydrated but replaced. */
export const drawFrame = (): Promise<string> =>
  draw(
    <StaticRouter location="/-">
      <Layout>
        <PageComing />
      </Layout>
    </StaticRouter>,
  );

async function draw(page: React.ReactNode): Promise<string> {
  // In one piece: React would mend larger pages together with an inline script, which our policy forbids.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude as ReadableStream<Uint8Array>).text();
}
