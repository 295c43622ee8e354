import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Page as Home } from '../features/home/page.tsx';
import { needTexts, REST } from '../i18n/language.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FirstLook } from './first-look.tsx';
import styles from './page-area.module.css';
import { PageFailure } from './page-failure.tsx';

/** The table of all other pages is no part of the entry, which so does not grow with them. */
const OtherPages = lazy(async () => {
  const [{ OtherPages }] = await Promise.all([import('./routes.tsx'), needTexts(REST)]);
  return { default: OtherPages };
});

/** The page that the address names, between header and footer. */
export function PageArea() {
  const { pathname, key } = useLocation();
  return (
    // The first page is there at once; only a change of page fades in (R57).
    <div key={pathname} className={key === 'default' ? undefined : styles.fade}>
      <ErrorBoundary fallback={(error) => <PageFailure error={error} />}>
        <Suspense fallback={<FirstLook />}>
          <Routes>
            <Route path="/" element={<Home />} />
            <Route path="*" element={<OtherPages />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
