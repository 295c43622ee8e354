import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { needTexts } from '../i18n/language.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './page-area.module.css';
import { PageComing } from './page-coming.tsx';
import { PageFailure } from './page-failure.tsx';

/** What the build drew has its texts already, and waits for nothing. */
const Home = lazy(async () => ({ default: (await import('../features/home/page.tsx')).Page }));
/** The table of all other pages is no part of the entry, which so does not grow with them. */
const OtherPages = lazy(async () => {
  const [{ OtherPages }] = await Promise.all([import('./routes.tsx'), needTexts('rest')]);
  return { default: OtherPages };
});

/** The page that the address names, between header and footer. */
export function PageArea() {
  const { pathname, key } = useLocation();
  return (
    // The first page is there at once; only a change of page fades in (R57).
    <div key={pathname} className={key === 'default' ? undefined : styles.fade}>
      <ErrorBoundary fallback={(error) => <PageFailure error={error} />}>
        <Suspense fallback={<PageComing />}>
          <Routes>
            <Route path="/" element={<Home />} />
            <Route path="*" element={<OtherPages />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
