/** Words that are typed but not sent: a claim, a note, a message, an edit. Kept like a form's draft, one for each thing they are about. */

import { useEffect, useMemo, useRef, useState } from 'react';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { filesOf, keepFile, type Photo } from '../files.ts';
import { SCHEMA } from '../newer-rows.ts';
import type { Draft, FormValues, OwnWrite } from '../rows.ts';
import { readDraft } from './drafts.ts';
import { findWrite } from './made.ts';
import { useKeptDraft } from './use-draft.ts';
import { removeWrite } from './writes.ts';

/** The write that the words will be, and what it makes; drawn once, so that sending twice cannot make two. */
interface Names {
  opId: string;
  makes: string;
}

interface Words extends Names {
  /** Whose and about what: never kept under another name, not even while the page turns to the next. */
  id: string;
  values: FormValues;
  files: readonly Photo[];
}

const fresh = (id: string): Words => ({
  id,
  opId: crypto.randomUUID(),
  makes: crypto.randomUUID(),
  values: {},
  files: [],
});

/** What of `values` came after `spent`: of words that go on, only what was added. */
export function typedSince(spent: FormValues, values: FormValues): FormValues {
  const since = Object.entries(values).flatMap(([key, value]): [string, string | boolean][] => {
    const before = spent[key] ?? '';
    if (value === before) return [];
    const goesOn = typeof value === 'string' && typeof before === 'string' && value.startsWith(before);
    return [[key, goesOn ? value.slice(before.length).trimStart() : value]];
  });
  return Object.fromEntries(since.filter(([, value]) => value !== ''));
}

/** The draft of what is typed `about` something by who is signed in. */
const draftId = (db: LocalDb, about: string): string => `${about}/${db.signedIn()?.id ?? ''}`;

/**
 * Put a write that the server refused back where its words were typed, to be mended and sent as a new one. What has been
 * typed there since stays.
 */
export async function mendWrite(
  db: LocalDb,
  opId: string,
  { about, values, now }: { about: string; values: (write: OwnWrite) => FormValues; now: number },
): Promise<void> {
  await atOnce(db, 'rw', [db.draft, db.made], async (db) => {
    const write = await findWrite(db, opId);
    if (!write || write.receivedAt !== undefined) return;
    const id = draftId(db, about);
    const since = await db.draft.get(id);
    const names = { opId: crypto.randomUUID(), makes: crypto.randomUUID() };
    const photos = [...new Set([...write.files, ...(since?.photos ?? [])])];
    const typed = { ...values(write), ...since?.values };
    await db.draft.put({
      id,
      form: 'unsent',
      ...names,
      values: typed,
      photos,
      videos: [],
      schema: SCHEMA,
      updatedAt: now,
    });
    await removeWrite(db, opId);
  });
}

/** Take the write `opId`, which the server refused, back to where its words were typed; true once that is done. */
export function useMended(
  db: LocalDb,
  opId: string | undefined,
  about: string,
  values: (write: OwnWrite) => FormValues,
): boolean {
  const [isDone, setDone] = useState(opId === undefined);
  useEffect(() => {
    if (opId === undefined) return setDone(true);
    void mendWrite(db, opId, { about, values, now: Date.now() }).then(() => setDone(true));
  }, [db, opId, about, values]);
  return isDone;
}

/**
 * What was typed `about` something (`note/<report>`) by who is signed in, through a reload, a kill or an empty battery.
 * A value that was not touched is absent.
 */
export function useUnsent(db: LocalDb, about: string) {
  const id = draftId(db, about);
  const [words, setWords] = useState(() => fresh(id));
  const [isTouched, setTouched] = useState(false);
  const [isOld, setOld] = useState(false);
  const touched = useRef(false);
  const latest = useRef(words);
  latest.current = words;

  useEffect(() => {
    let here = true;
    touched.current = false;
    setTouched(false);
    setOld(false);
    setWords(fresh(id));
    const read = async (): Promise<void> => {
      const draft = await readDraft(db, id);
      const files = draft && (await filesOf(db, draft.photos));
      // Who was faster than the disk has the last word.
      if (!here || !draft?.makes || !files || touched.current) return;
      setWords({ id, opId: draft.opId, makes: draft.makes, values: draft.values, files });
      setOld(true);
    };
    read().catch((error: unknown) => console.error('What was typed before could not be read', error));
    return () => {
      here = false;
    };
  }, [db, id]);

  const draft = useMemo((): Omit<Draft, 'updatedAt'> | undefined => {
    const { opId, makes, values, files } = words;
    const photos = files.map(({ sha256 }) => sha256);
    return isTouched && words.id === id ? { id, form: 'unsent', opId, makes, values, photos, videos: [] } : undefined;
  }, [id, isTouched, words]);
  const { drop } = useKeptDraft(db, draft);

  function change(next: (before: Words) => Partial<Words>): void {
    touched.current = true;
    setTouched(true);
    setWords((before) => ({ ...before, ...next(before) }));
  }

  return {
    ...words,
    set: (part: FormValues | ((before: FormValues) => FormValues)) =>
      change(({ values }) => ({ values: { ...values, ...(typeof part === 'function' ? part(values) : part) } })),
    /** It was typed before and has been kept. */
    isOld,
    /** What was typed under `key`; what was not touched is empty. */
    text(key: string): string {
      const value = words.values[key];
      return typeof value === 'string' ? value : '';
    },
    /** Safe on the phone before it is shown. */
    async addPhoto({ sha256, blob }: Photo): Promise<void> {
      await keepFile(db, { sha256, blob }, Date.now());
      change(({ files }) => ({ files: [...files.filter((file) => file.sha256 !== sha256), { sha256, blob }] }));
    },
    removePhoto: (sha256: string) => change(({ files }) => ({ files: files.filter((file) => file.sha256 !== sha256) })),
    /**
     * These words were queued under `opId`, or given up: the next are a write of their own. What was typed while they were
     * being queued stays, as the beginning of it.
     */
    async done(): Promise<void> {
      const since = typedSince(words.values, latest.current.values);
      const isMore = Object.keys(since).length > 0;
      touched.current = isMore;
      setTouched(isMore);
      setOld(false);
      setWords({ ...fresh(id), values: since });
      await drop(id);
    },
  };
}

export type Unsent = ReturnType<typeof useUnsent>;
