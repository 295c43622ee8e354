import { describe, expect, it } from 'vitest';
import { likeness, traitsOf } from '../../server/moderation/similar.ts';

type Told = Parameters<typeof traitsOf>[0];
const PERSON: Told = {
  subject: 'person',
  title: null,
  description: null,
  name: null,
  cloth_color: null,
  colour: null,
  region: null,
  age_min: null,
  age_max: null,
  category: null,
  serial_hash: null,
};
const ITEM: Told = { ...PERSON, subject: 'item', category: 'Bags' };
const score = (a: Partial<Told>, b: Partial<Told>) =>
  likeness(traitsOf({ ...PERSON, ...a }), traitsOf({ ...PERSON, ...b }));

describe('reports laid beside one that is looked at', () => {
  it('are nearer with the same name in another script and spelling', () => {
    const same = score({ name: 'Gurpreet Singh' }, { name: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ' });
    expect(same).toBeGreaterThan(0.5);
    expect(same).toBeGreaterThan(score({ name: 'Gurpreet Singh' }, { name: 'Ramesh Kumar' }));
  });

  it('are nearer with the same place and an age that may be the same', () => {
    const words = { name: 'Asha Devi', region: 'Ludhiana', age_min: 34, age_max: 34 };
    const near = score(words, { ...words, region: 'ਲੁਧਿਆਣਾ', age_min: 36, age_max: 40 });
    expect(near).toBeGreaterThan(score(words, { ...words, region: 'Patiala', age_min: 36, age_max: 40 }));
    expect(near).toBeGreaterThan(score(words, { ...words, region: 'ਲੁਧਿਆਣਾ', age_min: 60, age_max: 70 }));
  });

  it('are shown by a face alone, or a serial number alone, and not for being of one category', () => {
    const [a, b] = [traitsOf(PERSON), traitsOf({ ...PERSON, name: 'Somebody else' })];
    expect([likeness(a, b, 'likely'), likeness(a, b, 'possible'), likeness(a, b)]).toEqual([1, 0.5, 0]);
    const serial = { ...ITEM, serial_hash: 'a'.repeat(64) };
    expect(likeness(traitsOf(serial), traitsOf({ ...serial, category: 'Other' }))).toBeGreaterThanOrEqual(1);
    expect(likeness(traitsOf(ITEM), traitsOf(ITEM))).toBeLessThan(0.4);
  });
});
