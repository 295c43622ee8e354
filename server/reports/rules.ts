/** The life of a report on the server (A19). */

import type { ReportStatus } from '../../contract/report.ts';

/** Where each status may go; whatever is not listed is refused. */
const NEXT: Record<ReportStatus, readonly ReportStatus[]> = {
  pending_review: ['published', 'rejected', 'withdrawn'],
  published: ['resolved', 'withdrawn', 'expired'],
  rejected: ['appealed', 'withdrawn'],
  appealed: ['published', 'rejected', 'withdrawn'],
  resolved: [],
  withdrawn: [],
  expired: ['published', 'withdrawn'],
};

export const mayChange = (from: ReportStatus, to: ReportStatus): boolean => NEXT[from].includes(to);
