/** Ask the server whether it is there, and say so when the answer is late. */

import type { Api } from '../api/client.ts';
import { type Proof, probe } from './probe.ts';
import type { SyncStatusStore } from './status.ts';

/** An answer is late after this, and on a slow link after three times what the last ones took. */
const LATE_MS = 1000;
/** While a run is under way, the server is asked this often whether it still listens. */
const EAR_MS = 4000;
/** A large piece on a slow link keeps answers back for a while: only after so many unheard questions is a call cut off. */
const MOST_UNHEARD = 3;

export interface Listener {
  /** The word on the link, told at once; `silent` is told before the answer comes, when it is late. Asked once at a time. */
  ask(): Promise<Proof>;
  /** Keep asking while `work` runs; it is cut off when the server no longer answers at all. */
  during<T>(work: (cut: AbortSignal) => Promise<T>): Promise<T>;
}

export function startListening(deps: {
  api: Api;
  status: SyncStatusStore;
  nonce: () => string;
  now: () => number;
}): Listener {
  const { api, status } = deps;
  let usualMs = 0;
  let asking: Promise<Proof> | undefined;

  function ask(): Promise<Proof> {
    asking ??= askServer().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function askServer(): Promise<Proof> {
    const began = performance.now();
    const late = setTimeout(() => status.set({ link: 'silent' }), Math.max(LATE_MS, 3 * usualMs));
    try {
      const proof = await probe(api, deps.nonce(), deps.now);
      if (proof.link === 'online') usualMs = usualMs / 2 + (performance.now() - began) / 2;
      status.set({ link: proof.link, ...(proof.link === 'online' ? { clockAheadMs: proof.clockAheadMs } : {}) });
      return proof;
    } finally {
      clearTimeout(late);
    }
  }

  return {
    ask,
    async during(work) {
      const cut = new AbortController();
      let isListening = false;
      let unheard = 0;
      const ear = setInterval(() => {
        if (isListening) return;
        isListening = true;
        ask()
          .then(({ link }) => {
            unheard = link === 'silent' ? unheard + 1 : 0;
            if (unheard === MOST_UNHEARD) cut.abort();
          })
          .finally(() => {
            isListening = false;
          })
          .catch(() => undefined); // the run itself meets what is wrong
      }, EAR_MS);
      try {
        return await work(cut.signal);
      } finally {
        clearInterval(ear);
      }
    },
  };
}
