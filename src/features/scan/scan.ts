/** The scan as one value: each screen is one `kind`, so no impossible mix can be drawn. */

import type { ErrorCode } from '../../../contract/errors.ts';
import type { Band } from '../../../contract/face.ts';
import { COUNTDOWN_MS } from '../../../contract/limits.ts';
import type { ReportView } from '../../../contract/report.ts';
import type { FaceChoice, Hint } from '../../face/protocol.ts';

/**
 * The `id` of the view of whoever this phone has from the pack for everybody: that they are looked for, it knows; which
 * report it is, the server tells (decision 060).
 */
export const UNNAMED = 'unnamed';

/**
 * A face gets so many frames in which to be seen well, counted anew after one that was lost: a slow phone looks at fewer
 * than that in five seconds, and the countdown waits for them, at its last second.
 */
const ENOUGH_FRAMES = 5;
/** And no longer than this, in milliseconds. */
const PATIENCE_MS = 10_000;
/** So long a scan without a capture lasts at most. */
export const LONGEST_MS = COUNTDOWN_MS + PATIENCE_MS;

/** A record that may be the scanned person. */
export interface Match {
  band: Band;
  view: ReportView;
  /** By a photo that was told of the record, not by the record's own. */
  bySighting?: boolean;
}

/** What a scan found out, and how far it was checked. */
export interface Outcome {
  opId: string;
  /** The captured face. */
  photo: Blob;
  descriptor: number[];
  model: string;
  /** People in the gallery on this device, and when it was last brought up to date. */
  searchedHere: number;
  galleryAt: string | undefined;
  /** `asking`: the server has the question. `confirmed`: it answered. `queued`: it will be asked when there is a network. */
  check: 'asking' | 'confirmed' | 'queued';
  /** This phone has it on disk. Of one that it had no room for nobody asks later: `queued` is then the end of it. */
  isKept: boolean;
  /** When the server may be asked again, where too much was asked of it; milliseconds. */
  askAgainAt?: number;
  /** The server could not compare this face: the app is of another version. */
  incomparable: boolean;
  /** People that the server searched. */
  searchedThere: number | undefined;
  matches: Match[];
  /** The record that the user takes the person for; from then on nothing changes under their hands. */
  accepted: string | undefined;
  /** Records that the user has said it is not. */
  rejected: readonly string[];
}

export type Scan =
  | { kind: 'idle' }
  | { kind: 'preparing' }
  | {
      kind: 'detecting';
      endsAt: number;
      secondsLeft: number;
      faceSince: number | undefined;
      captured: boolean;
      hint: Hint;
      /** Frames looked at since the beginning, or since a captured face was lost. */
      frames: number;
    }
  | { kind: 'matching'; preview: Blob | undefined }
  | { kind: 'choosing'; faces: readonly FaceChoice[] }
  | { kind: 'answered'; outcome: Outcome }
  | { kind: 'stopped'; byUser: boolean }
  | { kind: 'failed'; code: ErrorCode };

export type ScanEvent =
  | { kind: 'start' }
  | { kind: 'ready'; now: number }
  | { kind: 'frame'; now: number; hasFace: boolean; captured: boolean; hint: Hint }
  | { kind: 'tick'; now: number }
  | { kind: 'several'; faces: readonly FaceChoice[] }
  | { kind: 'chosen'; face: number }
  | { kind: 'searched'; outcome: Outcome }
  | { kind: 'not-kept'; opId: string }
  | { kind: 'preview'; photo: Blob }
  | { kind: 'confirmed'; opId: string; matches: Match[]; searched: number; incomparable: boolean }
  | { kind: 'queued'; opId: string; askAgainAt?: number | undefined }
  | { kind: 'accept'; id: string }
  | { kind: 'not-them'; id: string }
  | { kind: 'no-capture' }
  | { kind: 'stop' }
  | { kind: 'reset' }
  | { kind: 'failed'; code: ErrorCode };

