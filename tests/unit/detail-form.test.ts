/** What helps to recognise a person, as it is typed and sent. */

import { describe, expect, it } from 'vitest';
import type { PersonDetails } from '../../contract/details.ts';
import { GUARDED_VIEW, type ReportView, seenOf } from '../../contract/report.ts';
import { defaultsOf } from '../../src/features/browse/list/filters.ts';
import { passes } from '../../src/features/browse/list/use-reports.ts';
import {
  checkDetails,
  countDetails,
  detailsKept,
  detailsTyped,
  EMPTY_DETAILS,
  heightTyped,
  toDetails,
  withSpoken,
} from '../../src/features/report/details.ts';
import { changeOf, clashesOf, type EditValues, editOf, touched, typedAgain } from '../../src/features/report/edit.ts';

const ALL: PersonDetails = {
  sex: 'female',
  relative: { kind: 'spouse', name: 'Mohinder Singh' },
  nickname: 'Guddi',
  languages: ['pa', 'hi'],
  heightCm: 157,
  build: 'thin',
  marks: 'Mole on the chin',
  carries: 'Red bag',
  medical: 'Insulin',
  firNumber: 'DDR 17',
  station: 'Haibowal',
  lastSeenWith: 'Her cousin',
};

const viewOf = (details?: PersonDetails): ReportView => ({
  ...GUARDED_VIEW,
  contact: 'relay',
  title: 'Missing',
  subject: { kind: 'person', condition: 'missing', name: 'Asha', ...(details ? { details } : {}) },
});

describe('a height', () => {
  it.each([
    ['163', 163],
    [' 163 cm', 163],
    ["5'4", 163],
    ['5’ 4”', 163],
    ['5 ft 4 in', 163],
    ['5 ਫੁੱਟ 4 ਇੰਚ', 163],
    ['५.४', 163],
    ['੧੬੩', 163],
    ['6', 183],
    ['5.11', 180],
    ['90', 90],
  ])('%s is %i cm', (typed, cm) => {
    expect(heightTyped(typed)).toBe(cm);
    expect(checkDetails({ height: typed })).toEqual({});
  });

  it.each(['29', '231', '5.12', '1.63', '163 5', 'tall', '8', '0'])('%s is none, and is said to be', (typed) => {
    expect(heightTyped(typed)).toBeUndefined();
    expect(checkDetails({ height: typed })).toEqual({ height: 'form.error.height' });
  });
});

describe('the details of a person', () => {
  it('come back as they were sent, and count what is answered', () => {
    expect(toDetails(detailsTyped(ALL))).toEqual(ALL);
    expect(Object.keys(toDetails(detailsTyped(ALL)))).toEqual(Object.keys(ALL));
    expect(countDetails(detailsTyped(ALL))).toBe(Object.keys(ALL).length);
    expect(toDetails(EMPTY_DETAILS)).toEqual({});
    expect(countDetails({ ...EMPTY_DETAILS, relativeKind: 'mother', marks: '  ' })).toBe(0);
  });

  it('hide numbers of identities before they are kept', () => {
    expect(toDetails({ ...EMPTY_DETAILS, marks: ' 2341 2341 2346 ' }).marks).toBe('XXXX XXXX 2346');
  });

  it('name no more languages than fit, each once, and take one back', () => {
    expect(withSpoken('hi', 'pa')).toBe('pa hi');
    expect(withSpoken('pa hi', 'pa')).toBe('hi');
    const six = ['pa', 'hi', 'ur', 'en', 'bn', 'mr'].join(' ');
    expect(withSpoken(six, 'te')).toBe(six);
  });

  it('are read from what a form kept, whoever wrote it', () => {
    expect(detailsKept({ ...detailsTyped(ALL) })).toEqual(detailsTyped(ALL));
    expect(detailsKept({ sex: 'girl', relativeKind: 'aunt', build: true, marks: 7 })).toEqual(EMPTY_DETAILS);
  });
});

describe('an edit of the details', () => {
  const before = editOf(viewOf(ALL));
  const after: EditValues = { ...before, height: '160' };

  it('is sent as a whole, with what was seen, and only where something differs', () => {
    const { details: was } = seenOf(viewOf(ALL));
    expect(changeOf('1', before, after, { details: was })).toEqual({
      id: '1',
      details: { ...ALL, heightCm: 160 },
      was: { details: was },
    });
    expect(changeOf('1', before, { ...before, height: "5'2" })).toBeUndefined(); // 157 cm
  });

  it('comes back into the form when it was refused', () => {
    const change = changeOf('1', before, after, { details: 'seen' });
    expect(change && typedAgain(change)).toMatchObject({ height: '160', medical: 'Insulin', 'seen.details': 'seen' });
  });

  it('clashes with another of theirs, whichever of them it was', () => {
    const seen = seenOf(viewOf(ALL));
    const typed = touched({}, { height: '160' }, seen);
    const there = viewOf({ ...ALL, nickname: 'Pinky' });
    expect(clashesOf(typed, editOf(there), seenOf(there))).toEqual(['details']);
    expect(clashesOf(typed, before, seen)).toEqual([]);
  });

  it('is compared by the same text, in whatever order they came', () => {
    const turned = Object.fromEntries(Object.entries(ALL).reverse()) as PersonDetails;
    expect(seenOf(viewOf(turned)).details).toBe(seenOf(viewOf(ALL)).details);
  });
});

it("the phone's own list leaves out another sex, and nobody of whom it is not said", () => {
  const filters = { ...defaultsOf('lost-peoples'), sex: 'female' as const };
  expect(passes(viewOf(ALL), filters)).toBe(true);
  expect(passes(viewOf(), filters)).toBe(true);
  expect(passes(viewOf({ sex: 'male' }), filters)).toBe(false);
  expect(passes(viewOf(ALL), { ...filters, q: 'guddi mole' })).toBe(true);
  expect(passes(viewOf(ALL), { ...filters, q: 'insulin' })).toBe(false);
});
