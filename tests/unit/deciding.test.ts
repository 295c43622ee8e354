/** How a moderator decides: what is looked at, what can be taken back, what the clock and the keys say. */

import { describe, expect, it } from 'vitest';
import type { Review } from '../../contract/moderation.ts';
import {
  clockOf,
  clockTone,
  currentOf,
  type Deciding,
  type DecidingEvent,
  decisionOn,
  keyAction,
  NOTHING_DECIDED,
  step,
  waitingOf,
} from '../../src/features/moderation/deciding.ts';

/** Deciding reads nothing else of a review. */
const row = (id: string, mark = `${id} as posted`) => ({ report: { id }, mark }) as Review;
const queue = ['a', 'b', 'c'].map((id) => row(id));
const at = (deciding: Deciding, among = queue) => currentOf(among, deciding)?.review.report.id;
const run = (events: DecidingEvent[], from = NOTHING_DECIDED) =>
  events.reduce((deciding, event) => step(deciding, event, queue), from);
const approveAsShown = (review: Review): DecidingEvent => ({
  kind: 'decide',
  review,
  decision: decisionOn(review, { action: 'approve' }),
});
const approve = (id: string) => approveAsShown(row(id));

describe('the deciding of a moderator (A18, R383)', () => {
  it('begins with the post that is due first, and goes no further than the ends', () => {
    expect(at(NOTHING_DECIDED)).toBe('a');
    expect(at(run([{ kind: 'next' }]))).toBe('b');
    expect(at(run([{ kind: 'next' }, { kind: 'next' }, { kind: 'next' }]))).toBe('c');
    expect(at(run([{ kind: 'next' }, { kind: 'previous' }, { kind: 'previous' }]))).toBe('a');
    expect(at(NOTHING_DECIDED, [])).toBe(undefined);
  });

  it('puts a decided post away at once and shows the next, holding the decision', () => {
    const deciding = run([{ kind: 'next' }, approve('b')]);
    expect(at(deciding)).toBe('c');
    expect(deciding.justDecided).toEqual({ id: 'b', mark: 'b as posted', action: 'approve' });
    expect(waitingOf(queue, deciding)).toHaveLength(2);
    expect(at(run([approve('a'), approve('b'), approve('c')]))).toBe(undefined);
  });

  it('takes back what was just decided, and nothing else', () => {
    expect(at(run([approve('a'), { kind: 'undo' }]))).toBe('a');
    const sent = run([approve('a'), { kind: 'sent', id: 'a' }]);
    expect(run([{ kind: 'undo' }], sent)).toBe(sent);
  });

  it('brings a post back whose decision the server did not take', () => {
    const deciding = run([approve('a'), approve('b'), { kind: 'failed', id: 'a' }]);
    expect(at(deciding)).toBe('a');
    expect(deciding.justDecided?.id).toBe('b');
  });

  it('shows a post again that has come back otherwise than it was decided on, and not one that an older answer still holds', () => {
    const sent = run([approve('a'), { kind: 'sent', id: 'a' }]);
    expect(waitingOf(queue, sent).map(({ report }) => report.id)).toEqual(['b', 'c']);
    const later = [row('a', 'a with a photo'), ...queue.slice(1)];
    expect(waitingOf(later, sent)).toEqual(later);
    const again = step(sent, approveAsShown(row('a', 'a with a photo')), later);
    const both = step(again, { kind: 'sent', id: 'a' }, later);
    for (const answer of [queue, later])
      expect(waitingOf(answer, both).map(({ report }) => report.id)).toEqual(['b', 'c']);
  });

  it('keeps a post away that changes while its decision can still be taken back: the server says that it has changed', () => {
    const later = [row('a', 'a with other words'), ...queue.slice(1)];
    const held = run([approve('a')]);
    expect(waitingOf(later, held).map(({ report }) => report.id)).toEqual(['b', 'c']);
    expect(at(step(held, { kind: 'failed', id: 'a' }, later), later)).toBe('a');
  });

  describe('what is on the screen (decision 104)', () => {
    const onScreen = (deciding: Deciding, among = queue) => {
      const current = currentOf(among, deciding);
      return current && { mark: current.review.mark, since: current.since, index: current.index };
    };
    const looking = (review: Review | undefined) => {
      if (!review) throw new Error('nothing to look at');
      return step(NOTHING_DECIDED, { kind: 'look', review }, queue);
    };
    const changed = [row('a', 'a with other words'), ...queue.slice(1)];

    it('stays though something else is due first now', () => {
      expect(onScreen(looking(queue[0]), [row('z'), ...queue])).toEqual({
        mark: 'a as posted',
        since: 'same',
        index: 1,
      });
      expect(at(looking(queue[1]), queue.slice(1))).toBe('b');
    });

    it('stays as it was read when it has changed meanwhile, until the reviewer asks for it as it is', () => {
      const deciding = looking(queue[0]);
      expect(onScreen(deciding, changed)).toEqual({ mark: 'a as posted', since: 'changed', index: 0 });
      const again = step(deciding, { kind: 'anew' }, changed);
      expect(onScreen(again, changed)).toEqual({ mark: 'a with other words', since: 'same', index: 0 });
    });

    it('takes on what belongs to no mark, like a face that was drawn on its photo', () => {
      const drawn = { ...row('a'), facesToDraw: [] };
      expect(currentOf([drawn, ...queue.slice(1)], looking(queue[0]))?.review).toBe(drawn);
    });

    it('stays when it waits no more, and the next is shown when the reviewer goes on', () => {
      const deciding = looking(queue[1]);
      const without = [row('a'), row('c')];
      expect(onScreen(deciding, without)).toEqual({ mark: 'b as posted', since: 'gone', index: -1 });
      expect(at(step(deciding, { kind: 'next' }, without), without)).toBe('a');
    });

    it('is what was decided on when that is taken back or was not taken, not what has come since', () => {
      const held = step(looking(queue[0]), approve('a'), queue);
      for (const event of [{ kind: 'undo' }, { kind: 'failed', id: 'a' }] as const)
        expect(onScreen(step(held, event, changed), changed)).toEqual({
          mark: 'a as posted',
          since: 'changed',
          index: 0,
        });
    });

    it('is left alone by a decision on another post, whose question was still open', () => {
      const deciding = step(looking(queue[1]), approve('a'), queue);
      expect(at(deciding)).toBe('b');
      expect(deciding.justDecided?.id).toBe('a');
    });
  });

  it('says how many of the 24 hours are left, and by how many it is late (R22)', () => {
    const now = Date.parse('2026-11-20T12:00:00.000Z');
    expect(clockOf('2026-11-21T11:00:00.000Z', now)).toEqual({ kind: 'left', hours: 23 });
    expect(clockOf('2026-11-20T09:30:00.000Z', now)).toEqual({ kind: 'late', hours: 2 });
    expect(clockTone({ kind: 'left', hours: 20 })).toBe('plain');
    expect(clockTone({ kind: 'left', hours: 5 })).toBe('wait');
    expect(clockTone({ kind: 'late', hours: 0 })).toBe('lost');
  });

  it('is worked by keys, but not from within a field, a question, or a shortcut of the browser', () => {
    const free = { ctrlKey: false, metaKey: false, altKey: false, inField: false };
    const keys = ['a', 'r', 'j', 'K', 'z', 'x'].map((key) => keyAction({ ...free, key }));
    expect(keys).toEqual(['approve', 'reject', 'next', 'previous', 'undo', undefined]);
    expect(keyAction({ ...free, key: 'a', inField: true })).toBe(undefined);
    expect(keyAction({ ...free, key: 'r', ctrlKey: true })).toBe(undefined);
  });
});
