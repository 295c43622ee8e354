import { lazy, Suspense } from 'react';
import { needTexts, REST } from '../i18n/language.ts';
import { isOutpost } from '../platform/outpost.ts';
import { Layout } from './layout.tsx';
import { PageArea } from './page-area.tsx';
import { LookSlot } from './slots.tsx';

/** On a shared device nothing is drawn before somebody has opened their vault. */
const OutpostGate = lazy(async () => {
  const [{ OutpostGate }, { markEntries }] = await Promise.all([
    import('../features/outpost/gate.tsx'),
    import('../vault/own-entries.ts'),
    needTexts(REST),
  ]);
  markEntries();
  return { default: OutpostGate };
});

/** The whole screen; the router around it is the browser's, or the build's when a page is prerendered. */
export function App() {
  const screen = (
    <Layout>
      <PageArea />
    </Layout>
  );
  if (!isOutpost()) return screen;
  return (
    <Suspense fallback={null}>
      <OutpostGate look={<LookSlot />}>{screen}</OutpostGate>
    </Suspense>
  );
}
