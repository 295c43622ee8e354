import { Fragment, type ReactNode, useEffect } from 'react';
import { openServices } from '../../app/services.ts';
import { vaultTurn } from '../../platform/outpost.ts';
import { lock, tidyUp, useDesk } from './desk.ts';
import { LockScreen } from './lock-screen.tsx';
import { watchHidden } from './rules.ts';

/** The app for who has opened their vault; for everyone else the screen that asks who they are. */
export function OutpostGate({ children }: { children: ReactNode }) {
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
  // Another key for each opening: nothing that was drawn for one person is drawn for the next.
  return isOpen ? <Fragment key={vaultTurn()}>{children}</Fragment> : <LockScreen pinOf={at.pin} />;
}

const PAGE = {
  isHidden: () => document.visibilityState === 'hidden',
  clocks: () => [performance.now(), Date.now()],
  onChange(listener: () => void) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
