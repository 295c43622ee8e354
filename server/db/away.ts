/** The database went away, or will not do it now: not the caller's fault, and nothing that trying again does not mend. */

import { DatabaseError } from 'pg';
import { AppError } from '../../contract/errors.ts';

/** PostgreSQL ends the connection (57P01 to 57P05), will not make one (57P03, 53300, 08*), or is a standby since a failover (25006). */
const AWAY = /^(?:57P0[1-5]|08...|53300|25006)$/;

export const isAway = (error: unknown): boolean => error instanceof DatabaseError && AWAY.test(error.code ?? '');

/** What was primary and is a standby now answers reads for ever; a new connection finds the new primary. */
export const isSpent = ({ code }: DatabaseError): boolean => code === '25006';

/** Said to whoever asked; what the system said stays with us, as the cause. */
export const away = (cause: unknown): AppError =>
  new AppError('unavailable', 'The database is away; nothing was lost, try again', { cause });
