/** The checker of the fault rig catches each way in which a promise can be broken, and a run in which nothing happened. */

import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  brokenRules,
  checkHistory,
  countTold,
  type PhoneEntry,
  type PhoneHolds,
  type ServerHolds,
  type ServerRecord,
  type Told,
  tooFew,
} from '../support/history-check.ts';

const [ASHA, BALBIR] = ['account-asha', 'account-balbir'];
/** Asha's things, one with a photo; somebody's person; and what Balbir writes about a report of others. */
const ATTEMPTS: Attempt[] = [
  { key: 'a', kind: 'item', author: ASHA, photos: ['f00d'] },
  { key: 'b', kind: 'item', author: ASHA, photos: [] },
  { key: 'c', kind: 'person', photos: [] },
  { key: 'n', kind: 'note', author: BALBIR, about: 'report-1', photos: ['cafe'] },
  { key: 'k', kind: 'claim', author: BALBIR, about: 'report-2' },
  { key: 's', kind: 'conversation', author: BALBIR, about: 'report-2' },
  { key: 'm', kind: 'message', author: BALBIR, about: 'talk-1' },
  { key: 'e1', kind: 'edit', author: ASHA, about: 'a', field: 'description' },
  { key: 'e2', kind: 'edit', author: ASHA, about: 'a', field: 'description' },
];
const saved = (key: string): Told => ({ key, word: 'saved', at: 1000 });
const received = (key: string, number?: string): Told => ({
  key,
  word: 'received',
  at: 3000,
  ...(number ? { number } : {}),
});
/** `c` was killed before anything was said of it. */
const TOLD: Told[] = [
  ...['a', 'b', 'n', 'k', 's', 'm', 'e1', 'e2'].map(saved),
  ...[received('a', 'W-A'), received('n'), received('e1'), received('e2')],
];

const record = (key: string, more: Partial<ServerRecord> = {}): ServerRecord => {
  const { kind = 'item', author, about } = ATTEMPTS.find((attempt) => attempt.key === key) ?? {};
  const isReport = kind === 'item' || kind === 'person';
  return {
    key,
    kind: kind === 'edit' ? 'item' : kind,
    receivedAt: 2000,
    photos: [],
    ...(author ? { author } : {}),
    ...(about ? { about } : {}),
    ...(isReport ? { number: `W-${key.toUpperCase()}` } : {}),
    ...more,
  };
};
const photo = (sha256: string, isBrought = true) => ({ sha256, isBrought });
const RECORDS: ServerRecord[] = [
  record('a', { photos: [photo('f00d')], answers: { description: 'e2' } }),
  ...[record('b'), record('c'), record('n', { photos: [photo('cafe')] }), record('k'), record('s'), record('m')],
];
const FILES = { f00d: true, cafe: true };

const entry = (key: string, more: Partial<PhoneEntry> = {}): PhoneEntry => ({
  key,
  opId: `op-${key}`,
  isReceived: true,
  photos: [],
  ...more,
});
const phone = (more: Partial<PhoneHolds> = {}): PhoneHolds => ({
  name: 'phone 1',
  entries: [
    entry('a', { number: 'W-A', photos: ['f00d'] }),
    entry('b', { number: 'W-B' }),
    entry('n', { photos: ['cafe'] }),
  ],
  ops: [],
  envelopes: [],
  ...more,
});

interface World {
  attempts?: readonly Attempt[];
  told?: readonly Told[];
  phones?: readonly PhoneHolds[];
  records?: readonly ServerRecord[];
  files?: Record<string, boolean>;
}
const broken = ({ attempts = ATTEMPTS, told = TOLD, phones = [phone()], records = RECORDS, files = FILES }: World) => {
  const server: ServerHolds = { records, files: new Map(Object.entries(files)), opened: 0 };
  return brokenRules(checkHistory(attempts, told, phones, server));
};
const without = (...keys: string[]): ServerRecord[] => RECORDS.filter(({ key }) => !keys.includes(key));
const but = (key: string, more: Partial<ServerRecord>): ServerRecord[] =>
  RECORDS.map((row) => (row.key === key ? { ...row, ...more } : row));

