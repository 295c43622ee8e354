import { type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * Draws what is much in steps of a few milliseconds, between which a press is heard; `waiting` until then. An answer of the
 * server or of the database would be drawn all at once: a tenth of a second and more for a slow phone.
 */
export function InSteps({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [begun, setBegun] = useState(false);
  useEffect(() => startTransition(() => setBegun(true)), []);
  return begun ? children : waiting;
}