/** The next screen. An event that comes too late, for a scan that has ended meanwhile, changes nothing. */
export function step(scan: Scan, event: ScanEvent): Scan {
  switch (event.kind) {
    case 'start':
      return { kind: 'preparing' };
    case 'ready': {
      if (scan.kind !== 'preparing') return scan;
      const endsAt = event.now + COUNTDOWN_MS;
      const secondsLeft = COUNTDOWN_MS / 1000;
      const nobodyYet = { faceSince: undefined, captured: false, hint: 'no-face', frames: 0 } as const;
      return { kind: 'detecting', endsAt, secondsLeft, ...nobodyYet };
    }
    case 'frame': {
      if (scan.kind !== 'detecting') return scan;
      // A face that was lost takes its captures with it: the next one may be another person's (R273).
      const seen = event.hasFace
        ? { faceSince: scan.faceSince ?? event.now, captured: scan.captured || event.captured }
        : { faceSince: undefined, captured: false };
      const frames = scan.captured && !seen.captured ? 0 : scan.frames + 1;
      return countDown({ ...scan, ...seen, frames, hint: event.hint }, event.now);
    }
    case 'tick':
      return scan.kind === 'detecting' ? countDown(scan, event.now) : scan;
    case 'preview':
      return scan.kind === 'matching' ? { kind: 'matching', preview: event.photo } : scan;
    case 'several':
      return scan.kind === 'matching' ? { kind: 'choosing', faces: event.faces } : scan;
    case 'chosen':
      return scan.kind === 'choosing' ? { kind: 'matching', preview: scan.faces[event.face]?.photo } : scan;
    case 'searched':
      return scan.kind === 'matching' ? { kind: 'answered', outcome: event.outcome } : scan;
    case 'confirmed': {
      if (!isOf(scan, event.opId)) return scan;
      const { matches, searched, incomparable } = event;
      const checked = { ...scan.outcome, searchedThere: searched, incomparable, check: 'confirmed' as const };
      const left = matches.filter(({ view }) => !checked.rejected.includes(view.id));
      // Who it may be is known only now: the user compares with the photo before anything is written.
      const isNamedNow = checked.accepted === UNNAMED && left.length > 0;
      // The user is already writing about one of them: the server's word is noted, the screen stays.
      if (checked.accepted !== undefined && !isNamedNow) return { kind: 'answered', outcome: checked };
      return { kind: 'answered', outcome: { ...checked, matches: left, accepted: undefined } };
    }
    case 'not-kept':
      return isOf(scan, event.opId) ? { kind: 'answered', outcome: { ...scan.outcome, isKept: false } } : scan;
    case 'queued':
      if (!isOf(scan, event.opId)) return scan;
      return {
        kind: 'answered',
        outcome: { ...scan.outcome, check: 'queued', ...(event.askAgainAt && { askAgainAt: event.askAgainAt }) },
      };
    case 'accept':
      return scan.kind === 'answered' ? { kind: 'answered', outcome: { ...scan.outcome, accepted: event.id } } : scan;
    case 'not-them': {
      if (scan.kind !== 'answered') return scan;
      const { matches, rejected } = scan.outcome;
      const left = matches.filter(({ view }) => view.id !== event.id);
      return { kind: 'answered', outcome: { ...scan.outcome, matches: left, rejected: [...rejected, event.id] } };
    }
    case 'no-capture':
      return scan.kind === 'matching' ? { kind: 'stopped', byUser: false } : scan;
    case 'stop':
      return ['preparing', 'detecting', 'matching', 'answered'].includes(scan.kind)
        ? { kind: 'stopped', byUser: true }
        : scan;
    case 'reset':
      return { kind: 'idle' };
    case 'failed':
      return { kind: 'failed', code: event.code };
  }
}

/** An answer belongs to the scan that asked; a later scan is about somebody else. */
const isOf = (scan: Scan, opId: string): scan is Extract<Scan, { kind: 'answered' }> =>
  scan.kind === 'answered' && scan.outcome.opId === opId && scan.outcome.check === 'asking';

function countDown(scan: Extract<Scan, { kind: 'detecting' }>, now: number): Scan {
  const secondsLeft = Math.max(1, Math.ceil((scan.endsAt - now) / 1000));
  if (now < scan.endsAt) return { ...scan, secondsLeft };
  if (scan.captured) return { kind: 'matching', preview: undefined };
  const hadItsChance = scan.frames >= ENOUGH_FRAMES || now >= scan.endsAt + PATIENCE_MS;
  return hadItsChance ? { kind: 'stopped', byUser: false } : { ...scan, secondsLeft };
}

/** Nothing to show but the question whether to add the person: nobody here, and the server has said no or cannot say. */
export const isNotFound = (outcome: Outcome): boolean => outcome.matches.length === 0 && outcome.check !== 'asking';

/** Whom the screen is about: who was taken for the person, else the first. */
export const shownOf = ({ matches, accepted }: Outcome): Match | undefined =>
  matches.find(({ view }) => view.id === accepted) ?? matches[0];

/** Taken for somebody whom the server has yet to name: what is written about them waits for its word. */
export const waitsForName = (outcome: Outcome): boolean => outcome.accepted === UNNAMED && outcome.check === 'asking';
