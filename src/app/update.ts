/** A new version of the app: noticed, offered, and taken only when the user agrees. */

import { registerSW } from 'virtual:pwa-register';
import { create } from 'zustand';
import { tellOnDevice } from '../platform/device-notes.ts';
import { dropUnsaved } from '../platform/unsaved.ts';
import { isCalm, whenCalm, whenSent, whenWoken } from './calm.ts';

/** How often an app that stays open looks for a new version. */
const CHECK_MS = 60 * 60 * 1000;
/** A first installation that failed is tried again after this. */
const AGAIN_MS = 5000;

/** Whether a new version waits, and whether the user has agreed to it and it is on its way. */
export const useUpdate = create<{ ready: boolean; taking: boolean }>(() => ({ ready: false, taking: false }));

let activate: (reload?: boolean) => Promise<void> = async () => {};

/** Register the service worker. Until then, and wherever there is none, the app works but needs its server. */
export function startUpdates(): void {
  activate = registerSW({
    onNeedRefresh: () => useUpdate.setState({ ready: true }),
    // Another tab took the update; this one follows as soon as that costs the user nothing, and says that it must.
    onNeedReload: () => {
      if (!isCalm()) tellOnDevice({ kind: 'replaced' });
      // One that is taking it opens itself anew, and one that has given that up meanwhile follows like any other.
      void whenCalm().then(() => useUpdate.getState().taking || location.reload());
    },
    onRegisteredSW: (url, registration) => {
      if (registration) watchInstallation(url, registration);
      if (registration) setInterval(() => void registration.update().catch(() => {}), CHECK_MS); // offline: the next one will do
    },
    onRegisterError: (error: unknown) => console.error('The service worker was not registered', error),
  });
}

/** A first installation that a bad link cuts is forgotten by the browser; without another the app would stay without one. */
function watchInstallation(url: string, { installing, active }: ServiceWorkerRegistration): void {
  if (active || !installing) return;
  installing.addEventListener('statechange', () => {
    if (installing.state === 'redundant') setTimeout(() => void installAgain(url), AGAIN_MS);
  });
}

async function installAgain(url: string): Promise<void> {
  try {
    watchInstallation(url, await navigator.serviceWorker.register(url));
  } catch {
    setTimeout(() => void installAgain(url), AGAIN_MS); // the network is still away
  }
}

/** The longest that an update waits for what is being sent; never is it cut off. */
const SENDING_MS = 60_000;

/** The longest that an update waits for a wake-up that the browser owes; without a network it stays owed. */
const WOKEN_MS = 3000;

/**
 * Put the new version in charge and open the page again, once what is being sent has arrived.
 *
 * The old worker must not be woken while it ends: Chromium would start it anew, and the new version would then wait until
 * the old one has been idle for half a minute.
 */
export async function takeUpdate(): Promise<void> {
  useUpdate.setState({ taking: true });
  try {
    if (!(await whenSent(SENDING_MS))) return useUpdate.setState({ taking: false }); // it stays offered
    await whenWoken(WOKEN_MS);
    dropUnsaved();
    const registration = await navigator.serviceWorker.getRegistration();
    const waiting = registration?.waiting;
    // A page that no worker controls, as in the session that first installed one, hears of no change of controller:
    // only the worker itself tells when it has taken over.
    if (waiting) waiting.addEventListener('statechange', () => waiting.state === 'activated' && location.reload());
    else location.reload(); // another tab has taken it already
    await activate();
  } catch (error) {
    console.error('The update could not be taken', error);
    useUpdate.setState({ taking: false }); // it is offered again
  }
}

export const putOffUpdate = (): void => useUpdate.setState({ ready: false });
