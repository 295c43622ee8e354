import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageFailure } from './page-failure.tsx';
import styles from './routes.module.css';

/** Each page is a chunk of its own, fetched when first opened (R51). */
const page = (load: () => Promise<{ Page: ComponentType }>) => lazy(async () => ({ default: (await load()).Page }));

const Home = page(() => import('../features/home/page.tsx'));
const Scan = page(() => import('./scan-route.tsx'));
const Outbox = page(() => import('../features/outbox/page.tsx'));
const Offline = page(() => import('../features/offline/page.tsx'));
const NotFound = page(() => import('./not-found.tsx'));

export function Pages() {
  const { pathname, key } = useLocation();
  return (
    // The first page is there at once; only a change of page fades in (R57).
    <div key={pathname} className={key === 'default' ? undefined : styles.fade}>
      <ErrorBoundary fallback={(error) => <PageFailure error={error} />}>
        <Suspense fallback={<Skeleton rows={4} />}>
          <Routes>
            <Route path="/" element={<Home />} />
            <Route path="/face-recognition" element={<Scan />} />
            <Route path="/outbox" element={<Outbox />} />
            <Route path="/offline" element={<Offline />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
