/** Sample records for a first look: invented people. Names, places and stories belong to nobody. */

import type { PersonDetails, Sex } from '../../contract/details.ts';

/** `face` names a portrait of faces.json; the hours are how long ago it was reported. */
export interface DemoPerson {
  face: string;
  type: 'lost' | 'found';
  name: string | null;
  age: number;
  title: string;
  clothColor: string;
  sex: Sex;
  details?: PersonDetails;
  region: string;
  description: string;
  rewardRupees: number | null;
  phone: string;
  publicPhone: boolean;
  hoursAgo: number;
  /** Of who is or may be a child. */
  case?: { kind: 'fir' | 'cwc'; number: string; station: string };
}

const person = (
  face: string,
  name: string,
  age: number,
  title: string,
  clothColor: string,
  region: string,
  description: string,
  hoursAgo: number,
): DemoPerson => ({
  face,
  sex: face.startsWith('men/') ? 'male' : 'female',
  type: 'lost',
  name,
  age,
  title,
  clothColor,
  region,
  description,
  rewardRupees: null,
  phone: '+91 00000 10000',
  publicPhone: false,
  hoursAgo,
});

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    ...person(
      'men/35.jpg',
      'Gurpreet Singh',
      45,
      'Did not come home from the grain market',
      'Blue shirt',
      'Ludhiana, Punjab',
      'Drives a tractor trolley. Speaks Punjabi and Hindi. A scar over the left eyebrow.',
      3,
    ),
    details: { languages: ['pa', 'hi'], heightCm: 174, build: 'medium', marks: 'Scar over the left eyebrow' },
    rewardRupees: 25_000,
    // The one demo record whose reporter agreed that anyone may see the number (A14).
    publicPhone: true,
  },
  {
    ...person(
      'women/50.jpg',
      'Surjit Kaur',
      55,
      'Lost at the bus stand',
      'Grey shawl',
      'Amritsar, Punjab',
      'Forgets where she is. Answers to Surjit or Bibi ji.',
      5,
    ),
    details: {
      nickname: 'Bibi ji',
      languages: ['pa'],
      heightCm: 157,
      build: 'thin',
      medical: 'Forgets names and the way home',
    },
  },
  person(
    'men/52.jpg',
    'Arjun Sharma',
    29,
    'Left for Delhi, never arrived',
    'White kurta',
    'Jalandhar, Punjab',
    'Took the night train with a black rucksack.',
    20,
  ),
  {
    ...person(
      'women/33.jpg',
      'Meena Devi',
      40,
      'Missing since the fair',
      'Green sari',
      'Patiala, Punjab',
      'Came with her sister; speaks Bhojpuri, a little Hindi.',
      28,
    ),
    rewardRupees: 5000,
  },
  person(
    'men/31.jpg',
    'Imran Khan',
    30,
    'Missing after work',
    'Grey jumper',
    'Malerkotla, Punjab',
    'Works nights at the mill; wears a silver ring.',
    40,
  ),
  {
    ...person(
      'women/57.jpg',
      'Harpreet Kaur',
      42,
      'Went to the temple, not seen since',
      'Maroon suit',
      'Bathinda, Punjab',
      'Needs her medicine every evening.',
      52,
    ),
    details: {
      languages: ['pa', 'hi'],
      medical: 'Insulin every evening',
      lastSeenWith: 'A neighbour, at the temple gate',
    },
  },
  person(
    'men/43.jpg',
    'Ravi Kumar',
    34,
    'Phone off since Sunday',
    'Black jacket',
    'Moga, Punjab',
    'Rides a red motorcycle.',
    75,
  ),
  person(
    'women/38.jpg',
    'Simran Gill',
    22,
    'Did not reach her hostel',
    'Yellow kurti',
    'Chandigarh',
    'Carries a blue college bag.',
    90,
  ),
  {
    ...person(
      'women/35.jpg',
      'Unknown',
      24,
      'Young woman found at the station',
      'Pink dupatta',
      'Ferozepur, Punjab',
      'Does not speak; writes Tamil.',
      12,
    ),
    type: 'found',
    name: null,
  },
  // A child: it is compared on the server and never shown in public.
  {
    ...person(
      'men/0.jpg',
      'Aman',
      16,
      'Did not come home from school',
      'School uniform',
      'Jagraon, Punjab',
      'Carries a cricket bat.',
      8,
    ),
    case: { kind: 'fir', number: '0000/2026', station: 'Jagraon City' },
  },
];
