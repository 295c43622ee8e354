/** The pages that the build draws ahead, so that a slow phone reads a heading before the first script has run. */

/** Which file has the first look of an address. What stands in none of these gets the bare frame. */
export const FIRST_LOOKS = [
  { file: 'index.html', path: /^\/$/, example: '/' },
  { file: 'people.html', path: /^\/lost-peoples$/, example: '/lost-peoples' },
  { file: 'things.html', path: /^\/found-items$/, example: '/found-items' },
  { file: 'record.html', path: /^\/items\/[^/]+$/, example: '/items/-' },
  { file: 'lost.html', path: /^\/face-recognition\?(.*&)?add=lost\b/, example: '/face-recognition?add=lost' },
  { file: 'found.html', path: /^\/face-recognition\?(.*&)?add=found\b/, example: '/face-recognition?add=found' },
  { file: 'scan.html', path: /^\/face-recognition(\?(?!.*\bdraft=)|$)/, example: '/face-recognition' },
  { file: 'post.html', path: /^\/post-item$/, example: '/post-item' },
  { file: 'outbox.html', path: /^\/outbox$/, example: '/outbox' },
  { file: 'login.html', path: /^\/login$/, example: '/login' },
  { file: 'register.html', path: /^\/register$/, example: '/register' },
] as const;

/** Where the server writes what a public record shows (server/http/record-pages.ts) into the page that the build drew for it. */
export const DRAWN_RECORD = { file: 'record-drawn.html', id: '%RECORD%', title: '%TITLE%', photo: '%PHOTO%' } as const;

/** The frame alone, for every other page. */
export const FRAME = 'shell.html';

/** The file for an address; `address` is path and query, `/face-recognition?add=lost`. */
export function firstLookOf(address: string): string {
  const [path = ''] = address.split('?');
  return FIRST_LOOKS.find((look) => look.path.test(address) || look.path.test(path))?.file ?? FRAME;
}
