/** What a notice of the inbox says and where it leads. */

import { describe, expect, it } from 'vitest';
import { NAMED, type Notice, NoticeKind } from '../../contract/notice.ts';
import { lookOf, pageOf, quoteOf, textKeyOf } from '../../src/features/inbox/notice.ts';
import en from '../../src/i18n/en.json';

const notice = (more: Partial<Notice> = {}): Notice => ({
  id: 'n',
  kind: 'report-published',
  createdAt: '2026-11-20T10:00:00.000Z',
  read: false,
  ...more,
});

describe('a notice', () => {
  it('has words for each kind, and for what a kind stands for with its detail', () => {
    for (const kind of NoticeKind.options) expect(en.inbox.kind[textKeyOf({ kind })], kind).toBeTruthy();
    expect(textKeyOf({ kind: 'claim-answered', detail: 'It is red inside' })).toBe('claim-answered');
    expect(textKeyOf({ kind: 'claim-answered', detail: 'withdrawn' })).toBe('claim-withdrawn');
    expect(textKeyOf({ kind: 'claim-answered', detail: 'accepted' })).toBe('claim-goes-on');
    expect(textKeyOf({ kind: 'claim-rejected', detail: 'returned' })).toBe('claim-given-away');
    expect(textKeyOf({ kind: 'match-possible', detail: 'lost' })).toBe('match-possible');
    expect(textKeyOf({ kind: 'match-possible', detail: 'found' })).toBe('match-for-found');
    expect(textKeyOf({ kind: 'claim-rejected', detail: 'The colour is wrong' })).toBe('claim-rejected');
    expect(en.inbox.kind[textKeyOf({ kind: 'admin-proposed', detail: NAMED })]).toBe(en.inbox.kind['admin-named']);
  });

  it('quotes what a person wrote, never the name of a state', () => {
    expect(quoteOf({ kind: 'claim-asked', detail: 'How many cards?' })).toBe('How many cards?');
    expect(quoteOf({ kind: 'report-rejected', detail: 'It shows a number' })).toBe('It shows a number');
    for (const detail of ['returned', 'withdrawn', 'submitted'])
      expect(quoteOf({ kind: 'claim-rejected', detail })).toBe(undefined);
    expect(quoteOf({ kind: 'report-changed', detail: 'found' })).toBe(undefined);
    expect(quoteOf({ kind: 'role-changed', detail: 'moderator' })).toBe(undefined);
  });

  it('leads to the claim, the conversation or the report it is about', () => {
    expect(pageOf(notice({ reportId: 'r', claimId: 'c' }))).toBe('/claims/c');
    expect(pageOf(notice({ reportId: 'r', conversationId: 'v' }))).toBe('/chat/v');
    expect(pageOf(notice({ reportId: 'r' }))).toBe('/items/r');
    expect(pageOf(notice())).toBe(undefined);
    for (const kind of NoticeKind.options) expect(lookOf(kind).icon).toBeTruthy();
  });
});
