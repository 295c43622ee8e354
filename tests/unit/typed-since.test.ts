import { describe, expect, it } from 'vitest';
import { typedSince } from '../../src/store/own/use-unsent.ts';

describe('what is typed while the words before it are being queued', () => {
  it('stays, without the words that were queued', () => {
    expect(typedSince({ text: 'Hello' }, { text: 'Hello are you there' })).toEqual({ text: 'are you there' });
  });

  it('stays whole when the words before it were changed, since nobody can tell which of them are new', () => {
    expect(typedSince({ text: 'Hello' }, { text: 'Hallo' })).toEqual({ text: 'Hallo' });
  });

  it('stays where nothing was typed before, and a choice made since too', () => {
    expect(typedSince({}, { text: 'New', urgent: true })).toEqual({ text: 'New', urgent: true });
  });

  it('is nothing when nothing was typed, taken away, or only spaces were', () => {
    expect(typedSince({ text: 'Hello' }, { text: 'Hello' })).toEqual({});
    expect(typedSince({ text: 'Hello' }, { text: '' })).toEqual({});
    expect(typedSince({ text: 'Hello' }, { text: 'Hello ' })).toEqual({});
  });
});
