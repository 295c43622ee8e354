/** Many queued writes in one call: each by its own call's handler, and one wait for the disk for all of them. */

import { pathParameters } from '../../contract/endpoint.ts';
import { type BatchedResult, sendOps } from '../../contract/ops.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { Caller } from '../../contract/user.ts';
import { inOneCommit } from '../db/group.ts';
import { lookingOnce } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { asAppError, bodyOf } from '../http/errors.ts';
import { type Call, type Http, mount } from '../http/mount.ts';

type Op = Call<typeof sendOps>['input']['ops'][number];

export function opsRoutes(http: Http, db: Db): void {
  mount(http, sendOps, async ({ input: { ops }, caller }) => {
    const opIds = ops.map(({ opId }) => opId);
    const serveAll = () => inOrder(ops, (op) => serveOp(http, db, op, caller));
    return { results: await inOneCommit(db, () => lookingOnce(db, opIds, serveAll)) };
  });
}

/** What comes after a failed write of its entity would meet a state that its maker has not seen. */
async function inOrder(ops: readonly Op[], serve: (op: Op) => Promise<BatchedResult>): Promise<BatchedResult[]> {
  const failed = new Set<string>();
  const results: BatchedResult[] = [];
  for (const op of ops) {
    const result = failed.has(op.entity) ? { kind: 'held' as const, opId: op.opId } : await serve(op);
    if (result.kind !== 'done') failed.add(op.entity);
    results.push(result);
  }
  return results;
}

async function serveOp(http: Http, db: Db, { opId, call, input }: Op, caller: Caller): Promise<BatchedResult> {
  const endpoint = endpoints[call];
  const inPath = pathParameters(endpoint.path);
  const isInPath = ([name]: [string, unknown]) => inPath.includes(name);
  // The body of the single call, to the letter: a write sent alone and sent again in a batch is the same write.
  const sent = Object.fromEntries(Object.entries(input).filter((entry) => !isInPath(entry)));
  const params = Object.fromEntries(Object.entries(input).filter(isInPath));
  try {
    return await db.transaction().execute(async () => {
      try {
        return { kind: 'done', opId, answer: await http.served.get(endpoint)?.({ caller, sent, params, named: opId }) };
      } catch (error) {
        const known = asAppError(error);
        if (known !== error) throw error; // the database may have given up: undo what this write began
        return refused(opId, known); // what it counted against its caller stays counted, as in a single call
      }
    });
  } catch (error) {
    const known = asAppError(error);
    if (known.code === 'server') http.app.log.error({ err: error, call }, 'unexpected');
    return refused(opId, known);
  }
}

function refused(opId: string, known: ReturnType<typeof asAppError>): BatchedResult {
  const { retryAfterMs } = known;
  return {
    kind: 'refused',
    opId,
    error: { ...bodyOf(known), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
  };
}
