/** The rules of a conversation on the screen: no gap, no double, a true mark. */

import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '../../contract/message.ts';
import { joined, markedSeqs, pendingOf, placeText, unreadUpTo } from '../../src/features/chat/chat.ts';
import { gravest } from '../../src/ui/gravest.ts';

const message = (seq: number, mine = true): Message => ({
  id: `m${seq}`,
  conversationId: 'c',
  seq,
  mine,
  text: `no. ${seq}`,
  createdAt: '2026-11-20T10:00:00.000Z',
});
const row = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => message(from + i));
const seqs = (messages: readonly Message[]) => messages.map(({ seq }) => seq);
const conversation = (read: number, delivered: number, myRead = 0) =>
  ({ theirRead: read, theirDelivered: delivered, myRead }) as Conversation; // the rules read nothing else of it

describe('a conversation', () => {
  it('joins what was read before with the newest page, without doubles', () => {
    expect(seqs(joined(row(1, 4), row(3, 6)))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(seqs(joined(row(1, 4), row(5, 6)))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(seqs(joined([], row(5, 6)))).toEqual([5, 6]);
    expect(seqs(joined(row(1, 2), []))).toEqual([1, 2]);
  });

  it('never shows two messages side by side with others left out between them', () => {
    expect(seqs(joined(row(1, 4), row(9, 12)))).toEqual([9, 10, 11, 12]);
  });

  it('says of the last own message of each kind whether it was sent, delivered or read (A16)', () => {
    const marks = markedSeqs([...row(1, 5), message(6, false)], conversation(2, 4));
    expect([...marks].sort()).toEqual([
      [2, 'read'],
      [4, 'delivered'],
      [5, 'sent'],
    ]);
  });

  it('marks as read up to the last message of the other, and none twice', () => {
    const messages = [message(1, false), message(2), message(3, false), message(4)];
    expect(unreadUpTo(messages, conversation(0, 0, 1))).toBe(3);
    expect(unreadUpTo(messages, conversation(0, 0, 3))).toBe(undefined);
  });

  it('warns of the worst sign of a message', () => {
    expect(gravest(['phone', 'money', 'code'])).toBe('code');
    expect(gravest(['pay', 'link'])).toBe('money');
    expect(gravest(['phone', 'link'])).toBe('link');
    expect(gravest(['phone'])).toBe('phone');
  });

  it('shows what waits on this phone in its own conversation only', () => {
    const place = { lat: 30.9, lng: 75.85 };
    const write = { opId: 'o', entityId: 'c', input: { conversationId: 'c', text: 'Hello', place }, createdAt: 1 };
    expect(pendingOf(write, 'c')).toEqual({ opId: 'o', text: 'Hello', place, createdAt: 1 });
    expect(pendingOf(write, 'd')).toBe(undefined);
    expect(placeText(place)).toBe('30.9000, 75.8500');
  });
});
