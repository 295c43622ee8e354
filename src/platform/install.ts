/** Whether this browser lets the app be installed, and how. */

import { create } from 'zustand';

/** Chromium's event; the DOM types do not have it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** `offered`: `ask` opens the browser's own question. `by-hand`: Safari on iOS, where only the user can do it. */
export type Install =
  | { kind: 'none' }
  | { kind: 'offered'; ask: () => Promise<'accepted' | 'dismissed'> }
  | { kind: 'by-hand' };

export const useInstall = create<{ install: Install }>(() => ({ install: { kind: 'none' } }));

/** Listen from the very start: the browser makes its offer once, and early. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // we ask in our own words, and not before the user has seen the page
    const offer = event as InstallEvent;
    const ask = async () => {
      await offer.prompt();
      const { outcome } = await offer.userChoice;
      useInstall.setState({ install: { kind: 'none' } }); // an offer is good for one question
      return outcome;
    };
    useInstall.setState({ install: { kind: 'offered', ask } });
  });
  addEventListener('appinstalled', () => useInstall.setState({ install: { kind: 'none' } }));
  if (isIosBrowser()) useInstall.setState({ install: { kind: 'by-hand' } });
}

function isIosBrowser(): boolean {
  // An iPad calls itself a Mac; only its touch screen tells.
  const ios =
    /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return ios && !matchMedia('(display-mode: standalone)').matches;
}
