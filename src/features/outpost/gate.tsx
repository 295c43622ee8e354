import { Fragment, type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { vaultTurn } from '../../platform/outpost.ts';
import { openServices } from '../../services.ts';
import { lock, tidyUp, useDesk } from '../../vault/desk.ts';
import { isOthersEntry, takeEntry } from '../../vault/own-entries.ts';
import { ClosingScreen, LockScreen } from './lock-screen.tsx';
import { watchHidden } from './rules.ts';

/** The app for who has opened their vault; for everyone else the screen that asks who they are. */
export function OutpostGate({ look, children }: { look: ReactNode; children: ReactNode }) {
  const at = useDesk((desk) => desk.at);
  const { key } = useLocation();
  const isOpen = at.kind === 'open';
  const isForeign = at.kind === 'open' && isOthersEntry(at.id);
  useEffect(() => {
    tidyUp().catch((error: unknown) => console.warn('What lies open could not be deleted yet', error));
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    void openServices();
    return watchHidden(PAGE, () => void lock());
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is gone to is an entry of its own
  useEffect(() => {
    if (isOpen && !isForeign) takeEntry();
  }, [isOpen, isForeign, key]);
  switch (at.kind) {
    case 'open':
      if (isForeign) return <Navigate to="/" replace />;
      // Another key for each opening: nothing that was drawn for one person is drawn for the next.
      return <Fragment key={vaultTurn()}>{children}</Fragment>;
    case 'closing':
      return (
        <>
          <Navigate to="/" replace />
          <ClosingScreen />
        </>
      );
    case 'locked':
      return <LockScreen pinOf={at.pin} look={look} />;
  }
}

const PAGE = {
  isHidden: () => document.visibilityState === 'hidden',
  clocks: () => [performance.now(), Date.now()],
  onChange(listener: () => void) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
