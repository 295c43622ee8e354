/** A new version of the app: noticed, offered, and taken only when the user agrees. */

import { Workbox } from 'workbox-window';
import { create } from 'zustand';
import { tellOnDevice } from '../platform/device-notes.ts';
import { scriptUrl } from '../platform/scripts.ts';
import { dropUnsaved } from '../platform/unsaved.ts';
import { isCalm, whenCalm, whenSent, whenWoken } from './calm.ts';

/** The service worker, where the build puts it. */
const WORKER = '/sw.js';
/** How often an app that stays open looks for a new version. */
const CHECK_MS = 60 * 60 * 1000;
/** A first installation that failed is tried again after this. */
const AGAIN_MS = 5000;

/** Whether a new version waits, and whether the user has agreed to it and it is on its way. */
export const useUpdate = create<{ ready: boolean; taking: boolean }>(() => ({ ready: false, taking: false }));

let activate: () => void = () => {};

/**
 * Register the service worker. Until then, and wherever there is none, the app works but needs its server: so in
 * development, where none is built.
 */
export async function startUpdates(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  try {
    const { serviceWorker } = navigator;
    const worker = new Workbox(scriptUrl(WORKER));
    activate = () => worker.messageSkipWaiting();
    let offered = false;
    const offer = () => {
      offered = true;
      useUpdate.setState({ ready: true });
    };
    watchForNewer(worker, serviceWorker, offer);
    // What an installation fetches would be in the way of the page.
    if (document.readyState !== 'complete')
      await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
    hearLateNews((await serviceWorker.getRegistration()) ?? (await serviceWorker.register(scriptUrl(WORKER))), offer);
    worker.addEventListener('controlling', ({ isUpdate }) => isUpdate && offered && follow());
    const registration = await worker.register();
    if (!registration) return;
    watchInstallation(registration);
    setInterval(() => void registration.update().catch(() => {}), CHECK_MS); // offline: the next one will do
  } catch (error) {
    console.error('The service worker was not registered', error);
  }
}

/**
 * Call `offer` when a newer version waits for the one in charge. A first installation waits as well, for as long as the
 * browser takes to put it in charge (Firefox, a slow phone), and it is newer than none.
 */
export function watchForNewer(
  worker: Pick<Workbox, 'addEventListener'>,
  container: Pick<ServiceWorkerContainer, 'getRegistration'>,
  offer: () => void,
): void {
  async function look({ sw }: { sw?: ServiceWorker }): Promise<void> {
    const { active } = (await container.getRegistration()) ?? {};
    if (active && active !== sw) offer();
  }
  worker.addEventListener('waiting', (event) => void look(event));
  worker.addEventListener('installed', (event) => event.isExternal && void look(event));
}

/**
 * WebKit may tell of a worker that it installs when that is over. Workbox would look for it in vain and break off, so this,
 * which is to be called before it listens, keeps that from it and looks by itself.
 */
export function hearLateNews(
  registration: Pick<ServiceWorkerRegistration, 'installing' | 'waiting' | 'active' | 'addEventListener'>,
  offer: () => void,
): void {
  registration.addEventListener('updatefound', (event) => {
    if (registration.installing) return;
    event.stopImmediatePropagation();
    if (registration.waiting && registration.active) offer();
  });
}

/** Another tab took the update; this one follows as soon as that costs the user nothing, and says that it must. */
function follow(): void {
  if (!isCalm()) tellOnDevice({ kind: 'replaced' });
  // One that is taking it opens itself anew, and one that has given that up meanwhile follows like any other.
  void whenCalm().then(() => useUpdate.getState().taking || location.reload());
}

/** A first installation that a bad link cuts is forgotten by the browser; without another the app would stay without one. */
function watchInstallation({ installing, active }: ServiceWorkerRegistration): void {
  if (active || !installing) return;
  installing.addEventListener('statechange', () => {
    if (installing.state === 'redundant') setTimeout(() => void installAgain(), AGAIN_MS);
  });
}

async function installAgain(): Promise<void> {
  try {
    watchInstallation(await navigator.serviceWorker.register(scriptUrl(WORKER)));
  } catch {
    setTimeout(() => void installAgain(), AGAIN_MS); // the network is still away
  }
}

/** The longest that an update waits for what is being sent; never is it cut off. */
const SENDING_MS = 60_000;

/** The longest that an update waits for a wake-up that the browser owes; without a network it stays owed. */
const WOKEN_MS = 3000;

/** How often the new version is told again to take over, until this page is opened anew. */
const INSIST_MS = 1000;

/**
 * Put the new version in charge and open the page again, once what is being sent has arrived.
 *
 * The old worker must not be woken while it ends: Chromium would start it anew, and the new version would then wait until
 * the old one has been idle for half a minute. A page that goes on asking for files and calls leaves it no such half minute,
 * so the new one is told again and again: each time Chromium ends the old one as soon as it has nothing in hand.
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
    activate();
    setInterval(activate, INSIST_MS);
  } catch (error) {
    console.error('The update could not be taken', error);
    useUpdate.setState({ taking: false }); // it is offered again
  }
}

export const putOffUpdate = (): void => useUpdate.setState({ ready: false });
