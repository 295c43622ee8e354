/** Twenty pairs of who was lost and who was found: adults, children and elders, in whatever order they came. */

import { createHash } from 'node:crypto';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { another, portrait } from './camera.ts';
import { faceLike, faceOf, type newReport, withFace } from './client.ts';

export const LUDHIANA = 'pb-ludhiana';
export const MOGA = 'pb-moga';
export const PATNA = 'br-patna';
export const OFFICES = [LUDHIANA, MOGA, PATNA] as const;
type Office = (typeof OFFICES)[number];
const REGIONS: Readonly<Record<Office, string>> = {
  [LUDHIANA]: 'Ludhiana, Punjab',
  [MOGA]: 'Moga, Punjab',
  [PATNA]: 'Patna, Bihar',
};

const CONSENT = { publicPhoto: true, publicPhone: false, guardian: true, compareFace: true, notice: '2026-11' };
export type Upload = NonNullable<Parameters<typeof newReport>[0]> & { photos?: string[] };

export interface Pair {
  what: string;
  lost: Upload;
  found: Upload;
  /** Which of the two is posted first. */
  first: 'lost' | 'found';
  /** Where they are missed and where they were found, unless that is Ludhiana. */
  places?: { lost?: Office; found?: Office };
  /** Whether both are reported without an account. */
  alone?: true;
  /** Brought behind the words; the server looks for the faces. */
  photos?: Record<'lost' | 'found', () => Promise<Buffer>>;
}

const face = (seed: number) => withFace(faceOf(seed));
const sameFace = (seed: number) => withFace(faceLike(faceOf(seed)));
export const lost = (name: string, age: string, more: Upload = {}): Upload => ({
  ...{ type: 'lost', name, lostPersonName: name, lostPersonAge: age, title: 'Did not come home', consent: CONSENT },
  ...{ region: 'Ludhiana, Punjab', timeOfLossDate: '2026-11-10', clothColor: '', descriptionText: '' },
  ...more,
});
/** Whoever is found says their name or does not. */
export const found = (name: string | undefined, age: string, more: Upload = {}): Upload => ({
  ...{
    type: 'found',
    title: 'Found at the bus stand',
    consent: CONSENT,
    lostPersonAge: undefined,
    foundPersonAge: age,
  },
  ...(name === undefined ? { name: undefined, nameUnknown: true } : { name, foundPersonName: name }),
  ...{ region: 'Ludhiana, Punjab', timeOfLossDate: '2026-11-12', clothColor: '', descriptionText: '' },
  ...more,
});

/** What a scan knows that is kept: a face, where and when. */
const SCAN: Upload = {
  ...{ type: 'found', keptScan: true, title: 'Scan', name: '', nameUnknown: true, lostPersonAge: undefined },
  ...{ place: { lat: 30.901, lng: 75.8573 }, region: '', clothColor: '', descriptionText: '', phoneNumber: undefined },
  timeOfLossDate: '2026-10-12',
};
export const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
/** Five templates, of `seed` and the four after it. */
const fivePhotos = (seed: number): Upload => {
  const photos = Array.from({ length: 5 }, (_, i) => hashOf(`${seed + i}`));
  const faces = photos.map((photo, i) => ({ photo, descriptor: faceOf(seed + i), model: TEMPLATE_VERSION }));
  return { photos, faces };
};

export const hasFace = ({ lost, photos }: Pair): boolean => Boolean(lost.description ?? lost.faces ?? photos);

