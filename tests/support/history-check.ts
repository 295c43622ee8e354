/**
 * Compares what users submitted and were told with what their phones and the server hold. Pure.
 *
 * Each submission has a key that is in its words, so that the three can be laid side by side.
 */

/** A conversation is its first message; an edit changes one answer of an own report. */
export const KINDS = ['item', 'person', 'note', 'claim', 'conversation', 'message', 'edit'] as const;
export type Kind = (typeof KINDS)[number];

/** What somebody set out to submit, also where a kill came before they were told anything. */
export interface Attempt {
  key: string;
  kind: Kind;
  /** Whose it is, an account; absent of what was written signed out. */
  author?: string;
  /** The report that a note, claim or conversation is about; the conversation of a message; the key of an edited report. */
  about?: string;
  /** Which answer an edit changes. */
  field?: string;
  /** Hashes of the photos, where the form keeps them as they are; how many, where it makes them smaller. */
  photos?: readonly string[] | number;
  /** Milliseconds, by the clock of whoever watches; and which life of its phone it was. For whoever reads a broken promise. */
  at?: number;
  life?: number;
}

export interface Told {
  key: string;
  /** `saved`: "Saved on this phone"; `received`: "Received", with the number of a report. */
  word: 'saved' | 'received';
  number?: string;
  /** Milliseconds, by the clock of whoever watches. */
  at: number;
}

/** A report or another write as one phone holds it. */
export interface PhoneEntry {
  key: string;
  opId: string;
  isReceived: boolean;
  /** Of a report's receipt. */
  number?: string;
  photos: readonly string[];
  /** All but its number went when its maker signed out: it has neither a key nor photos. */
  isLeft?: boolean;
}

export interface PhoneOp {
  opId: string;
  /** Of what it belongs to. */
  key: string;
  state: 'waiting' | 'refused';
}

export interface PhoneHolds {
  name: string;
  entries: readonly PhoneEntry[];
  /** What is still to be sent. */
  ops: readonly PhoneOp[];
  /** The names of the sealed envelopes that it still carries. */
  envelopes: readonly string[];
}

export interface ServerRecord {
  key: string;
  kind: Exclude<Kind, 'edit'>;
  author?: string;
  about?: string;
  /** Of a report. */
  number?: string;
  /** Milliseconds, by the server's clock, which the watcher shares. */
  receivedAt: number;
  photos: readonly { sha256: string; isBrought: boolean }[];
  /** The answers of a report that edits change, as they are now. */
  answers?: Readonly<Record<string, string>>;
}

export interface ServerHolds {
  records: readonly ServerRecord[];
  /** Of each file that it holds whole, whether its bytes are what its name says, and a picture. */
  files: ReadonlyMap<string, boolean>;
  /** How many sealed envelopes it has opened, and done what was in them. */
  opened: number;
}

/** The keys with which each promise was broken. */
export interface Verdict {
  /** Said to be saved, and neither on the server nor on its way there. */
  lost: string[];
  /** More than one record of one submission. */
  doubled: string[];
  /** Said to be received when the server did not have it, or under another number. */
  falselyReceived: string[];
  /** Still on a phone though nothing hinders it. */
  stuck: string[];
  /** On the server though nobody submitted it. */
  strange: string[];
  /** Under another account than its author's, or under one though its author was signed out. */
  wrongOwner: string[];
  /** On another report, or in another conversation, than it was written to; or as something else. */
  misplaced: string[];
  /** With other photos than were given, with one that is not there, or whose bytes are not what they were. */
  wrongPhotos: string[];
  /** An answer is older than an edit of it that was said to be received, or to be saved and is nowhere. */
  wentBack: string[];
  /** Sealed envelopes that a phone still carries. */
  unopened: string[];
}

/** The server writes its time before it answers, in whole milliseconds of the same machine. */
const CLOCK_TOLERANCE_MS = 1000;

