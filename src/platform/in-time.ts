/** What came of `work` within so many milliseconds; undefined when it goes on. @throws what `work` throws until then */
export async function inTime<T>(work: Promise<T> | undefined, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a call after its time, or with `cut`. */
export function endsIn(ms: number, cut: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  // Not in every browser: there a call that hangs waits its time out.
  return cut && 'any' in AbortSignal ? AbortSignal.any([cut, timeout]) : timeout;
}
