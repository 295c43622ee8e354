/** Take what a scan without a network needs: the face pack, the people looked for, and what this person is lent. */

import type { FacePackIndex } from '../../../contract/face-models.ts';
import { takeGallery } from '../../face/gallery-pack.ts';
import { followLoan, lookerHere } from '../../face/loan.ts';
import { takePack } from '../../face/pack.ts';
import { keepStorage } from '../../platform/persist.ts';
import type { Services } from '../../services.ts';
import type { Step } from './use-taking.ts';

export async function takeFaces(
  { db, api, face }: Services,
  offer: FacePackIndex | undefined,
  { signal, onProgress }: Step,
  words: { pack: string; gallery: string },
): Promise<void> {
  void keepStorage();
  const fetching = { fetch: (...request: Parameters<typeof fetch>) => fetch(...request), signal };
  await takePack({
    ...fetching,
    // Shown as what travels, which is what a data plan counts; the parts are larger once unpacked.
    onProgress: ({ receivedBytes, totalBytes }) => {
      const total = offer?.available ? offer.wireBytes : totalBytes;
      onProgress(words.pack, (receivedBytes / totalBytes) * total, total);
    },
  });
  await takeGallery({
    db,
    api,
    ...fetching,
    recogniser: face,
    onProgress: (done, total) => onProgress(words.gallery, done, total),
  });
  await followLoan({ db, api, face, now: Date.now, who: lookerHere() }, true);
}
