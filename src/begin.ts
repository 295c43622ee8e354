/**
 * The page's first script. The browser shows what the build drew, and only then reads the app, which is on its way by then:
 * to make its code ready takes a slow phone longer than to fetch it.
 */

/** Whatever the picture waits for, the app waits no longer. */
const LATEST_MS = 1000;

/** What was pressed last while nothing could answer yet. */
let waiting: HTMLElement | undefined;
const presses = new AbortController();
const { signal } = presses;

// A form sends itself; a button does nothing until there is an app.
addEventListener(
  'click',
  (event) => {
    const { target } = event;
    const pressed = target instanceof Element && target.closest<HTMLElement>('a[href],button[type=button]');
    if (!pressed) return;
    if (pressed instanceof HTMLAnchorElement) {
      if (!isFollowed(pressed, event)) return;
      event.preventDefault();
      follow(pressed);
    }
    waiting = pressed;
  },
  { capture: true, signal },
);

/** Nobody waits for the picture in a window that nobody sees, or once they touch the page, and never for long. */
const hurry =
  document.visibilityState === 'hidden'
    ? Promise.resolve()
    : Promise.race([touched(), new Promise((late) => setTimeout(late, LATEST_MS))]);
const soon = Promise.race([painted().then(photo), hurry]);
void soon.then(askForCode);
void soon
  .then(() => import('./main.tsx'))
  .then(({ takeOver }) => {
    presses.abort();
    takeOver();
    waiting?.click(); // React takes that part of the page over first
  });

/** Whether it leads to a page of ours, in this window. */
function isFollowed(link: HTMLAnchorElement, { ctrlKey, metaKey }: MouseEvent): boolean {
  // What is shared is no page of the app.
  const isOurs = link.origin === location.origin && !link.pathname.startsWith('/r/');
  // A service worker has all there is to fetch, and answers at once.
  const isApart = ctrlKey || metaKey || link.target || link.hash;
  return isOurs && !isApart && !navigator.serviceWorker?.controller;
}

/**
 * What is drawn of the linked page comes into this one, while the app goes on loading. To open it as a page of its own breaks
 * that off, and on a slow link most of the wait begins anew.
 */
function follow(link: HTMLAnchorElement): void {
  const ask = new XMLHttpRequest(); // it reads a page without the page's policy having to trust a text
  ask.open('GET', link.href);
  ask.setRequestHeader('accept', 'text/html');
  ask.responseType = 'document';
  ask.onloadend = () => {
    if (signal.aborted || waiting !== link) return; // the app leads there, or something else is wanted
    const page = ask.response as Document | null;
    const next = page?.getElementById('root');
    if (!page || !next) return location.assign(link.href);
    waiting = undefined;
    history.pushState(null, '', link.href);
    document.getElementById('root')?.replaceWith(next);
    scrollTo(0, 0);
    document.head.append(...page.querySelectorAll('link[data-behind]'));
    askForCode();
  };
  ask.send();
}

/** Who touches the page does not wait for its picture. */
function touched(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, resolve, { capture: true, signal });
  });
}

/** What the build has named in the page (scripts/prerender.ts): on its way while the picture is, it would hold that up. */
function askForCode(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-behind]')) link.rel = 'modulepreload';
}

/** The photo is on the screen too, where what was drawn is of a record. */
async function photo(): Promise<void> {
  const drawn = document.querySelector<HTMLImageElement>('[data-record] img');
  await drawn?.decode().catch(() => undefined);
  if (drawn) await frame().then(frame);
}

/** A frame that was asked for is on the screen later than the next script would begin: the browser tells when. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return void frame().then(resolve);
    new PerformanceObserver((_, paints) => {
      paints.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

function frame(): Promise<void> {
  return new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
}

export {};
