/** Whether this phone can compare faces: what of the face pack is here, and whether it is sound. */

import { useEffect, useState } from 'react';
import { AppError } from '../../../contract/errors.ts';
import { useFaceDownload } from '../../face/download.ts';
import { mendPack, type PackState, packInUse, packState } from '../../face/pack.ts';
import type { Recogniser } from '../../face/protocol.ts';

/** `lacking`: it is to be taken, or what is left of it. `damaged`: it was whole, and could not be mended without a network. */
export type FacesHere =
  | { readonly kind: 'unknown' | 'mending' | 'whole' }
  | { readonly kind: 'lacking' | 'damaged'; readonly pack: PackState };

/**
 * Opening the page is a sign that a scan follows: while the user reads, the worker gets ready, which tries the pack. What
 * of it is broken is taken again at once, since the user has agreed to the pack before. Looked at anew when a download has
 * ended.
 */
export function useFacesHere(face: Pick<Recogniser, 'load'>): FacesHere {
  const [here, setHere] = useState<FacesHere>({ kind: 'unknown' });
  const ended = useFaceDownload((state) => state.ended);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a download that has ended is the reason to look
  useEffect(() => {
    let isShown = true;
    const tell = (next: FacesHere): void => {
      if (isShown) setHere(next);
    };
    const tellLacking = async (kind: 'lacking' | 'damaged') => tell({ kind, pack: await packState() });
    const isSound = () =>
      face.load().then(
        () => true,
        (error: unknown) => !isBroken(error), // any other failure is told by the scan
      );
    async function look(): Promise<void> {
      const inUse = await packInUse();
      if (!inUse) return tellLacking('lacking');
      if ((await packState()).kind === 'whole') {
        tell({ kind: 'whole' });
        if (await isSound()) return;
      }
      tell({ kind: 'mending' });
      await mendPack(inUse, (...request) => fetch(...request));
      if (await isSound()) tell({ kind: 'whole' });
      else await tellLacking('damaged');
    }
    look().catch(() => tellLacking('damaged'));
    return () => {
      isShown = false;
    };
  }, [face, ended]);
  return here;
}

const isBroken = (error: unknown): boolean => error instanceof AppError && error.code === 'models-broken';
