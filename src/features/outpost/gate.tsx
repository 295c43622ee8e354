import { Fragment, type ReactNode, useEffect } from 'react';
import { vaultTurn } from '../../platform/outpost.ts';
import { openServices } from '../../services.ts';
import { lock, tidyUp, useDesk } from '../../vault/desk.ts';
import { ClosingScreen, LockScreen } from './lock-screen.tsx';
import { watchHidden } from './rules.ts';

/** The app for who has opened their vault; for everyone else the screen that asks who they are. */
export function OutpostGate({ look, children }: { look: ReactNode; children: ReactNode }) {
  const at = useDesk((desk) => desk.at);
  const isOpen = at.kind === 'open';
  useEffect(() => {
    tidyUp().catch((error: unknown) => console.warn('What lies open could not be deleted yet', error));
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    void openServices();
    return watchHidden(PAGE, () => void lock());
  }, [isOpen]);
  switch (at.kind) {
    case 'open':
      // Another key for each opening: nothing that was drawn for one person is drawn for the next.
      return <Fragment key={vaultTurn()}>{children}</Fragment>;
    case 'closing':
      return <ClosingScreen />;
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
