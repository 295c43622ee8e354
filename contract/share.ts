/** What other apps share into this one: where it arrives, and where the service worker leaves it for the page. */

const DAY_MS = 24 * 3_600_000;
const MEBIBYTE = 1024 * 1024;

/** `path` is in the app's manifest: the phone posts the shared things there. */
export const SHARE = {
  path: '/share',
  cache: 'shared',
  photos: 'photos',
  words: ['title', 'text', 'url'],
  /** A photo of 60 megapixels is about 30 MB. */
  mostBytes: 40 * MEBIBYTE,
  /** What nobody came to use is dropped. */
  keptMs: DAY_MS,
  /** When it came, in a header of what is kept. */
  at: 'x-shared-at',
} as const;
