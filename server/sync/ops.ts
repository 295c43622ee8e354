/** Many queued writes in one call: each by its own call's handler, and one wait for the disk for all of them. */

import { pathParameters } from '../../contract/endpoint.ts';
import { type BatchedResult, sendOps } from '../../contract/ops.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { Caller } from '../../contract/user.ts';
import { isOfOffice, whoIsIn } from '../auth/callers.ts';
import { markUsed } from '../auth/sessions.ts';
import { inOneCommit } from '../db/group.ts';
import { lookingOnce } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { asAppError, bodyOf } from '../http/errors.ts';
import { type Asked, type Call, checkAuthor, type Http, mount } from '../http/mount.ts';

type Op = Call<typeof sendOps>['input']['ops'][number];

export function opsRoutes(http: Http, db: Db): void {
  mount(http, sendOps, async ({ input: { ops }, caller }) => {
    const opIds = ops.map(({ opId }) => opId);
    const usesOffice = ops.some(({ call }) => isOfOffice(endpoints[call].access, caller));
    if (usesOffice && caller.kind === 'user' && caller.session) await markUsed(db, caller.session, null);
    const serveAll = async () => {
      const own = ops.filter((op) => isOf(op, caller));
      const done = await serveTogether(http, db, own, caller);
      return inOrder(ops, async (op) => done.get(op) ?? serveOp(http, db, op, caller));
    };
    return { results: await inOneCommit(db, () => lookingOnce(db, opIds, serveAll)) };
  });
}

/** Who makes a call of the batch, as they are now: they may have been signed out since the batch began. */
const callerNow = async (http: Http, db: Db, caller: Caller): Promise<Caller> =>
  caller.kind === 'user' && caller.session
    ? { ...caller, ...(await whoIsIn(db, caller.session, http)).caller }
    : caller;

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

/**
 * What can be done for many at once: the first write of each entity, such as a new report. The others come behind it, and
 * an order is promised within one entity only. If one cannot be done so, none of its kind is: each then gets its own turn.
 */
async function serveTogether(http: Http, db: Db, ops: readonly Op[], caller: Caller): Promise<Map<Op, BatchedResult>> {
  const done = new Map<Op, BatchedResult>();
  const seen = new Set<string>();
  const first = ops.filter(({ entity }) => seen.size < seen.add(entity).size);
  for (const [endpoint, serve] of http.servedTogether) {
    const some = first.filter(({ call }) => endpoints[call] === endpoint);
    if (some.length < 2) continue;
    try {
      const now = await callerNow(http, db, caller);
      const answers = await serve(some.map((op) => askedBy(op, now)));
      for (const [i, op] of some.entries()) done.set(op, { kind: 'done', opId: op.opId, answer: answers[i] });
    } catch (error) {
      if (asAppError(error).code === 'server') http.app.log.error({ err: error, path: endpoint.path }, 'not together');
    }
  }
  return done;
}

/** A batch goes in one name; what is another's is answered for itself. */
const isOf = ({ author }: Op, caller: Caller): boolean =>
  author === undefined || (caller.kind === 'user' && author === caller.userId);

function askedBy({ opId, call, input }: Op, caller: Caller): Asked {
  const inPath = pathParameters(endpoints[call].path);
  const isInPath = ([name]: [string, unknown]) => inPath.includes(name);
  // The body of the single call, to the letter: a write sent alone and sent again in a batch is the same write.
  const sent = Object.fromEntries(Object.entries(input).filter((entry) => !isInPath(entry)));
  const params = Object.fromEntries(Object.entries(input).filter(isInPath));
  return { caller, sent, params, named: opId };
}

async function serveOp(http: Http, db: Db, op: Op, caller: Caller): Promise<BatchedResult> {
  const { opId, call } = op;
  try {
    checkAuthor(op.author, caller);
    const now = await callerNow(http, db, caller);
    return await db.transaction().execute(async () => {
      try {
        return { kind: 'done', opId, answer: await http.served.get(endpoints[call])?.(askedBy(op, now)) };
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
