/** The lives of reports, items and persons: every step that is listed, and no other. */

import { describe, expect, it } from 'vitest';
import { ItemStatus, PersonCondition, ReportStatus } from '../../contract/report.ts';
import {
  actorKind,
  actorOf,
  isOwner,
  mayChange,
  mayChangeCondition,
  mayChangeItem,
} from '../../server/reports/rules.ts';

const steps = <T extends string>(all: readonly T[], may: (from: T, to: T) => boolean): string[] =>
  all.flatMap((from) => all.filter((to) => may(from, to)).map((to) => `${from} > ${to}`));

describe('the life of a report', () => {
  it('has these steps and no other (A19, R251)', () => {
    expect(steps(ReportStatus.options, (from, to) => mayChange(from, to, 'owner:1'))).toEqual([
      ...['pending_review > published', 'pending_review > rejected'],
      ...['pending_review > resolved', 'pending_review > withdrawn'],
      ...['published > pending_review', 'published > resolved', 'published > withdrawn', 'published > expired'],
      ...['rejected > appealed', 'rejected > withdrawn'],
      ...['appealed > published', 'appealed > rejected', 'appealed > resolved', 'appealed > withdrawn'],
      ...['expired > published', 'expired > withdrawn'],
    ]);
  });

  it('ends before anybody has looked where its maker or an officer found them, by nobody else', () => {
    const actors = ['owner:1', 'anonymous', 'officer:1', 'moderator:1', 'system:x', 'volunteer:1', ''];
    for (const from of ['pending_review', 'appealed'] as const)
      expect(actors.filter((actor) => mayChange(from, 'resolved', actor))).toEqual([
        'owner:1',
        'anonymous',
        'officer:1',
      ]);
    expect(actors.filter((actor) => mayChange('rejected', 'resolved', actor))).toEqual([]);
  });

  it('is opened again after its end by a moderator alone', () => {
    const actors = ['owner:1', 'officer:1', 'system:x', 'anonymous', '', 'moderator:1', 'admin:1'];
    expect(actors.filter((actor) => mayChange('resolved', 'published', actor))).toEqual(['moderator:1', 'admin:1']);
    expect(actors.filter((actor) => mayChange('withdrawn', 'published', actor))).toEqual([]);
  });
});

describe('the life of an item', () => {
  it('goes from lost over found and claimed to returned, and back from a claim that was refused (A20, R250, R185 to R188)', () => {
    expect(ItemStatus.options).toEqual(['lost', 'found', 'claimed', 'returned']);
    expect(steps(ItemStatus.options, (from, to) => mayChangeItem(from, to, 'owner:1'))).toEqual([
      ...['lost > found', 'found > claimed', 'claimed > found', 'claimed > returned'],
    ]);
  });

  it('ends with the return, but for a moderator (A20)', () => {
    const next = (actor: string) => ItemStatus.options.filter((to) => mayChangeItem('returned', to, actor));
    expect([next('owner:1'), next('officer:1'), next('moderator:1')]).toEqual([[], [], ['found']]);
  });
});

it('of a person anything may be learned next, but not what is known', () => {
  expect(steps(PersonCondition.options, mayChangeCondition)).toHaveLength(12);
});

describe('who acted', () => {
  const row = { owner_id: 'a' };
  const user = (userId: string, role: 'poster' | 'officer' | 'moderator') =>
    ({ kind: 'user', key: '', userId, role, standing: 'whole', districts: [] }) as const;

  it('is signed with the part they had, and told without the name', () => {
    const signed = [user('a', 'poster'), user('a', 'moderator'), user('b', 'moderator'), user('b', 'officer')].map(
      (caller) => actorOf(caller, row),
    );
    expect(signed).toEqual(['owner:a', 'owner:a', 'moderator:b', 'officer:b']);
    expect(signed.map((actor) => actorKind(actor, 'a'))).toEqual(['owner', 'owner', 'moderator', 'officer']);
    expect(['anonymous', 'system:expiry', 'a', 'c'].map((actor) => actorKind(actor, 'a'))).toEqual([
      ...['owner', 'system', 'owner', 'system'],
    ]);
  });

  it('is the owner only with the account that posted', () => {
    expect(isOwner({ owner_id: null }, { kind: 'anonymous', key: '' })).toBe(false);
    expect(isOwner(row, user('a', 'poster'))).toBe(true);
    expect(isOwner(row, user('b', 'moderator'))).toBe(false);
  });
});
