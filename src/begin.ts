/**
 * The page's first script. The browser shows what the build drew, and only then reads the app, which is on its way by then:
 * to make its code ready takes a slow phone longer than to fetch it.
 */

const begin = (): void => void import('./main.tsx');

if (document.visibilityState === 'hidden')
  begin(); // nothing is drawn in a window that nobody sees
else requestAnimationFrame(() => setTimeout(begin));

export {};
