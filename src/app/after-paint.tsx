import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Call `run` once the first picture is on the screen, so that what it loads does not delay it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Draws its children from the second picture on; `waiting` until then, which is what the build draws. */
export function AfterPaint({ waiting = null, children }: { waiting?: ReactNode; children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return painted ? children : waiting;
}
