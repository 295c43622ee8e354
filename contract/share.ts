/**
 * What leaves the app and comes into it: the address under which a record is passed on; and what other apps share into this
 * one, where it arrives, and where the service worker leaves it for the page.
 */

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

/** Pages that the server makes, which open without the app: `/r/W-7K4M-29` (decision 083). */
export const SHARE_PAGE = '/r/';
/** How a shown record is told to be one that was seen: the page of it opens with that question (browse/details). */
export const SAW_HASH = '#saw';
/** The same, with when that was: of a face that was scanned. `at` in milliseconds. */
export const sawHash = (at: number): string => `${SAW_HASH}-${at}`;
/** What such a hash says; undefined of any other. */
export function sawIn(hash: string): { at: number | undefined } | undefined {
  const [, at] = /^#saw(?:-(\d{12,14}))?$/.exec(hash) ?? [undefined, undefined];
  if (hash !== SAW_HASH && at === undefined) return undefined;
  return { at: at === undefined ? undefined : Number(at) };
}

/** Under which address a record is passed on. An app of before, or a record that it keeps, may know no number yet. */
export const sharePath = ({ id, number }: { id: string; number?: string | undefined }): string =>
  number === undefined ? `/items/${id}` : `${SHARE_PAGE}${number}`;

/**
 * A number as people read it off a wall: in small letters, without strokes, an O for the zero. What is no number is one that
 * nobody has.
 */
export function numberIn(text: string): string {
  const letters = text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replace(/^W/, '');
  const read = letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return `W-${read.slice(0, 4)}-${read.slice(4, 12)}`;
}
