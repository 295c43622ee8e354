/** A live face as numbers: the front camera, looked at on this phone. Nothing of it is kept here, and no picture is sent. */

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { COUNTDOWN_MS, FRAME_INTERVAL_MS } from '../../../contract/limits.ts';
import type { Hint } from '../../face/protocol.ts';
import { type Camera, openCamera } from '../../platform/camera.ts';
import { useServices } from '../../services.ts';

export interface Face {
  descriptor: number[];
  model: string;
}

export type Selfie =
  | { kind: 'none' }
  | { kind: 'preparing' }
  | { kind: 'looking'; hint: Hint }
  | { kind: 'taken'; face: Face }
  | { kind: 'failed'; code: ErrorCode };

/** Frames fit for comparison are gathered for so long once the first was, and waited for so long at most. */
const GATHER_MS = COUNTDOWN_MS / 2;
const PATIENCE_MS = 30_000;

export function useSelfie(video: RefObject<HTMLVideoElement | null>) {
  const { face } = useServices();
  const [selfie, setSelfie] = useState<Selfie>({ kind: 'none' });
  const camera = useRef<Camera>(undefined);
  /** Raised at each start and stop: an older look ends by itself. */
  const turn = useRef(0);

  const stop = useCallback(() => {
    turn.current++;
    camera.current?.close();
    camera.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);

  async function look(screen: HTMLVideoElement, mine: number): Promise<Face | undefined> {
    const began = performance.now();
    let first: number | undefined;
    while (mine === turn.current && performance.now() - (first ?? began) < (first ? GATHER_MS : PATIENCE_MS)) {
      const at = performance.now();
      const { hint, captured } = await face.frame(await createImageBitmap(screen), at);
      if (captured) first ??= at;
      if (mine === turn.current) setSelfie({ kind: 'looking', hint });
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, FRAME_INTERVAL_MS - (performance.now() - at))));
    }
    if (mine !== turn.current) return undefined;
    const found = await face.identify(0);
    if (found.kind === 'searched') return { descriptor: found.descriptor, model: found.model };
    throw new AppError('no-face', 'There was no face that can be compared, or several');
  }

  return {
    selfie,
    async take(): Promise<void> {
      const screen = video.current;
      if (!screen) return;
      stop();
      const mine = turn.current;
      setSelfie({ kind: 'preparing' });
      try {
        const opened = await openCamera('user');
        if (mine !== turn.current) return opened.close();
        camera.current = opened;
        screen.srcObject = opened.stream;
        await Promise.all([screen.play(), face.load()]);
        await face.startScan();
        const taken = await look(screen, mine);
        if (!taken) return;
        stop();
        setSelfie({ kind: 'taken', face: taken });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (mine !== turn.current) return;
        stop();
        setSelfie({ kind: 'failed', code: error.code });
      }
    },
    stop() {
      stop();
      setSelfie({ kind: 'none' });
    },
  };
}