export function checkHistory(
  attempts: readonly Attempt[],
  told: readonly Told[],
  phones: readonly PhoneHolds[],
  server: ServerHolds,
): Verdict {
  const tried = new Map(attempts.map((attempt) => [attempt.key, attempt]));
  const onServer = byKey(server.records);
  const entries = phones.flatMap((phone) => phone.entries);
  const onPhones = byKey(entries.filter(({ isLeft }) => !isLeft));
  const numbers = new Set(server.records.map(({ number }) => number));
  const ops = phones.flatMap((phone) => phone.ops);
  const queued = new Set(ops.map(({ opId }) => opId));
  const saved = keysOf(told);
  const received = keysOf(told.filter(({ word }) => word === 'received'));
  const waits = (key: string): boolean => (onPhones.get(key) ?? []).some(({ opId }) => queued.has(opId));
  const isEdit = (key: string): boolean => tried.get(key)?.kind === 'edit';

  const isLost = (key: string): boolean => !isEdit(key) && !onServer.has(key) && !waits(key);

  const isFalse = ({ key, number, at }: Told): boolean => {
    const record = (onServer.get(key) ?? []).find((row) => number === undefined || row.number === number);
    return record === undefined || record.receivedAt > at + CLOCK_TOLERANCE_MS;
  };
  const isUntrue = ({ key, isReceived, number }: PhoneEntry): boolean =>
    isReceived && !onServer.get(key)?.some((row) => row.number === number);
  const untrue = [
    ...told.filter((one) => one.word === 'received' && isFalse(one)),
    ...[...onPhones.values()].flat().filter(isUntrue),
    ...entries.filter(({ isLeft, number }) => isLeft && !numbers.has(number)),
  ].map(({ key }) => key);

  const isOthers = ({ key, author }: ServerRecord): boolean => {
    const attempt = tried.get(key);
    return attempt !== undefined && attempt.author !== author;
  };
  const isElsewhere = ({ key, kind, about }: ServerRecord): boolean => {
    const attempt = tried.get(key);
    return attempt !== undefined && (attempt.kind !== kind || attempt.about !== about);
  };

  const comes = (key: string, sha256: string): boolean =>
    ops.some((op) => op.key === key && op.opId.split('/')[1] === sha256);
  const hasWrongPhotos = ({ key, photos }: ServerRecord): boolean => {
    const given = [tried.get(key)?.photos ?? [], ...(onPhones.get(key) ?? []).map((entry) => entry.photos)];
    const isOther = (those: readonly string[] | number): boolean =>
      typeof those === 'number'
        ? photos.length !== those
        : !isSame(
            those,
            photos.map(({ sha256 }) => sha256),
          );
    const isMissing = ({ sha256, isBrought }: ServerRecord['photos'][number]): boolean =>
      (!isBrought || server.files.get(sha256) !== true) && !comes(key, sha256);
    return given.some(isOther) || photos.some(isMissing);
  };

  /** The edits of one answer, oldest first, and what the server has: it may be newer than what was told, never older. */
  const isBack = (edits: readonly Attempt[]): boolean => {
    const [{ about = '', field = '' } = {}] = edits;
    const now = onServer.get(about)?.[0]?.answers?.[field];
    const isHeldTo = ({ key }: Attempt): boolean => received.has(key) || (saved.has(key) && !waits(key));
    const least = edits.findLastIndex(isHeldTo);
    return least >= 0 && !edits.slice(least).some(({ key }) => key === now);
  };
  const edits = groupBy(
    attempts.filter(({ kind }) => kind === 'edit'),
    ({ about, field }) => `${about} ${field}`,
  );

  const twice = [...onServer, ...onPhones].filter(([, rows]) => rows.length > 1).map(([key]) => key);
  const { records } = server;
  return {
    lost: [...saved].filter(isLost),
    doubled: unique(twice),
    falselyReceived: unique(untrue.filter((key) => !isEdit(key))),
    stuck: unique(ops.map(({ key }) => key)),
    strange: [...onServer.keys()].filter((key) => !tried.has(key)),
    wrongOwner: unique(records.filter(isOthers).map(({ key }) => key)),
    misplaced: unique(records.filter(isElsewhere).map(({ key }) => key)),
    wrongPhotos: unique(records.filter(hasWrongPhotos).map(({ key }) => key)),
    wentBack: [...edits].filter(([, those]) => isBack(those)).map(([name]) => name),
    unopened: phones.flatMap(({ name, envelopes }) => envelopes.map((envelope) => `${name} ${envelope}`)),
  };
}

/** The promises that did not hold, each with its keys. */
export const brokenRules = (verdict: Verdict): Partial<Verdict> =>
  Object.fromEntries(Object.entries(verdict).filter(([, keys]) => keys.length > 0));

/** What happened, by what it was and then by its kind: `{ kills: { server: 8 } }`. */
export type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Of each kind, how many were told this word, or any. */
export function countTold(
  attempts: readonly Attempt[],
  told: readonly Told[],
  word?: Told['word'],
): Record<Kind, number> {
  const keys = keysOf(told.filter((one) => word === undefined || one.word === word));
  const counts = KINDS.map((kind) => [kind, attempts.filter((one) => one.kind === kind && keys.has(one.key)).length]);
  return Object.fromEntries(counts) as Record<Kind, number>; // of every kind
}

/** Where less happened than there was to be: a run in which nothing happens keeps every promise. */
export const tooFew = (happened: Figures, least: Figures): string[] =>
  Object.entries(least).flatMap(([what, kinds]) =>
    Object.entries(kinds).flatMap(([kind, count]) => {
      const seen = happened[what]?.[kind] ?? 0;
      return seen < count ? [`${what}, ${kind}: ${seen} of at least ${count}`] : [];
    }),
  );

const keysOf = (told: readonly Told[]): Set<string> => new Set(told.map(({ key }) => key));

const unique = (keys: readonly string[]): string[] => [...new Set(keys)];

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  [...new Set(a)].sort().join() === [...new Set(b)].sort().join();

const byKey = <T extends { key: string }>(rows: readonly T[]): Map<string, T[]> => groupBy(rows, ({ key }) => key);

function groupBy<T>(rows: readonly T[], nameOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row]);
  return groups;
}
