/**
 * The page's first script. The browser shows what the build drew, and only then reads the app, which is on its way by then:
 * to make its code ready takes a slow phone longer than to fetch it.
 */

/** Whatever the picture waits for, the app waits no longer. */
const LATEST_MS = 1000;

const begin = (): void => void import('./main.tsx');

if (document.visibilityState === 'hidden')
  begin(); // nothing is drawn in a window that nobody sees
else void Promise.race([picture(), new Promise((late) => setTimeout(late, LATEST_MS))]).then(begin);

/** What was drawn is on the screen, with the photo where it is of a record. */
async function picture(): Promise<void> {
  const photo = document.querySelector<HTMLImageElement>('[data-record] img');
  await Promise.all([painted(), photo?.decode().catch(() => undefined)]);
  if (photo) await frame().then(frame);
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

const frame = (): Promise<void> => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));

export {};