describe('the history checker', () => {
  it('finds nothing wrong when each submission is there once, told or killed before it was told', () => {
    expect(broken({})).toEqual({});
    expect(broken({ records: without('c') })).toEqual({});
  });

  it('takes what waits on a phone for stuck and not for lost', () => {
    const waiting = phone({
      entries: [entry('b', { isReceived: false })],
      ops: [{ opId: 'op-b', key: 'b', state: 'waiting' }],
    });
    expect(broken({ phones: [waiting], records: without('b') })).toEqual({ stuck: ['b'] });
  });

  it('sees a report, a note, a claim, a message that is gone from the server', () => {
    for (const key of ['k', 's', 'm']) expect(broken({ records: without(key) }), key).toEqual({ lost: [key] });
    expect(broken({ records: without('b') })).toMatchObject({ lost: ['b'] });
    expect(broken({ records: without('n') })).toEqual({ lost: ['n'], falselyReceived: ['n'] });
  });

  it('sees a report that the phone still shows but no longer has an op for', () => {
    const shown = phone({ entries: [entry('b', { isReceived: false })] });
    expect(broken({ phones: [shown], records: without('b') })).toEqual({ lost: ['b'] });
  });

  it('sees a doubled report or message, on the server and on a phone', () => {
    const again = record('b', { number: 'W-B2' });
    expect(broken({ records: [...RECORDS, again] })).toEqual({ doubled: ['b'] });
    expect(broken({ records: [...RECORDS, record('m')] })).toEqual({ doubled: ['m'] });
    expect(broken({ phones: [phone(), phone()] })).toEqual({ doubled: ['a', 'b', 'n'] });
  });

  it('sees a "Received" that was not true: no row, another number, or told before it was', () => {
    const phones = [phone({ entries: [] })];
    expect(broken({ phones, records: without('a') })).toMatchObject({ falselyReceived: ['a'] });
    expect(broken({ phones, records: but('a', { number: 'W-Z' }) })).toEqual({ falselyReceived: ['a'] });
    expect(broken({ phones, records: but('n', { receivedAt: 9000 }) })).toEqual({ falselyReceived: ['n'] });
  });

  it('sees a receipt on a phone that the server does not know, though nobody read it', () => {
    expect(broken({ records: but('b', { number: 'W-Q' }) })).toEqual({ falselyReceived: ['b'] });
  });

  it('knows by its number alone what is left of a report whose maker has signed out', () => {
    const leaving = (number: string) => [phone({ entries: [entry(number, { number, isLeft: true })] })];
    expect(broken({ phones: leaving('W-C') })).toEqual({});
    expect(broken({ phones: leaving('W-Q') })).toEqual({ falselyReceived: ['W-Q'] });
  });

  it('sees an op that nothing hinders and that does not go, and one that was set aside', () => {
    const left = (state: 'waiting' | 'refused') => [phone({ ops: [{ opId: 'op-b', key: 'b', state }] })];
    expect(broken({ phones: left('waiting') })).toEqual({ stuck: ['b'] });
    expect(broken({ phones: left('refused') })).toEqual({ stuck: ['b'] });
  });

  it('sees a record that nobody submitted', () => {
    expect(broken({ records: [...RECORDS, record('z')] })).toEqual({ strange: ['z'] });
  });

  it("sees another's name on a report, a claim or a message, one on what was written signed out, and none where one was", () => {
    expect(broken({ records: but('a', { author: BALBIR }) })).toEqual({ wrongOwner: ['a'] });
    expect(broken({ records: but('k', { author: ASHA }) })).toEqual({ wrongOwner: ['k'] });
    expect(broken({ records: but('m', { author: ASHA }) })).toEqual({ wrongOwner: ['m'] });
    expect(broken({ records: but('c', { author: ASHA }) })).toEqual({ wrongOwner: ['c'] });
    const { author: _, ...nobodys } = record('b');
    expect(broken({ records: [...without('b'), nobodys] })).toEqual({ wrongOwner: ['b'] });
  });

  it('sees a note on another report, a message in another conversation, and a thing that became a person', () => {
    expect(broken({ records: but('n', { about: 'report-2' }) })).toEqual({ misplaced: ['n'] });
    expect(broken({ records: but('m', { about: 'talk-2' }) })).toEqual({ misplaced: ['m'] });
    expect(broken({ records: but('b', { kind: 'person' }) })).toEqual({ misplaced: ['b'] });
  });

  it('sees a photo that is missing: not named, not there, or there but brought by nobody', () => {
    expect(broken({ records: but('a', { photos: [] }) })).toEqual({ wrongPhotos: ['a'] });
    expect(broken({ files: { cafe: true } })).toEqual({ wrongPhotos: ['a'] });
    expect(broken({ records: but('a', { photos: [photo('f00d', false)] }) })).toEqual({ wrongPhotos: ['a'] });
    expect(broken({ files: { f00d: true } })).toEqual({ wrongPhotos: ['n'] });
  });

  it('takes a photo that is still to be sent for stuck alone', () => {
    const coming = phone({ ops: [{ opId: 'id-a/f00d', key: 'a', state: 'waiting' }] });
    const records = but('a', { photos: [photo('f00d', false)] });
    expect(broken({ phones: [coming], records, files: { cafe: true } })).toEqual({ stuck: ['a'] });
  });

  it('sees bytes that are not what their name says, another photo, and one that nobody gave', () => {
    expect(broken({ files: { f00d: false, cafe: true } })).toEqual({ wrongPhotos: ['a'] });
    expect(broken({ records: but('a', { photos: [photo('cafe')] }) })).toEqual({ wrongPhotos: ['a'] });
    expect(broken({ records: but('b', { photos: [photo('cafe')] }) })).toEqual({ wrongPhotos: ['b'] });
  });

  it('holds a form that makes photos smaller to how many there were, and to those that the phone kept', () => {
    const attempts = ATTEMPTS.map((one) => (one.key === 'a' ? { ...one, photos: 1 } : one));
    expect(broken({ attempts })).toEqual({});
    const others = but('a', { photos: [photo('cafe')] });
    expect(broken({ attempts, records: others })).toEqual({ wrongPhotos: ['a'] });
    const phones = [phone({ entries: [] })];
    expect(broken({ attempts, phones, records: others })).toEqual({});
    expect(broken({ attempts, phones, records: but('a', { photos: [] }) })).toEqual({ wrongPhotos: ['a'] });
  });

  it('sees an edit that went back: to an older one, to nothing, or to what nobody wrote', () => {
    for (const description of ['e1', '', 'z'])
      expect(broken({ records: but('a', { answers: { description } }) })).toEqual({ wentBack: ['a description'] });
  });

  it('takes an edit that nobody was told of for either, and one that waits on its phone for stuck alone', () => {
    const untold = TOLD.filter(({ key }) => key !== 'e2');
    expect(broken({ told: untold })).toEqual({});
    const records = but('a', { answers: { description: 'e1' } });
    expect(broken({ told: untold, records })).toEqual({});
    const waiting = phone({
      entries: [entry('e2', { isReceived: false })],
      ops: [{ opId: 'op-e2', key: 'e2', state: 'waiting' }],
    });
    const told = TOLD.filter(({ key, word }) => key !== 'e2' || word === 'saved');
    expect(broken({ told, records, phones: [waiting] })).toEqual({ stuck: ['e2'] });
  });

  it('sees an envelope that was never opened', () => {
    const sealed = phone({ entries: [], envelopes: ['1234abcd waiting'] });
    expect(broken({ phones: [sealed], records: without('b') })).toEqual({
      lost: ['b'],
      unopened: ['phone 1 1234abcd waiting'],
    });
  });
});

