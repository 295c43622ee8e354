/** Taking the people along, from a server that has just been started. */

import { expect, it } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import { takeGallery } from '../../src/face/gallery-pack.ts';
import { LocalDb } from '../../src/store/db.ts';

it('a phone that asks while the server makes its first pack is told to try again, and keeps what it has (section 4)', async () => {
  const answer = async () =>
    new Response(JSON.stringify({ packs: [], signer: { key: `${'A'.repeat(43)}=`, before: [] } }), {
      headers: { 'content-type': 'application/json' },
    });
  const taken = takeGallery({
    db: new LocalDb('wapsi-gallery-pack'),
    api: createApi({ base: 'https://api.example', fetch: answer as typeof fetch, token: () => undefined }),
    fetch: answer as typeof fetch,
    recogniser: { replaceGallery: () => expect.unreachable('there is nothing to replace it by') },
  });
  await expect(taken).rejects.toMatchObject({ code: 'unavailable', next: 'retry' });
});
