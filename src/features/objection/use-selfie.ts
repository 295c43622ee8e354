/**
 * A live look into the front camera: the face alone, upright and small, of two moments between which it moved a little. It
 * goes to the server as pixels, which makes the template itself: numbers could be another's.
 */

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { COUNTDOWN_MS, FRAME_INTERVAL_MS } from '../../../contract/limits.ts';
import { areTwoMoments } from '../../../match/moments.ts';
import { toBase64 } from '../../../match/template.ts';
import type { Hint } from '../../face/protocol.ts';
import { type Camera, openCamera } from '../../platform/camera.ts';
import { useServices } from '../../services.ts';

/** The face of each moment, as base64. */
export type Moments = string[];

export type Selfie =
  | { kind: 'none' }
  | { kind: 'preparing' }
  /** `moved`: a first moment is there, and the next is wanted from a little aside. */
  | { kind: 'looking'; hint: Hint; moved: boolean }
  | { kind: 'taken'; moments: Moments }
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

  /** The best of some frames, and then one on which the head has moved since. */
  async function look(screen: HTMLVideoElement, mine: number): Promise<Moments | undefined> {
    const first = await lookOnce(screen, mine, undefined);
    const second = first && (await lookOnce(screen, mine, first));
    return first && second && [toBase64(first), toBase64(second)];
  }

  async function lookOnce(
    screen: HTMLVideoElement,
    mine: number,
    before: Uint8Array | undefined,
  ): Promise<Uint8Array | undefined> {
    await face.startScan();
    const began = performance.now();
    let until = began + PATIENCE_MS;
    let gathering = false;
    while (mine === turn.current && performance.now() < until) {
      const at = performance.now();
      const { hint, captured } = await face.frame(await createImageBitmap(screen), at);
      if (mine === turn.current) setSelfie({ kind: 'looking', hint, moved: before !== undefined });
      if (captured && before) {
        const pixels = await takeMoment();
        if (areTwoMoments(before, pixels)) return pixels;
        await face.startScan();
      } else if (captured && !gathering) {
        gathering = true;
        until = at + GATHER_MS;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, FRAME_INTERVAL_MS - (performance.now() - at))));
    }
    return mine === turn.current ? takeMoment() : undefined;
  }

  async function takeMoment(): Promise<Uint8Array> {
    const moment = await face.moment();
    if (moment.kind === 'taken') return moment.pixels;
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
        const moments = await look(screen, mine);
        if (!moments) return;
        stop();
        setSelfie({ kind: 'taken', moments });
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