describe('the count of what happened', () => {
  const LEAST = { submissions: { item: 20 }, kills: { browser: 2, server: 3 }, faults: { drop: 1, late: 1 } };

  it('counts what was said by its kind, each submission once', () => {
    const none = { item: 0, person: 0, note: 0, claim: 0, conversation: 0, message: 0, edit: 0 };
    expect(countTold(ATTEMPTS, TOLD)).toEqual({
      ...none,
      item: 2,
      note: 1,
      claim: 1,
      conversation: 1,
      message: 1,
      edit: 2,
    });
    expect(countTold(ATTEMPTS, TOLD, 'received')).toEqual({ ...none, item: 1, note: 1, edit: 2 });
    expect(countTold(ATTEMPTS, [])).toEqual(none);
  });

  it('is enough when each kind came as often as it was to', () => {
    const happened = {
      submissions: { item: 20, note: 1 },
      kills: { browser: 5, server: 3 },
      faults: { drop: 1, late: 9 },
    };
    expect(tooFew(happened, LEAST)).toEqual([]);
  });

  it('names each kind that came too seldom, however often the others came', () => {
    const happened = { submissions: { item: 500 }, kills: { browser: 9, server: 2 }, faults: { drop: 70 } };
    expect(tooFew(happened, LEAST)).toEqual(['kills, server: 2 of at least 3', 'faults, late: 0 of at least 1']);
  });

  it('is too little in each kind when nothing happened at all, though no promise is broken', () => {
    expect(broken({ attempts: [], told: [], phones: [], records: [], files: {} })).toEqual({});
    expect(tooFew({}, LEAST)).toHaveLength(5);
  });
});
