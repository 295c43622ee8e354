/** The checker of the fault rig catches each way in which a promise can be broken. */

import { describe, expect, it } from 'vitest';
import { checkHistory, isClean, type PhoneHolds, type ServerReport, type Told } from '../support/history-check.ts';

const ATTEMPTED = new Set(['a', 'b', 'c']);
const TOLD: Told[] = [
  { key: 'a', word: 'saved', at: 1000 },
  { key: 'a', word: 'received', number: 'W-A', at: 3000 },
  { key: 'b', word: 'saved', at: 1500 },
];
const record = (key: string, more: Partial<ServerReport> = {}): ServerReport => ({
  ...{ key, number: `W-${key.toUpperCase()}`, receivedAt: 2000, photos: [] },
  ...more,
});
const phone = (more: Partial<PhoneHolds> = {}): PhoneHolds => ({
  name: 'phone 1',
  reports: [
    { key: 'a', opId: 'op-a', number: 'W-A', photos: [] },
    { key: 'b', opId: 'op-b', number: 'W-B', photos: [] },
  ],
  ops: [],
  ...more,
});
const verdict = (told: Told[], phones: PhoneHolds[], reports: ServerReport[], files: string[] = []) =>
  checkHistory(ATTEMPTED, told, phones, { reports, files: new Set(files) });

describe('the history checker', () => {
  it('finds nothing wrong when each submission is there once, told or killed before it was told', () => {
    const found = verdict(TOLD, [phone()], [record('a'), record('b'), record('c')]);
    expect(found).toMatchObject({ submissions: 2, receivedTold: 1 });
    expect(isClean(found)).toBe(true);
  });

  it('takes what waits on a phone for stuck and not for lost', () => {
    const reports = [{ key: 'b', opId: 'op-b', photos: [] }];
    const waiting = phone({ reports, ops: [{ opId: 'op-b', key: 'b', state: 'waiting' }] });
    expect(verdict(TOLD, [waiting], [record('a')])).toMatchObject({ lost: [], stuck: ['b'] });
  });

  it('sees a row that is gone from the server', () => {
    const found = verdict(TOLD, [phone()], [record('a')]);
    expect(found.lost).toEqual(['b']);
    expect(isClean(found)).toBe(false);
  });

  it('sees a report that the phone still shows but no longer has an op for', () => {
    const shown = phone({ reports: [{ key: 'b', opId: 'op-b', photos: [] }] });
    expect(verdict(TOLD, [shown], [record('a')]).lost).toEqual(['b']);
  });

  it('sees a photo that is neither on the server nor on its way', () => {
    const withPhoto = [record('a', { photos: ['f00d'] }), record('b')];
    expect(verdict(TOLD, [phone()], withPhoto).lost).toEqual(['a']);
    expect(verdict(TOLD, [phone()], withPhoto, ['f00d']).lost).toEqual([]);
    const coming = phone({ ops: [{ opId: 'id-a/f00d', key: 'a', state: 'waiting' }] });
    expect(verdict(TOLD, [coming], withPhoto)).toMatchObject({ lost: [], stuck: ['a'] });
  });

  it('sees a doubled row, on the server and on a phone', () => {
    const rows = [record('a'), record('b'), record('b', { number: 'W-B2' })];
    expect(verdict(TOLD, [phone()], rows).doubled).toEqual(['b']);
    expect(verdict(TOLD, [phone(), phone()], [record('a'), record('b')]).doubled).toEqual(['a', 'b']);
  });

  it('sees a "Received" that was not true: no row, another number, or told before it was', () => {
    const reports = [{ key: 'b', opId: 'op-b', photos: [] }];
    const quiet = phone({ reports });
    expect(verdict(TOLD, [quiet], [record('b')]).falselyReceived).toEqual(['a']);
    expect(verdict(TOLD, [quiet], [record('a', { number: 'W-Z' }), record('b')]).falselyReceived).toEqual(['a']);
    expect(verdict(TOLD, [quiet], [record('a', { receivedAt: 9000 }), record('b')]).falselyReceived).toEqual(['a']);
  });

  it('sees a receipt on a phone that the server does not know, though nobody read it', () => {
    const told = TOLD.filter(({ word }) => word === 'saved');
    expect(verdict(told, [phone()], [record('a'), record('b', { number: 'W-Q' })]).falselyReceived).toEqual(['b']);
  });

  it('sees an op that nothing hinders and that does not go, and one that was set aside', () => {
    const left = phone({ ops: [{ opId: 'op-b', key: 'b', state: 'refused' }] });
    const found = verdict(TOLD, [left], [record('a'), record('b')]);
    expect(found.stuck).toEqual(['b']);
    expect(isClean(found)).toBe(false);
  });

  it('sees a record that nobody submitted', () => {
    expect(verdict(TOLD, [phone()], [record('a'), record('b'), record('z')]).strange).toEqual(['z']);
  });
});
