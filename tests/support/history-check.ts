/**
 * Compares what a user was told with what their phones and the server hold. Pure.
 *
 * Each submission has a key that is in its title, so that the three can be laid side by side.
 */

export interface Told {
  key: string;
  /** `saved`: "Saved on this phone"; `received`: "Received, no. ...". */
  word: 'saved' | 'received';
  number?: string;
  /** Milliseconds, by the clock of whoever watches. */
  at: number;
}

/** A report as one phone holds it. */
export interface PhoneReport {
  key: string;
  opId: string;
  /** Of the receipt; absent before it. */
  number?: string;
  photos: readonly string[];
}

export interface PhoneOp {
  opId: string;
  /** Of the report it belongs to. */
  key: string;
  state: 'waiting' | 'refused';
}

export interface PhoneHolds {
  name: string;
  reports: readonly PhoneReport[];
  /** What is still to be sent. */
  ops: readonly PhoneOp[];
}

export interface ServerReport {
  key: string;
  number: string;
  /** Milliseconds, by the server's clock, which the watcher shares. */
  receivedAt: number;
  photos: readonly string[];
}

export interface ServerHolds {
  reports: readonly ServerReport[];
  /** Hashes of the files that it holds whole. */
  files: ReadonlySet<string>;
}

export interface Verdict {
  submissions: number;
  receivedTold: number;
  /** Said to be saved, and neither on the server nor on its way there; or a photo of it is nowhere. */
  lost: string[];
  /** More than one record of one submission. */
  doubled: string[];
  /** Said to be received when the server did not have it, or under another number. */
  falselyReceived: string[];
  /** Still on a phone though nothing hinders it. */
  stuck: string[];
  /** On the server though nobody submitted it. */
  strange: string[];
}

/** The server writes its time before it answers, in whole milliseconds of the same machine. */
const CLOCK_TOLERANCE_MS = 1000;

/** `attempted`: keys that were submitted, also where a kill came before the user was told anything. */
export function checkHistory(
  attempted: ReadonlySet<string>,
  told: readonly Told[],
  phones: readonly PhoneHolds[],
  server: ServerHolds,
): Verdict {
  const onServer = byKey(server.reports);
  const onPhones = byKey(phones.flatMap(({ reports }) => reports));
  const ops = phones.flatMap((phone) => phone.ops);
  const queued = new Set(ops.map(({ opId }) => opId));
  const saved = new Set(told.map(({ key }) => key));

  const isLost = (key: string): boolean => {
    const records = onServer.get(key) ?? [];
    const waiting = (onPhones.get(key) ?? []).filter(({ opId }) => queued.has(opId));
    if (records.length === 0) return waiting.length === 0;
    const photos = [...records, ...(onPhones.get(key) ?? [])].flatMap((report) => report.photos);
    const comes = new Set(ops.filter((op) => op.key === key).map(({ opId }) => opId.split('/')[1]));
    return photos.some((sha256) => !server.files.has(sha256) && !comes.has(sha256));
  };
  const isFalse = ({ key, number, at }: Told): boolean => {
    const record = (onServer.get(key) ?? []).find((row) => number === undefined || row.number === number);
    return record === undefined || record.receivedAt > at + CLOCK_TOLERANCE_MS;
  };
  const receipts = [...onPhones.values()].flat().filter(({ number }) => number !== undefined);
  const words = told.filter(({ word }) => word === 'received');
  const untrue = [
    ...words.filter(isFalse).map(({ key }) => key),
    ...receipts
      .filter(({ key, number }) => !onServer.get(key)?.some((row) => row.number === number))
      .map(({ key }) => key),
  ];
  const twice = [...onServer, ...onPhones].filter(([, rows]) => rows.length > 1).map(([key]) => key);
  return {
    submissions: saved.size,
    receivedTold: new Set(words.map(({ key }) => key)).size,
    lost: [...saved].filter(isLost),
    doubled: [...new Set(twice)],
    falselyReceived: [...new Set(untrue)],
    stuck: [...new Set(ops.map(({ key }) => key))],
    strange: [...onServer.keys()].filter((key) => !attempted.has(key)),
  };
}

function byKey<T extends { key: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(row.key, [...(groups.get(row.key) ?? []), row]);
  return groups;
}

/** Whether every promise held. */
export const isClean = ({ lost, doubled, falselyReceived, stuck, strange }: Verdict): boolean =>
  [lost, doubled, falselyReceived, stuck, strange].every((keys) => keys.length === 0);
