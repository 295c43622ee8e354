/** The duty desk as it was last read, so that an officer can work on it without a network. */

import type { Candidate } from '../../../contract/candidate.ts';
import type { DutyTask } from '../../../contract/duty.ts';
import type { ReportView } from '../../../contract/report.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { isSameVisit, readMeta, writeMeta } from '../meta.ts';
import type { KeptDesk } from '../rows.ts';

/** Keep what was read, unless who asked for it has left meanwhile. */
export async function keepDesk(db: LocalDb, desk: KeptDesk, visit: string | undefined): Promise<void> {
  await atOnce(db, 'rw', [db.meta], async (db) => {
    if (!(await isSameVisit(db, visit))) return;
    await writeMeta(db, 'desk', { ...desk, tasks: desk.tasks.map(keptTask) });
  });
}

export const readKeptDesk = (db: LocalDb): Promise<KeptDesk | undefined> => readMeta(db, 'desk');

/** The whole of a record is never kept on a device: of an opened one no more stays than its officers see unopened. */
function keptTask({ candidate, sighting, ...task }: DutyTask): DutyTask {
  const report = keptView(task.report);
  return {
    ...{ ...task, report },
    ...(candidate ? { candidate: keptCandidate(candidate) } : {}),
    ...(sighting ? { sighting: { ...sighting, photos: [] } } : {}),
  };
}

const keptCandidate = (candidate: Candidate): Candidate => ({
  ...candidate,
  lost: keptView(candidate.lost),
  found: keptView(candidate.found),
});

function keptView(view: ReportView): ReportView {
  const { id, _id, rev, type, reportType, status, reviewed, createdAt, timeOfLossDate, subject } = view;
  const base = { id, _id, rev, type, reportType, status, reviewed, createdAt };
  const when = timeOfLossDate === undefined ? {} : { timeOfLossDate };
  return { ...base, ...when, subject: withoutWords(subject), photos: [], contact: 'guarded' };
}

function withoutWords(subject: ReportView['subject']): ReportView['subject'] {
  if (subject.kind === 'item') return subject;
  const { name: _, details: __, ...seen } = subject;
  return seen;
}
