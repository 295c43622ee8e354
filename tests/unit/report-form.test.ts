/** The rules of the lost-person and found-person forms, and the call that they make. */

import { describe, expect, it } from 'vitest';
import { PersonUpload } from '../../contract/person.ts';
import { digits } from '../../src/features/report/answers.ts';
import { checkPerson, EMPTY_PERSON, type PersonValues, toUpload } from '../../src/features/report/person.ts';

const TODAY = '2026-11-21';
const lost = (change: Partial<PersonValues> = {}): PersonValues => ({
  ...EMPTY_PERSON,
  title: 'Missing',
  name: 'Asha Devi',
  age: '34',
  ...change,
});
const errors = (change: Partial<PersonValues>) => checkPerson(lost(change), TODAY);

describe('the person form', () => {
  it('begins as a lost person with nothing agreed to (R207)', () => {
    expect(EMPTY_PERSON).toMatchObject({ type: 'lost', publicPhoto: false, publicPhone: false });
    expect(Object.keys(checkPerson(EMPTY_PERSON, TODAY)).sort()).toEqual(['age', 'name', 'title']);
  });

  it('needs a title, a name and an age, and nothing else (R305, R306, R307)', () => {
    expect(errors({})).toEqual({});
    expect(errors({ title: '  ' })).toEqual({ title: 'form.error.titleNeeded' });
    expect(errors({ name: '  ' })).toEqual({ name: 'form.error.nameNeeded' });
    expect(errors({ age: ' ' })).toEqual({ age: 'form.error.ageNeeded' });
  });

  it('takes "unknown" for a name (A27)', () => {
    expect(errors({ name: '', nameUnknown: true })).toEqual({});
    expect(toUpload(lost({ nameUnknown: true }), undefined)).toMatchObject({
      name: '',
      lostPersonName: '',
      nameUnknown: true,
    });
  });

  it('takes an age in whole years up to 120, in either script (R308)', () => {
    for (const age of ['0', '120', ' 34 ', '੩੪']) expect([age, errors({ age })]).toEqual([age, {}]);
    for (const age of ['121', '-1', '3.5', 'old', '1e2', '٣٤'])
      expect([age, errors({ age })]).toEqual([age, { age: 'form.error.age' }]);
  });

  it('takes a reward in whole rupees from 0, or none, and only of a lost person (R309)', () => {
    for (const rewardOffer of ['', '0', '100000000', '੫੦੦']) expect(errors({ rewardOffer })).toEqual({});
    for (const rewardOffer of ['-1', '100000001', '5,000', '1.5'])
      expect(errors({ rewardOffer })).toEqual({ rewardOffer: 'form.error.rewardOffer' });
    expect(errors({ type: 'found', rewardOffer: 'much', timeOfLossDate: '2027-01-01' })).toEqual({});
  });

  it('takes a phone number as people write it, and no day that has not come', () => {
    for (const phoneNumber of ['', '112', '+91 98140-12345', '(0161) 240 1234', '੯੮੧੪੦ ੧੨੩੪੫'].filter(
      (n) => n.length !== 3,
    ))
      expect([phoneNumber, errors({ phoneNumber })]).toEqual([phoneNumber, {}]);
    for (const phoneNumber of ['abc', '12', '98140 12345 ask for Ravi'])
      expect(errors({ phoneNumber })).toEqual({ phoneNumber: 'form.error.phoneNumber' });
    expect(errors({ timeOfLossDate: TODAY })).toEqual({});
    expect(errors({ timeOfLossDate: '2026-11-22' })).toEqual({ timeOfLossDate: 'form.error.timeOfLossDate' });
  });

  it('reads Gurmukhi digits as the others', () => {
    expect(digits(' ੦੧੨੩੪੫੬੭੮੯ x9 ')).toBe('0123456789 x9');
  });

  it('sends what was typed under the names of the specification, in the digits that the server reads (R195-R206, R212-R214)', () => {
    const values = lost({
      age: '੩੪',
      ageGuess: true,
      clothColor: 'Green',
      region: 'Ludhiana',
      timeOfLossDate: '2026-11-20',
      timeOfLossTime: '17:30',
      rewardOffer: '੫੦੦',
      phoneNumber: '੯੮੧੪੦ ੧੨੩੪੫',
      description: 'Limps',
      publicPhoto: true,
    });
    expect(toUpload(values, undefined)).toEqual({
      type: 'lost',
      title: 'Missing',
      name: 'Asha Devi',
      nameUnknown: false,
      lostPersonName: 'Asha Devi',
      lostPersonAge: '34',
      ageMargin: 5,
      clothColor: 'Green',
      region: 'Ludhiana',
      timeOfLossDate: '2026-11-20',
      timeOfLossTime: '17:30',
      rewardOffer: '500',
      phoneNumber: '98140 12345',
      descriptionText: 'Limps',
      consent: {
        ...{ publicPhoto: true, publicPhone: false, compareFace: false, carryFace: false, guardian: false },
        notice: expect.any(String),
      },
    });
    const found = toUpload({ ...values, type: 'found' }, undefined);
    expect(found).toMatchObject({ type: 'found', foundPersonName: 'Asha Devi', foundPersonAge: '34' });
    for (const name of ['lostPersonName', 'lostPersonAge', 'timeOfLossDate', 'timeOfLossTime', 'rewardOffer'])
      expect(found).not.toHaveProperty(name);
  });

  it('keeps apart what was agreed to for a child and for an adult, whichever age is typed in between', () => {
    const child = lost({ age: '9', guardian: true, compareChild: true, carryChild: true, publicPhoto: true });
    const none = { publicPhoto: false, publicPhone: false, compareFace: false, carryFace: false, guardian: false };
    const consentOf = (values: PersonValues) => toUpload(values, undefined).consent;
    const asChild = { ...none, compareFace: true, carryFace: true, guardian: true };
    expect(consentOf(child)).toMatchObject(asChild);
    expect(consentOf({ ...child, age: '40' })).toMatchObject({ ...none, publicPhoto: true });
    expect(consentOf({ ...child, age: '9' })).toMatchObject(asChild);
    expect(consentOf(lost({ age: '9', compareFace: true, carryFace: true }))).toMatchObject(none);
  });

  it('sends a guessed age with five years either way, an exact one with none (A26)', () => {
    expect(toUpload(lost({ ageGuess: true }), undefined).ageMargin).toBe(5);
    expect(toUpload(lost(), undefined).ageMargin).toBe(0);
  });

  it('sends the face by the photo that shows it, with its pipeline, and the words beside it (R215, R310, A10)', () => {
    const face = { descriptor: [0.5, -1], model: 'sface-128-1' };
    const upload = toUpload(lost({ description: 'Limps' }), { sha256: 'a'.repeat(64), ...face });
    expect(upload).toMatchObject({ faces: [{ photo: 'a'.repeat(64), ...face }], descriptionText: 'Limps' });
    expect(upload).not.toHaveProperty('description');
    expect(toUpload(lost(), undefined)).not.toHaveProperty('faces');
  });

  it('never sends what the contract would refuse once its own rules are satisfied', () => {
    const forms = [
      lost(),
      lost({ type: 'found' }),
      lost({ name: '', nameUnknown: true, rewardOffer: '0', age: '੧੨੦' }),
    ];
    for (const values of forms) {
      expect(checkPerson(values, TODAY)).toEqual({});
      expect(PersonUpload.safeParse(toUpload(values, undefined)).success).toBe(true);
    }
  });
});
