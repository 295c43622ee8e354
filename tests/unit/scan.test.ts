/** The scan as one value: every event on every screen. */

import { describe, expect, it } from 'vitest';
import { COUNTDOWN_MS } from '../../contract/limits.ts';
import {
  isNotFound,
  LONGEST_MS,
  type Match,
  type Outcome,
  type Scan,
  type ScanEvent,
  step,
  UNNAMED,
  waitsForName,
} from '../../src/features/scan/scan.ts';

const match = (id: string) => ({ band: 'likely', view: { id } }) as unknown as Match; // nothing else of it is looked at
const outcome = (change: Partial<Outcome> = {}): Outcome => ({
  opId: 'op',
  photo: new Blob(),
  descriptor: [1],
  model: 'm',
  searchedHere: 3,
  galleryAt: undefined,
  check: 'asking',
  isKept: true,
  incomparable: false,
  searchedThere: undefined,
  matches: [match('a')],
  accepted: undefined,
  rejected: [],
  ...change,
});
const detecting = (change: object = {}): Scan => ({
  kind: 'detecting',
  endsAt: 15_000,
  secondsLeft: 5,
  faceSince: undefined,
  captured: false,
  hint: 'no-face',
  frames: 0,
  ...change,
});
const frame = (change: object = {}): ScanEvent => ({
  kind: 'frame',
  now: 11_000,
  hasFace: true,
  captured: true,
  hint: 'good',
  ...change,
});
const confirm = (matches: Match[]): Extract<ScanEvent, { kind: 'confirmed' }> => ({
  kind: 'confirmed',
  opId: 'op',
  matches,
  searched: 9,
  incomparable: false,
});
const SCREENS: Scan[] = [
  { kind: 'idle' },
  { kind: 'preparing' },
  detecting(),
  { kind: 'matching', preview: undefined },
  { kind: 'choosing', faces: [] },
  { kind: 'answered', outcome: outcome() },
  { kind: 'stopped', byUser: false },
  { kind: 'failed', code: 'no-camera' },
];

