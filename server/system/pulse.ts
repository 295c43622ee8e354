/** Whether the database answers, for whoever asks the server whether it is up: asked seldom, and never waited for. */

import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/** What was found out is good for so long. */
const FRESH_MS = 1000;
/** A database that is only busy is there; so the last word counts until the next comes. */
const PATIENCE_MS = 40;

/** Gives a function that answers with the failure of a database that is away. */
export function feelPulse(db: Db): () => Promise<Error | undefined> {
  let failure: Error | undefined;
  let felt = Number.NEGATIVE_INFINITY;
  let feeling: Promise<void> | undefined;

  async function feel(): Promise<void> {
    try {
      await sql`select 1`.execute(db);
      failure = undefined;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    felt = performance.now();
    feeling = undefined;
  }

  return async () => {
    if (performance.now() - felt > FRESH_MS) {
      feeling ??= feel();
      await Promise.race([feeling, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
    }
    return failure;
  };
}