/** By face, by name in another script, by what they wore; a thing is the twentieth. */
export const PAIRS: readonly Pair[] = [
  {
    what: 'a man, lost then found, by face and name',
    lost: lost('Gurpreet Singh', '34', face(1)),
    found: found('Gurpreet', '35', sameFace(1)),
    first: 'lost',
  },
  {
    what: 'a man, found then lost',
    lost: lost('Harjit Singh', '41', face(2)),
    found: found('Harjeet Singh', '40', sameFace(2)),
    places: { lost: PATNA },
    first: 'found',
  },
  {
    what: 'a child, lost then found, whose name nobody knows',
    lost: lost('Simran Kaur', '7', face(3)),
    found: found(undefined, '7', sameFace(3)),
    alone: true,
    first: 'lost',
  },
  {
    what: 'a child, found a day before it was missed',
    lost: lost('Ravi Kumar', '9', face(4)),
    found: found('Ravi', '9', sameFace(4)),
    places: { found: MOGA },
    first: 'found',
  },
  {
    what: 'an elder who forgot the name',
    lost: lost('Kartar Kaur', '78', { ...face(5), clothColor: 'White' }),
    found: found(undefined, '75', { ...sameFace(5), clothColor: 'White' }),
    places: { lost: MOGA, found: PATNA },
    first: 'lost',
  },
  {
    what: 'an elder, found first',
    lost: lost('Bishan Das', '81', face(6)),
    found: found(undefined, '80', sameFace(6)),
    alone: true,
    first: 'found',
  },
  {
    what: 'a woman by a name in Gurmukhi',
    lost: lost('ਮਨਪ੍ਰੀਤ ਕੌਰ', '26', { clothColor: 'Green' }),
    found: found('Manpreet Kaur', '26', { clothColor: 'Green' }),
    first: 'lost',
  },
  {
    what: 'a man by a name in Devanagari',
    lost: lost('Rajesh Sharma', '52', { clothColor: 'Blue' }),
    found: found('राजेश शर्मा', '50', { clothColor: 'Blue' }),
    places: { lost: PATNA, found: PATNA },
    alone: true,
    first: 'found',
  },
  {
    what: 'a girl by her name alone, on the next day',
    lost: lost('Jasleen Kaur', '12', { clothColor: 'Red' }),
    found: found('Jaslin Kaur', '12', { clothColor: 'Red', timeOfLossDate: '2026-11-11' }),
    places: { lost: MOGA, found: MOGA },
    first: 'lost',
  },
  {
    what: 'a boy with another spelling, found first',
    lost: lost('Amandeep Singh', '15', { clothColor: 'Black' }),
    found: found('Amandip Singh', '15', { clothColor: 'Black' }),
    first: 'found',
  },
  {
    what: 'a woman by a scan that waited, and the report a month later',
    lost: lost('Harnam Kaur', '72', { ...face(40), timeOfLossDate: '2026-10-08' }),
    found: { ...SCAN, ...sameFace(40) },
    first: 'found',
  },
  {
    what: 'a man by the fourth of five photos',
    lost: lost('Joginder Pal', '58', fivePhotos(50)),
    found: found(undefined, '60', sameFace(53)),
    places: { found: MOGA },
    alone: true,
    first: 'lost',
  },
  {
    what: 'a man by photos that no phone has read',
    lost: lost('Pritam Lal', '33'),
    found: found(undefined, '35'),
    first: 'found',
    photos: { lost: () => portrait('men/35.jpg'), found: () => another('men/35.jpg', { turned: 6, brightness: 0.9 }) },
  },
  ...['Sukhwinder', 'Balwinder', 'Parminder', 'Lakhwinder', 'Kulwant', 'Jaspal'].map((name, i): Pair => {
    const age = 20 + 6 * i;
    return {
      what: `${name}, ${age} years`,
      lost: lost(`${name} Singh`, String(age), face(20 + i)),
      found: found(i % 3 === 0 ? undefined : name, String(age + (i % 4)), sameFace(20 + i)),
      first: i % 2 === 0 ? 'lost' : 'found',
    };
  }),
];

/** The region of a side, as a form sends it. */
export const regionOf = ({ places }: Pair, side: 'lost' | 'found'): string => REGIONS[places?.[side] ?? LUDHIANA];
/** On whose desks the pair belongs. */
export const desksOf = ({ places }: Pair): readonly Office[] => {
  const sides: readonly Office[] = [places?.lost ?? LUDHIANA, places?.found ?? LUDHIANA];
  return OFFICES.filter((office) => sides.includes(office));
};
