/** Sample things for a first look, some of each category. They belong to nobody; a few are the same thing from both sides. */

import type { NewItem } from '../reports/upload.ts';

export interface DemoItem {
  type: 'lost' | 'found';
  category: NewItem['category'];
  title: string;
  colour: string;
  region: string;
  description: string;
  rewardRupees: number | null;
  /** What only the owner would know; so that claiming a found thing can be tried. */
  marks: NewItem['marks'];
  hoursAgo: number;
}

type Told = [category: NewItem['category'], colour: string, title: string, region: string, description: string];

const lost = (hoursAgo: number, rewardRupees: number | null, ...told: Told): DemoItem => ({
  type: 'lost',
  hoursAgo,
  rewardRupees,
  marks: [],
  ...named(told),
});

const found = (hoursAgo: number, marks: Record<string, string>, ...told: Told): DemoItem => ({
  type: 'found',
  hoursAgo,
  rewardRupees: null,
  ...named(told),
  marks: Object.entries(marks).map(([question, answer]) => ({ question, answer })),
});

const named = ([category, colour, title, region, description]: Told) => ({
  category,
  colour,
  title,
  region,
  description,
});

export const DEMO_ITEMS: readonly DemoItem[] = [
  lost(
    6,
    null,
    'Bags',
    'Brown',
    'Brown school bag',
    'Ferozepur, Punjab',
    'Left in the bus to Zira, with books of class 9.',
  ),
  found(
    15,
    { 'What hangs on the thread?': 'A small brass bell', 'How many of the keys are new?': 'One' },
    ...([
      'Keys',
      'Grey',
      'Three keys on a red thread',
      'Moga, Punjab',
      'Found at the main market, near the sweet shop.',
    ] as const),
  ),
  found(
    30,
    { 'Which photo is in the inner pocket?': 'Two children', 'Which bank card is in it?': 'Punjab National Bank' },
    ...([
      'Wallet',
      'Black',
      'Black wallet',
      'Ludhiana, Punjab',
      'Found on platform 2. Ask for what was in it.',
    ] as const),
  ),
  lost(
    33,
    1000,
    'Wallet',
    'Black',
    'Black leather wallet',
    'Ludhiana, Punjab',
    'Lost at the station, on platform 2 or in the hall.',
  ),
  lost(
    60,
    2000,
    'Electronics',
    'Blue',
    'Phone with a cracked corner',
    'Amritsar, Punjab',
    'Last seen near the old gate.',
  ),
  found(
    20,
    { 'What is on the lock screen?': 'A field of mustard', 'What sticker is on the back?': 'A tractor' },
    ...([
      'Electronics',
      'Black',
      'Phone found in a shared taxi',
      'Jalandhar, Punjab',
      'It is switched off. The glass is whole.',
    ] as const),
  ),
  found(
    44,
    { 'Which name is sewn inside?': 'Kiran' },
    ...(['Clothing', 'Red', 'ਲਾਲ ਸ਼ਾਲ', 'Patiala, Punjab', 'ਬੱਸ ਅੱਡੇ ਤੇ ਬੈਂਚ ਉੱਤੇ ਮਿਲੀ।'] as const),
  ),
  lost(
    70,
    5000,
    'Jewelry',
    'Gold',
    'Gold ring with a blue stone',
    'Chandigarh',
    'Lost at a wedding in Sector 17. It was my mother’s.',
  ),
  found(
    52,
    { 'Which state issued it?': 'Punjab', 'What is the month of birth?': 'March' },
    ...([
      'Documents',
      'White',
      'Driving licence',
      'Bathinda, Punjab',
      'Lay on the road by the grain market. The number is covered in the photo.',
    ] as const),
  ),
  lost(
    96,
    null,
    'Documents',
    'Blue',
    'File with school certificates',
    'Hoshiarpur, Punjab',
    'Blue file, lost in the bus from Jalandhar.',
  ),
  found(
    10,
    { 'What is written on the handle?': 'Room 12' },
    ...(['Other', 'Green', 'Green umbrella', 'Amritsar, Punjab', 'Left at the ticket window.'] as const),
  ),
];
