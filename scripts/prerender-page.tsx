/** What the build draws ahead of time; bundled and run by prerender.ts. */

import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../src/app/app.tsx';
import { FirstLook } from '../src/app/first-look.tsx';
import { Layout } from '../src/app/layout.tsx';
import { DEFAULT_LANGUAGE, startTranslation } from '../src/i18n/language.ts';
import { RecordLook } from '../src/ui/record-look.tsx';

await startTranslation(DEFAULT_LANGUAGE);

/** The page at an address as it is drawn before any script: whole at `/`, elsewhere its first look in the frame. */
export const drawPage = (address: string): Promise<string> =>
  draw(
    <StaticRouter location={address}>
      {address === '/' ? (
        <App />
      ) : (
        <Layout>
          <FirstLook />
        </Layout>
      )}
    </StaticRouter>,
  );

/** The page of a record with room for its title and its photo, which the server fills in. */
export const drawRecord = (): Promise<string> =>
  draw(
    <StaticRouter location="/items/-">
      <Layout>
        <RecordLook />
      </Layout>
    </StaticRouter>,
  );

async function draw(page: React.ReactNode): Promise<string> {
  // In one piece: React would mend larger pages together with an inline script, which our policy forbids.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude as ReadableStream<Uint8Array>).text();
}
