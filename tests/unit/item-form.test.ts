/** The rules of the form for a lost or found thing, of changing a report, and the calls that they make. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createReport, type ReportView, seenOf, updateReport } from '../../contract/report.ts';
import { serialText } from '../../contract/serial.ts';
import { withoutErrors } from '../../src/features/report/answers.ts';
import {
  answersOf,
  changeOf,
  checkEdit,
  clashesOf,
  editedOf,
  editOf,
  touched,
  typedAgain,
} from '../../src/features/report/edit.ts';
import {
  checkItem,
  emptyItem,
  errorOf,
  hasDetails,
  type ItemValues,
  roleOf,
  toItemUpload,
  typeOf,
} from '../../src/features/report/item.ts';
import { checkPerson, EMPTY_PERSON, errorOf as personErrorOf, toUpload } from '../../src/features/report/person.ts';
import { sealSerial } from '../../src/features/report/serial.ts';

const TODAY = '2026-11-21';
const keys = (change: Partial<ItemValues> = {}): ItemValues => ({
  ...emptyItem('victim'),
  category: 'Keys',
  title: 'Three keys on a red ring',
  ...change,
});
const errors = (change: Partial<ItemValues>) => checkItem(keys(change), TODAY);

describe('the form of a thing', () => {
  it('begins as lost for a victim and as found for a founder (R6, R7, R176, R316)', () => {
    expect([typeOf('victim'), typeOf('founder'), roleOf('lost'), roleOf('found')]).toEqual([
      'lost',
      'found',
      'victim',
      'founder',
    ]);
    expect([emptyItem('victim').type, emptyItem('founder').type]).toEqual(['lost', 'found']);
  });

  it('needs what it is and a title, and nothing else (R158)', () => {
    expect(checkItem(emptyItem('victim'), TODAY)).toEqual({
      category: 'post.error.category',
      title: 'form.error.titleNeeded',
    });
    expect(errors({})).toEqual({});
  });

  it('takes a reward in whole rupees from 0, or none, for what was lost (R382)', () => {
    for (const rewardOffer of ['', '0', '500', '੫੦੦']) expect(errors({ rewardOffer })).toEqual({});
    for (const rewardOffer of ['-1', '5,000', 'much'])
      expect(errors({ rewardOffer })).toEqual({ rewardOffer: 'form.error.rewardOffer' });
    expect(errors({ type: 'found', rewardOffer: 'much' })).toEqual({});
    expect(toItemUpload(keys({ rewardOffer: '੫੦੦' })).rewardOffer).toBe(500);
    expect(toItemUpload(keys({ type: 'found', rewardOffer: '500' }))).not.toHaveProperty('rewardOffer');
  });

  it('takes two or three secret marks, each whole, or none', () => {
    const found = (change: Partial<ItemValues>) => errors({ type: 'found', ...change });
    const one = { question1: 'What hangs on it?', answer1: 'A bell' };
    const two = { ...one, question2: 'Which colour?', answer2: 'Red' };
    expect(found({})).toEqual({});
    for (const part of [one, { ...one, question2: 'Which colour?' }, { ...two, answer3: 'Two' }])
      expect(found(part)).toEqual({ marks: 'post.error.marks' });
    expect(found(two)).toEqual({});
    expect(toItemUpload(keys({ type: 'found', ...two })).marks).toEqual([
      { question: 'What hangs on it?', answer: 'A bell' },
      { question: 'Which colour?', answer: 'Red' },
    ]);
    expect(toItemUpload(keys(two))).not.toHaveProperty('marks');
  });

  it('knows whether something of its second step was filled in, so that it is open when it comes back', () => {
    expect(hasDetails({})).toBe(false);
    expect(hasDetails(keys({ type: 'found', role: 'founder', region: 'Moga', lat: '30.8', lng: '75.2' }))).toBe(false);
    expect(hasDetails({ question2: 'What hangs on it?' })).toBe(false); // those are always in sight
    expect(hasDetails(keys({ publicPhone: true }))).toBe(true);
    expect(hasDetails(keys({ expiresInDays: '30' }))).toBe(true);
  });

  it('takes an error away as soon as its answer is changed, and no other', () => {
    const wrong = checkItem(
      { ...keys({ type: 'found', category: '', title: '' }), question1: 'What hangs on it?' },
      TODAY,
    );
    expect(Object.keys(wrong).sort()).toEqual(['category', 'marks', 'title']);
    expect(Object.keys(withoutErrors(wrong, ['title', 'region'].map(errorOf))).sort()).toEqual(['category', 'marks']);
    expect(Object.keys(withoutErrors(wrong, ['answer1'].map(errorOf))).sort()).toEqual(['category', 'title']);
    const unnamed = checkPerson({ ...EMPTY_PERSON, title: 'Missing', age: '34' }, TODAY);
    expect(withoutErrors(unnamed, ['nameUnknown'].map(personErrorOf))).toEqual({});
  });

  it('keeps of a serial number its hash and its end, and never sends the number itself', async () => {
    const typed = keys({ category: 'Electronics', serial: ' 49-015420-323751-8 ' });
    expect(checkItem(typed, TODAY)).toEqual({ serial: 'post.error.serial' });
    const sealed = await sealSerial(typed);
    const text = serialText('490154203237518') ?? expect.fail('it is long enough');
    expect(sealed).toMatchObject({
      serial: '',
      serialEnd: '7518',
      serialHash: createHash('sha256').update(text).digest('hex'),
    });
    expect(checkItem(sealed, TODAY)).toEqual({});
    const call = JSON.stringify(toItemUpload(sealed));
    expect(call).toContain(sealed.serialHash);
    expect(call.replaceAll(sealed.serialHash, '')).not.toMatch(/0154|3237|7518/);
    const [latin, gurmukhi] = await Promise.all([
      sealSerial(keys({ serial: 'AB1234' })),
      sealSerial(keys({ serial: 'ab ੧੨੩੪' })),
    ]);
    expect(gurmukhi.serialHash).toBe(latin.serialHash);
    const short = keys({ serial: 'a1' });
    expect(await sealSerial(short)).toBe(short);
  });

  it('hides private numbers in what others will read before it is sent', () => {
    const words = { title: 'Card 2341 2341 2346', description: 'No. 234123412346, asha@okaxis' };
    const sent = JSON.stringify([toItemUpload(keys(words)), toUpload({ ...EMPTY_PERSON, ...words }, undefined)]);
    expect(sent).not.toMatch(/2341|asha@/);
    expect(sent).toContain('Card XXXX XXXX 2346');
  });

  it('sends what was typed in the words of the contract, with its pin, its role and how long it stays', () => {
    const values = keys({
      type: 'found',
      role: 'founder',
      region: 'Moga',
      lat: '30.81',
      lng: '75.17',
      colour: 'Red',
      timeOfLossDate: TODAY,
      phoneNumber: '੯੮੧੪੦ ੧੨੩੪੫',
      publicPhone: true,
      expiresInDays: '30',
    });
    const upload = toItemUpload(values);
    expect(createReport.input.safeParse(upload).error).toBeUndefined();
    expect(upload).toMatchObject({
      reportType: 'found',
      role: 'founder',
      category: 'Keys',
      region: 'Moga',
      place: { lat: 30.81, lng: 75.17 },
      phoneNumber: '98140 12345',
      expiresInDays: 30,
      consent: { publicPhone: true },
    });
    expect(toItemUpload(keys())).not.toHaveProperty('place');
  });
});

describe('changing a report', () => {
  const id = '6f2a4b1c-0d3e-4f5a-8b6c-7d8e9f0a1b2c';
  const view: ReportView = {
    id,
    _id: id,
    rev: '1.1',
    type: 'lost',
    status: 'published',
    photos: ['a'.repeat(64)],
    contact: 'open',
    subject: { kind: 'item', category: 'Keys', colour: 'Red', status: 'lost' },
    title: 'Keys',
    region: 'Moga',
    rewardRupees: 500,
    reviewed: true,
    createdAt: '2026-11-21T10:00:00Z',
  };
  const before = editOf(view);

  it('sends only what was changed, and nothing when nothing was (R341)', () => {
    expect(changeOf(id, before, before)).toBeUndefined();
    expect(changeOf(id, before, { ...before, title: ' Keys ' })).toBeUndefined();
    const change = changeOf(id, before, { ...before, title: 'Three keys', rewardOffer: '੬੦੦', photos: [] });
    expect(change).toEqual({ id, title: 'Three keys', rewardOffer: 600, photos: [] });
    expect(updateReport.input.safeParse(change).success).toBe(true);
  });

  it('sends an age with how sure it is, and only when one of the two was changed (A26)', () => {
    const of = (ageMin: number, ageMax: number) =>
      editOf({ ...view, subject: { kind: 'person', condition: 'missing', ageMin, ageMax } });
    expect([of(9, 9), of(20, 30)]).toMatchObject([
      { age: '9', ageGuess: false },
      { age: '25', ageGuess: true },
    ]);
    expect(changeOf(id, of(20, 30), of(20, 30))).toBeUndefined();
    const change = changeOf(id, of(9, 9), { ...of(9, 9), age: '੧੨' });
    expect(change).toEqual({ id, age: { years: 12, margin: 0 } });
    expect(updateReport.input.safeParse(change).success).toBe(true);
    expect(checkEdit({ ...before, age: '121' }, TODAY)).toEqual({ age: 'form.error.age' });
  });

  it('goes with what was seen of each changed answer, and of no other (fault 20)', () => {
    const change = changeOf(id, before, { ...before, title: 'Three keys' }, seenOf(view));
    expect(change).toEqual({ id, title: 'Three keys', was: { title: seenOf(view).title } });
    expect(updateReport.input.safeParse(change).success).toBe(true);
  });

  it('names what was typed here and changed to something else elsewhere since it was first touched (fault 20)', () => {
    const begun = touched({}, { title: 'Three keys', region: 'Moga' }, seenOf(view));
    expect(clashesOf(begun, before, seenOf(view))).toEqual([]);
    const elsewhere = { ...view, title: 'Keys of a car', region: 'Moga' };
    const goneOn = { ...begun, ...touched(begun, { title: 'Three keys, one bent' }, seenOf(elsewhere)) };
    const clashes = clashesOf(goneOn, editOf(elsewhere), seenOf(elsewhere));
    expect(clashes).toEqual(['title']); // both wrote the same region
    const taken = { ...goneOn, ...touched(goneOn, answersOf(editOf(elsewhere), 'title'), seenOf(elsewhere)) };
    expect(clashesOf(taken, editOf(elsewhere), seenOf(elsewhere))).toEqual([]);
    expect(changeOf(id, editOf(elsewhere), editedOf(editOf(elsewhere), taken), seenOf(elsewhere))).toBeUndefined();
  });

  it('comes back into the form as it was typed when it is not taken, and is the same change again (fault 20)', () => {
    const person = editOf({ ...view, subject: { kind: 'person', condition: 'missing', ageMin: 9, ageMax: 9 } });
    const after = {
      ...person,
      title: 'Boy',
      name: 'Aman',
      age: '12',
      ageGuess: true,
      clothColor: 'red',
      description: 'tall',
      region: 'Moga',
      lat: '30.8',
      lng: '75.2',
      timeOfLossDate: '2026-11-01',
      timeOfLossTime: '10:00',
      rewardOffer: '700',
      phoneNumber: '98765 43210',
      photos: ['a'.repeat(64)],
    };
    const change = changeOf(id, person, after, seenOf(view));
    if (!change) throw new Error('nothing was changed');
    expect(changeOf(id, person, editedOf(person, typedAgain(change)), seenOf(view))).toEqual(change);
  });

  it('keeps to the same rules as posting', () => {
    expect(checkEdit(before, TODAY)).toEqual({});
    expect(
      checkEdit({ ...before, title: ' ', rewardOffer: 'x', phoneNumber: 'y', timeOfLossDate: '2027-01-01' }, TODAY),
    ).toEqual({
      title: 'form.error.titleNeeded',
      rewardOffer: 'form.error.rewardOffer',
      phoneNumber: 'form.error.phoneNumber',
      timeOfLossDate: 'form.error.timeOfLossDate',
    });
  });
});
