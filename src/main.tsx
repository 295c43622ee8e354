/** Starts the texts and the first page, and once that is on the screen everything else. */

import './ui/theme.css';
import './i18n/gurmukhi.css';
import './i18n/devanagari.css';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterPaint } from './app/after-paint.tsx';
import { App } from './app/app.tsx';
import { layFoundations } from './app/foundations.ts';
import { readPreferences, usePreferences } from './app/preferences.ts';
import { watchStaleChunks } from './app/stale-chunk.ts';
import { startTranslation } from './i18n/language.ts';
import { watchInstall } from './platform/install.ts';
import { isOutpost } from './platform/outpost.ts';
import { breakOffWhenLeft } from './platform/put-away.ts';
import { handInServices, openServices } from './services.ts';

breakOffWhenLeft({ factory: IDBFactory.prototype, database: IDBDatabase.prototype, page: window });
watchInstall();
watchStaleChunks();
handInServices(async () => {
  await layFoundations();
  return (await import('./app/start.ts')).startServices();
});

const preferences = readPreferences();
const translation = await startTranslation(preferences.language);
usePreferences.setState(preferences);

/** The page is the app's once the router in it listens: an address that changed earlier would change nothing on it. */
function TakeOver({ children }: { children: ReactNode }) {
  useLayoutEffect(() => void delete document.getElementById('root')?.dataset.prerendered, []);
  return children;
}
const app = (
  <StrictMode>
    <TakeOver>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </TakeOver>
  </StrictMode>
);
// A language changed before all of the page was taken over: React draws that part anew, and nothing is lost.
const onRecoverableError = (error: unknown) => console.warn('A part of the drawn page was drawn anew', error);

/** For src/begin.ts, which has answered the user until now. */
export function takeOver(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // The build drew one page, in English. Anything else is drawn here, in its place.
  const drawn = root.dataset.prerendered === location.pathname && translation.language === 'en' && !isOutpost();
  // As a transition: in steps of a few milliseconds, between which a press is heard.
  startTransition(() => {
    if (drawn) hydrateRoot(root, app, { onRecoverableError });
    else createRoot(root).render(app);
  });
  afterPaint(startTheRest);
}

function startTheRest(): void {
  openServices().catch((error: unknown) => {
    console.error('The app could not start', error);
    addEventListener('pageshow', () => location.reload(), { once: true }); // it was broken off when the page was left
  });
  void layFoundations()
    .then(() => import('./app/later-parts.tsx'))
    .then(({ followLanguage, startUpdates, warnOfExampleSite }) => {
      warnOfExampleSite();
      followLanguage();
      return startUpdates();
    });
}
