/** Words made comparable across scripts and spellings. */

import { describe, expect, it } from 'vitest';
import { bonesOf, soundsOf } from '../../match/names.ts';
import { otherNames } from '../../server/reports/region.ts';
import { searchedFor, searchText } from '../../server/reports/search.ts';

const RECORD = {
  number: 'W-7K4M-29',
  title: 'Lost at the bus stand',
  description: 'Forgets where she is',
  region: 'Amritsar, Punjab',
  name: 'ਸੁਰਜੀਤ ਕੌਰ',
  clothColor: 'Grey shawl',
};

/** As the database does it. */
function finds(record: Parameters<typeof searchText>[0], typed: string, kind: 'words' | 'region' = 'words'): boolean {
  const kept = searchText(record, otherNames(record.region)).split(' ');
  return searchedFor(typed, kind).every((forms) => forms.some((form) => kept.some((word) => word.startsWith(form))));
}

describe('the search words of a report', () => {
  it.each([
    'surjit',
    'Surjeet Kaur',
    'ਸੁਰਜੀਤ',
    'सुरजीत कौर',
    'surj',
    'KAUR',
    'bus stand',
    'shawl grey',
    'w-7k4m-29',
    'W-7K',
  ])('find it by %s, whatever it was written in', (typed) => expect(finds(RECORD, typed)).toBe(true));

  it.each(['gurpreet', 'urjit', 'surjit singh', 'w-8k4m-29', 'tand'])('do not find it by %s', (typed) =>
    expect(finds(RECORD, typed)).toBe(false),
  );

  it.each(['Amritsar', 'amri', 'ਅੰਮ੍ਰਿਤਸਰ', 'अमृतसर', 'punjab', 'ਪੰਜਾਬ', 'Amritsar, Punjab'])(
    'find its region by %s',
    (typed) => expect(finds(RECORD, typed, 'region')).toBe(true),
  );

  it('do not take a word of the story for the region', () => {
    expect(finds({ ...RECORD, description: 'Came from Patiala' }, 'Patiala', 'region')).toBe(false);
    expect(finds({ ...RECORD, description: 'Came from Patiala' }, 'Patiala')).toBe(true);
  });

  it('find a region that was written in Gurmukhi or Devanagari by its English name', () => {
    expect(finds({ ...RECORD, region: 'ਲੁਧਿਆਣਾ' }, 'Ludhiana', 'region')).toBe(true);
    expect(finds({ ...RECORD, region: 'मेरठ, उत्तर प्रदेश' }, 'Meerut', 'region')).toBe(true);
  });

  it('hold nothing but the words, whatever else the record has', () => {
    const more = { ...RECORD, phone: '+91 98140 12345', id: 'secret' };
    expect(searchText(more)).not.toMatch(/98140|12345|secret/);
  });

  it.each([
    ['सिंह', 'Singh'],
    ['Sinh', 'ਸਿੰਘ'],
    ['Balwinder', 'Balvindar'],
    ['Chand', 'चंद'],
    ['Vijay', 'ਵਿਜੇ'],
    ['Laxmi', 'லக்ஷ்மி'],
    ['Ganesh', 'கணேஷ்'],
    ['Bishnu', 'Vishnu'],
    ['محمد', 'Mohammad'],
    ['Reddy', 'రెడ్డి'],
    ['Chowdhury', 'চৌধুরী'],
    ['Patel', 'પટેલ'],
    // Short ones, whose sounds are looked for whole.
    ['Asha', 'ਆਸ਼ਾ'],
    ['Jass', 'ਜੱਸ'],
    ['bag', 'ਬੈਗ'],
    ['cap', 'ਕੈਪ'],
  ])('find %s by %s, and the other way round', (one, other) => {
    expect(finds({ ...RECORD, name: one }, other)).toBe(true);
    expect(finds({ ...RECORD, name: other }, one)).toBe(true);
  });

  it('give spellings of one name one sound, and other names another', () => {
    const sounds = (words: string[]) => new Set(words.map((word) => bonesOf(soundsOf(word)).join())).size;
    expect(sounds(['Gurpreet', 'Gurprit', 'ਗੁਰਪ੍ਰੀਤ', 'गुरप्रीत'])).toBe(1);
    expect(sounds(['Ludhiana', 'Ludhiyana', 'ਲੁਧਿਆਣਾ', 'लुधियाना'])).toBe(1);
    expect(sounds(['Asha', 'ਆਸ਼ਾ', 'आशा'])).toBe(1);
    expect(sounds(['Ramesh', 'Rajesh', 'Suresh', 'Mahesh'])).toBe(4);
  });

  it('do not find longer words by the sound of a short one', () => {
    expect(finds({ ...RECORD, name: 'Jasvinder' }, 'ਜੱਸਾ')).toBe(false);
    expect(finds({ ...RECORD, name: 'ਬਗੀਚਾ ਸਿੰਘ' }, 'bag')).toBe(false);
  });
});