describe('a scan', () => {
  it('counts five seconds down from when the camera and the models are ready (R265-R267, R385)', () => {
    const ready = step(step({ kind: 'idle' }, { kind: 'start' }), { kind: 'ready', now: 10_000 });
    expect(ready).toEqual(detecting({ endsAt: 10_000 + COUNTDOWN_MS }));
    const seconds = [10_001, 11_000, 11_001, 14_999].map((now) => step(ready, { kind: 'tick', now }));
    expect(seconds.map((scan) => scan.kind === 'detecting' && scan.secondsLeft)).toEqual([5, 4, 4, 1]);
  });

  it('remembers since when it sees a face, and what was captured (R270, R272)', () => {
    const first = step(detecting(), frame());
    expect(first).toMatchObject({ faceSince: 11_000, captured: true, hint: 'good' });
    const second = step(first, frame({ now: 11_100, captured: false, hint: 'blurry' }));
    expect(second).toMatchObject({ faceSince: 11_000, captured: true, hint: 'blurry' });
  });

  it('forgets all of it when the face is gone, for the next one may be another person (R273)', () => {
    const seen = detecting({ faceSince: 10_500, captured: true });
    const lost = step(seen, frame({ hasFace: false, captured: false, hint: 'no-face' }));
    expect(lost).toMatchObject({ faceSince: undefined, captured: false });
    expect(step(lost, { kind: 'tick', now: 15_000 })).toMatchObject({ kind: 'detecting', captured: false });
    expect(step(lost, { kind: 'tick', now: 10_000 + LONGEST_MS })).toEqual({ kind: 'stopped', byUser: false });
  });

  it('takes a face that is too far away for no capture (R274, A11)', () => {
    const far = step(detecting({ frames: 9 }), frame({ captured: false, hint: 'closer' }));
    expect(far).toMatchObject({ captured: false, hint: 'closer', faceSince: 11_000 });
    expect(step(far, { kind: 'tick', now: 15_000 })).toEqual({ kind: 'stopped', byUser: false });
  });

  it('asks once when the countdown ends with a capture, by a tick or by a frame (R275)', () => {
    const captured = detecting({ faceSince: 10_500, captured: true });
    expect(step(captured, { kind: 'tick', now: 15_000 })).toEqual({ kind: 'matching', preview: undefined });
    expect(step(captured, frame({ now: 15_000 }))).toEqual({ kind: 'matching', preview: undefined });
    const asked: Scan = { kind: 'matching', preview: undefined };
    for (const late of [frame({ now: 15_100 }), { kind: 'tick', now: 15_200 } as const])
      expect(step(asked, late)).toBe(asked);
  });

  it('stops without a capture, or when it is told to (R278)', () => {
    const looked = detecting({ frames: 9 });
    expect(step(looked, { kind: 'tick', now: 15_000 })).toEqual({ kind: 'stopped', byUser: false });
    expect(step({ kind: 'matching', preview: undefined }, { kind: 'no-capture' })).toEqual({
      kind: 'stopped',
      byUser: false,
    });
    for (const screen of SCREENS) {
      const stops = ['preparing', 'detecting', 'matching', 'answered'].includes(screen.kind);
      expect(step(screen, { kind: 'stop' })).toEqual(stops ? { kind: 'stopped', byUser: true } : screen);
    }
  });

  it('waits at its last second on a phone that has looked at fewer than five frames, but not for ever', () => {
    const nobody = (now: number) => frame({ now, hasFace: false, captured: false, hint: 'no-face' });
    let slow = detecting();
    for (const now of [11_500, 13_000, 14_500, 16_000]) slow = step(slow, nobody(now));
    expect(slow).toMatchObject({ kind: 'detecting', secondsLeft: 1, frames: 4 });
    expect(step(slow, frame({ now: 17_500 }))).toEqual({ kind: 'matching', preview: undefined });
    expect(step(slow, nobody(17_500))).toEqual({ kind: 'stopped', byUser: false });
    expect(step(slow, { kind: 'tick', now: 9_999 + LONGEST_MS })).toMatchObject({ kind: 'detecting' });
    expect(step(slow, { kind: 'tick', now: 10_000 + LONGEST_MS })).toEqual({ kind: 'stopped', byUser: false });
  });

  it('lets the person choose between several faces, then matches the chosen one', () => {
    const photo = new Blob();
    const faces = [{ photo, box: { x: 0, y: 0, width: 1, height: 1 } }];
    const choosing = step({ kind: 'matching', preview: undefined }, { kind: 'several', faces });
    expect(choosing).toEqual({ kind: 'choosing', faces });
    expect(step(choosing, { kind: 'chosen', face: 0 })).toEqual({ kind: 'matching', preview: photo });
  });

  it('shows the captured photo while it matches (R110)', () => {
    const photo = new Blob(['x']);
    expect(step({ kind: 'matching', preview: undefined }, { kind: 'preview', photo })).toEqual({
      kind: 'matching',
      preview: photo,
    });
  });

  it('shows what was found here and then what the server says of it (R276, R277, A12)', () => {
    const here = step({ kind: 'matching', preview: undefined }, { kind: 'searched', outcome: outcome() });
    expect(here).toEqual({ kind: 'answered', outcome: outcome() });
    const confirmed = step(here, confirm([]));
    expect(confirmed).toMatchObject({
      outcome: { check: 'confirmed', matches: [], searchedThere: 9, searchedHere: 3 },
    });
    const queued = step(here, { kind: 'queued', opId: 'op' });
    expect(queued).toMatchObject({ outcome: { check: 'queued', matches: [match('a')] } });
    // A second answer, one to a question that was put off, or one to another scan's changes nothing.
    expect(step(confirmed, confirm([match('b')]))).toBe(confirmed);
    expect(step(queued, confirm([match('b')]))).toBe(queued);
    expect(step(here, { ...confirm([match('b')]), opId: 'another' })).toBe(here);
    expect(step(here, { kind: 'queued', opId: 'another' })).toBe(here);
  });

  it('goes to the next candidate when the person says it is not them, and does not bring that one back', () => {
    const two = outcome({ matches: [match('a'), match('b')] });
    const one = step({ kind: 'answered', outcome: two }, { kind: 'not-them', id: 'a' });
    expect(one).toMatchObject({ outcome: { matches: [match('b')], rejected: ['a'] } });
    const told = step(one, confirm([match('a'), match('c')]));
    expect(told).toMatchObject({ outcome: { matches: [match('c')], check: 'confirmed' } });
  });

  it('keeps the record that the person has chosen, whatever the server says after', () => {
    const chosen = step({ kind: 'answered', outcome: outcome() }, { kind: 'accept', id: 'a' });
    const told = step(chosen, confirm([match('b')]));
    expect(told).toMatchObject({
      outcome: { accepted: 'a', matches: [match('a')], check: 'confirmed', searchedThere: 9 },
    });
  });

  it('has whoever was taken for somebody unnamed compared with the photo once the server names them', () => {
    const unnamed = outcome({ matches: [match(UNNAMED)] });
    const chosen = step({ kind: 'answered', outcome: unnamed }, { kind: 'accept', id: UNNAMED });
    if (chosen.kind !== 'answered') throw new Error(chosen.kind);
    expect(waitsForName(chosen.outcome)).toBe(true);
    expect(step(chosen, confirm([match('b')]))).toMatchObject({
      outcome: { accepted: undefined, matches: [match('b')], check: 'confirmed' },
    });
    for (const left of [confirm([]), { kind: 'queued', opId: 'op' } as const]) {
      const told = step(chosen, left);
      expect(told).toMatchObject({ outcome: { accepted: UNNAMED, matches: [match(UNNAMED)] } });
      if (told.kind === 'answered') expect(waitsForName(told.outcome)).toBe(false);
    }
  });

  it('is "not found" when nobody is left and no question is open (R277, A48)', () => {
    const none = { matches: [] };
    expect(isNotFound(outcome(none))).toBe(false);
    expect(isNotFound(outcome({ ...none, check: 'confirmed' }))).toBe(true);
    expect(isNotFound(outcome({ ...none, check: 'queued' }))).toBe(true);
    expect(isNotFound(outcome({ check: 'confirmed' }))).toBe(false);
  });

  it('changes nothing by an event that comes too late for its screen (R269)', () => {
    const events: [ScanEvent, Scan['kind'][]][] = [
      [{ kind: 'ready', now: 1 }, ['preparing']],
      [frame(), ['detecting']],
      [{ kind: 'tick', now: 99_000 }, ['detecting']],
      [{ kind: 'several', faces: [] }, ['matching']],
      [{ kind: 'chosen', face: 0 }, ['choosing']],
      [{ kind: 'searched', outcome: outcome() }, ['matching']],
      [confirm([]), ['answered']],
      [{ kind: 'queued', opId: 'op' }, ['answered']],
      [{ kind: 'not-kept', opId: 'op' }, ['answered']],
      [{ kind: 'accept', id: 'a' }, ['answered']],
      [{ kind: 'preview', photo: new Blob() }, ['matching']],
      [{ kind: 'not-them', id: 'a' }, ['answered']],
      [{ kind: 'no-capture' }, ['matching']],
    ];
    for (const [event, of] of events)
      for (const screen of SCREENS)
        if (!of.includes(screen.kind))
          expect([event.kind, screen.kind, step(screen, event) === screen]).toEqual([event.kind, screen.kind, true]);
  });

  it('can be started, reset or end in a failure from anywhere', () => {
    for (const screen of SCREENS) {
      expect(step(screen, { kind: 'start' })).toEqual({ kind: 'preparing' });
      expect(step(screen, { kind: 'reset' })).toEqual({ kind: 'idle' });
      expect(step(screen, { kind: 'failed', code: 'worker-lost' })).toEqual({ kind: 'failed', code: 'worker-lost' });
    }
  });
});
