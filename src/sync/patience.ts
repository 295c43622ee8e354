/** How long whatever waits to be sent waits for an answer, and what a failure says about the link. */

import type { AppError } from '../../contract/errors.ts';
import { endsIn } from '../platform/in-time.ts';

/**
 * How long one call may hang before it is given up and sent again: long enough for a piece of a photo at 50 kbit/s (21 s).
 * Nobody waits for it on the screen (A36 is about calls that somebody waits for).
 */
const PATIENCE_MS = 30_000;

/** Ends the call after its time, or when the server no longer answers anybody. */
export const patience = (cut: AbortSignal | undefined): AbortSignal => endsIn(PATIENCE_MS, cut);

/** The link may be gone. What met it waits its pause all the same, so that one that breaks each link does not hold the others. */
export const isLink = (error: AppError): boolean => ['network', 'not-our-server', 'cancelled'].includes(error.code);
