/** The parts of the frame that come after the first picture, each free to fail without taking the page along. */

import { lazy, type ReactNode, Suspense } from 'react';
import { AfterPaint } from './after-paint.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const StatusLine = lazy(async () => ({ default: (await import('../features/outbox/status-line.tsx')).StatusLine }));
const UnsentCount = lazy(async () => ({ default: (await import('./unsent-count.tsx')).UnsentCount }));
const UpdatePrompt = lazy(async () => ({ default: (await import('./update-prompt.tsx')).UpdatePrompt }));

function Slot({ children }: { children: ReactNode }) {
  return (
    <AfterPaint>
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={null}>{children}</Suspense>
      </ErrorBoundary>
    </AfterPaint>
  );
}

/** What the connection and the outbox have to say, under the header. */
export const StatusSlot = () => (
  <Slot>
    <StatusLine />
  </Slot>
);

/** How many reports wait in the outbox, on its icon. */
export const UnsentSlot = () => (
  <Slot>
    <UnsentCount />
  </Slot>
);

export const UpdateSlot = () => (
  <Slot>
    <UpdatePrompt />
  </Slot>
);
