/**
 * The page's first script. The browser shows what the build drew, and only then reads the app, which is on its way by then:
 * to make its code ready takes a slow phone longer than to fetch it.
 */

/** Whatever the picture waits for, the app waits no longer. */
const LATEST_MS = 1000;

/** The button that was pressed last while nothing could answer yet. */
let waiting: HTMLButtonElement | undefined;
const presses = new AbortController();

// A link leads on by itself, and a form sends itself; a button does nothing until there is an app.
addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.type === 'button') waiting = button;
  },
  { capture: true, signal: presses.signal },
);

/** Nobody waits for the picture in a window that nobody sees, or once they touch the page, and never for long. */
const hurry =
  document.visibilityState === 'hidden'
    ? Promise.resolve()
    : Promise.race([touched(), new Promise((late) => setTimeout(late, LATEST_MS))]);
const shown = Promise.race([painted(), hurry]);
void shown.then(askForCode);
const soon = Promise.race([shown.then(photo), hurry]);
void soon
  .then(() => import('./main.tsx'))
  .then(() => {
    presses.abort();
    waiting?.click(); // React takes that part of the page over first
  });

/** Who touches the page does not wait for its picture. */
function touched(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(kind, resolve, { capture: true, signal: presses.signal });
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
