/** What somebody on duty does with a task: takes it, gives it back, passes it on, ends it, and takes the end back. */

import type { actOnDuty, DutyTask } from '../../contract/duty.ts';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { findTask } from './list.ts';
import { IS_HELD } from './on-duty.ts';
import { closeDuty, dueFrom, waitAgain, writeStep } from './open.ts';
import { raise } from './raise.ts';

const DAY_MS = 86_400_000;

type Input = ParsedInputOf<typeof actOnDuty>;

/**
 * Do it, if nobody was there first: of two at once the second finds what the first did, and nothing is written over.
 * @throws AppError changed-meanwhile, conflict
 */
export async function act(tx: Db, by: SignedIn, { id, rev, act, reason }: Input): Promise<void> {
  const task = await tx
    .selectFrom('duty_task')
    .selectAll()
    .select(IS_HELD.as('held'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!task || !(await findTask(tx, id, by))) throw new AppError('not-found', 'There is no such task on your desk');
  const isMine = task.taken_by === by.userId;
  const isTaken = task.held;
  if (String(task.rev) !== rev && !writesNothingOver(act, { ...task, isTaken, isMine }))
    throw new AppError('changed-meanwhile', 'A colleague was there first');
  const isElsewhere = isTaken && !isMine;
  if (isElsewhere || (act === 'reopen') !== (task.status === 'done'))
    throw new AppError('conflict', `The task is ${task.status}`);
  switch (act) {
    case 'take': {
      if (isTaken) throw new AppError('conflict', 'It is yours');
      const now = new Date();
      await tx
        .updateTable('duty_task')
        .set({
          status: 'taken',
          taken_by: by.userId,
          taken_at: now,
          due_at: task.kind === 'unanswered' ? dueFrom(tx, now, task.kind) : new Date(now.getTime() + DAY_MS),
          rev: task.rev + 1,
        })
        .where('id', '=', id)
        .execute();
      await writeStep(tx, task, 'taken', by.userId);
      break;
    }
    case 'give-back':
      if (!isMine) throw new AppError('conflict', 'Nobody has taken it');
      await waitAgain(tx, task, 'given-back', by.userId, reason);
      break;
    case 'pass-on':
      if (!reason)
        throw new AppError('bad-input', 'Say why; who is asked next reads it', { fields: { reason: 'required' } });
      if (task.kind === 'unanswered') throw new AppError('conflict', 'Of things nobody else is asked');
      if (task.level === 'team') throw new AppError('conflict', 'Nobody is asked after the team');
      await raise(tx, task, 'passed-on', new Date(), { userId: by.userId, reason });
      break;
    case 'done':
      await closeDuty(tx, 'id', id, by.userId, reason);
      break;
    case 'reopen':
      await waitAgain(tx, task, 'reopened', by.userId, reason);
      break;
  }
  await writeAudit(tx, by, `duty-${act}`, task.report_id, reason);
}

/**
 * Who takes what nobody has, and who ends or gives back what they have, is no second, whatever they last saw: the clock has gone
 * on, as it does while a device has no network.
 */
const writesNothingOver = (
  act: Input['act'],
  { status, isTaken, isMine }: { status: DutyTask['state']; isTaken: boolean; isMine: boolean },
): boolean =>
  act === 'take' ? status !== 'done' && !isTaken : isMine && isTaken && (act === 'done' || act === 'give-back');
