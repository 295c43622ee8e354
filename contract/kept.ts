/**
 * How long things are kept, in days: what server/retention does, what docs/privacy.md says and what people read in the privacy
 * policy are these numbers.
 */
export const KEPT_DAYS = {
  /** From the search. */
  scans: 30,
  /** A face that somebody keeps of a scan, in case a report comes; longer where an officer has said whose it is. */
  keptScans: 30,
  /** Of acts and of processing: the law asks for a year, and a leap year has a day more. */
  log: 366,
  /** From the end of a report, or from when its owner last kept it. */
  endedReports: 180,
  /** So long before that its owner is told. */
  endedReportsTold: 14,
  /** From the end of the report that it is about. */
  conversations: 180,
  /** Without a report: from its last message. */
  conversationsAlone: 365,
  /** From the day by which it was to be decided. */
  undecidedObjections: 90,
  /** Complaints, flags, warnings and strikes; of an erased account also a suspension. */
  safety: 730,
  notices: 365,
  /** No outbox waits for so long. */
  receipts: 400,
  suppression: 730,
  /** Work of a kind that the running version does not know. */
  unknownJobs: 30,
} as const;
