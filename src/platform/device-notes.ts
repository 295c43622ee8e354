/** What the device itself has to tell: it stays on every page until it was read or acted on. */

import { create } from 'zustand';

export type DeviceNote =
  /** Another window runs a newer version and has taken the database over: nothing can be kept here any more. */
  | { readonly kind: 'replaced' }
  /** Another window does not give the database up to this newer version. */
  | { readonly kind: 'blocked' }
  /** What is kept on the device has not answered for seconds. */
  | { readonly kind: 'no-answer' }
  /** The database holds rows of a newer version than this one; they are left for that to send. */
  | { readonly kind: 'newer-rows' }
  /** The browser, or somebody, has wiped what was kept. `unsent`: what was not sent yet, as far as is known. */
  | { readonly kind: 'cleared'; readonly unsent: number; readonly seenAt: number }
  /** A report was saved without these files: their numbers, counted as the form does. */
  | { readonly kind: 'left-out'; readonly label: string; readonly photos: number[]; readonly videos: number[] }
  /** A report found no room in the database; its words are in the reserve. */
  | { readonly kind: 'held'; readonly label: string }
  /** The server has it from there; `number` is that of a report. */
  | { readonly kind: 'held-received'; readonly number?: string | undefined }
  /** Its owner has signed this device out from another one. */
  | { readonly kind: 'ended' }
  /** The server was put back to a day before so many reports: sent `again`, or to be made again. */
  | { readonly kind: 'put-back'; readonly again: number; readonly gone: number };

export const useDeviceNotes = create<{ notes: readonly DeviceNote[] }>(() => ({ notes: [] }));

/** Tell it, in place of an older note of its kind. */
export function tellOnDevice(note: DeviceNote): void {
  useDeviceNotes.setState(({ notes }) => ({ notes: [...notes.filter(({ kind }) => kind !== note.kind), note] }));
}

/** What each is about: the device itself, or what somebody did on it. */
const ABOUT: Record<DeviceNote['kind'], 'device' | 'person'> = {
  replaced: 'device',
  blocked: 'device',
  'no-answer': 'device',
  'newer-rows': 'device',
  cleared: 'person',
  'left-out': 'person',
  held: 'person',
  'held-received': 'person',
  ended: 'person',
  'put-back': 'person',
};

/** Whoever did that is gone, and the next one at the device is not to read it. */
export function closeNotesOfPerson(): void {
  useDeviceNotes.setState(({ notes }) => ({ notes: notes.filter(({ kind }) => ABOUT[kind] === 'device') }));
}

export function closeDeviceNote(kind: DeviceNote['kind']): void {
  useDeviceNotes.setState(({ notes }) => ({ notes: notes.filter((note) => note.kind !== kind) }));
}
