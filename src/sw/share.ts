/** Takes what another app shares, a photo from the gallery say, and keeps it for the page: it goes nowhere else. */

import { MAX_IMAGES, MAX_TEXT } from '../../contract/limits.ts';
import { SHARE } from '../../contract/share.ts';

/** Answers with the page that asks what it is. What is no photo, or too large for one, is left out. */
export async function takeShared(request: Request): Promise<Response> {
  try {
    await keep(await request.formData());
  } catch (error) {
    console.warn('What was shared could not be kept', error); // the page says that nothing has come
  }
  return Response.redirect(SHARE.path, 303);
}

async function keep(form: FormData): Promise<void> {
  const photos = form.getAll(SHARE.photos).filter(isPhoto).slice(0, MAX_IMAGES);
  const words = SHARE.words.map((name) => form.get(name)).filter((word) => typeof word === 'string' && word !== '');
  const at = { [SHARE.at]: String(Date.now()) };
  await caches.delete(SHARE.cache); // the last thing shared is the one that is meant
  const cache = await caches.open(SHARE.cache);
  for (const [index, photo] of photos.entries()) {
    const headers = { ...at, 'content-type': photo.type };
    await cache.put(`${SHARE.path}/${index}`, new Response(photo, { headers }));
  }
  const text = [...new Set(words)].join('\n').trim().slice(0, MAX_TEXT);
  if (text !== '') await cache.put(`${SHARE.path}/words`, new Response(text, { headers: at }));
}

/** A drawing can hold code; whether the rest is a picture at all the page finds out when it makes it small. */
const isPhoto = (value: FormDataEntryValue): value is File =>
  value instanceof File &&
  value.type.startsWith('image/') &&
  !value.type.includes('svg') &&
  value.size > 0 &&
  value.size <= SHARE.mostBytes;
