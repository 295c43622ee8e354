/**
 * `npm run eval:candidates`: how often the two records of one person find each other among 10,000, and how many others they
 * find. The people are made (tests/support/made-people.ts); whom a record is compared with, the weights and the bars are the
 * server's. Faces are drawn by the rates of match/linkage.ts, which are measured on photos.
 */

import type { Band } from '../contract/face.ts';
import { type Fit, groupOf, linkPeople, STEPS } from '../match/linkage.ts';
import { distanceKm } from '../reference/places.ts';
import { MOST_COMPARED, MOST_OF_KEY } from '../server/candidates/blocks.ts';
import { type Keys, keysOfPerson } from '../server/candidates/keys.ts';
import { MOST_CANDIDATES } from '../server/candidates/store.ts';
import { seeded } from '../tests/support/faults.ts';
import { type MadePerson, makePeople, type Told } from '../tests/support/made-people.ts';
import { SEED } from '../tests/support/seed.ts';

const RECORDS = 10_000;
const PAIRS = 500;
const DAY_MS = 86_400_000;

interface Kept extends MadePerson {
  id: number;
  day: number;
  keys: Keys;
}

/** What server/candidates/blocks.ts asks the database for, over lists in memory. */
class Blocks {
  readonly #by = new Map<string, Kept[]>();

  constructor(people: readonly Kept[]) {
    for (const person of [...people].sort((a, b) => a.day - b.day))
      for (const key of person.keys.kept) {
        const block = `${person.side} ${key}`;
        const there = this.#by.get(block);
        if (there) there.push(person);
        else this.#by.set(block, [person]);
      }
  }

  find(person: Kept): Kept[] {
    const shared = new Map<Kept, number>();
    for (const key of person.keys.sought) {
      const all = this.#by.get(`${person.side === 'lost' ? 'found' : 'lost'} ${key}`) ?? [];
      const from = all.findIndex(({ day }) => day >= person.day);
      const middle = from === -1 ? all.length : from;
      for (const other of all.slice(Math.max(0, middle - MOST_OF_KEY), middle + MOST_OF_KEY))
        shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    const apart = (other: Kept) => Math.abs(other.day - person.day);
    return [...shared]
      .sort(([a, m], [b, n]) => n - m || apart(a) - apart(b) || a.id - b.id)
      .slice(0, MOST_COMPARED)
      .map(([other]) => other);
  }
}

type FaceRow = (typeof STEPS)['faceOfAdult' | 'faceOfChild' | 'faceOfInfant'];
const BANDS = ['likely', 'possible', 'none'] as const;

/** What a matcher would say of two people's faces: of one person by m, of two by u; the same however often it is asked. */
class Faces {
  readonly #bands = new Map<string, Band | 'none'>();
  readonly #alike = new Map<Kept, Kept[]>();

  constructor(people: readonly Kept[], random: () => number) {
    const withFace = people.filter(({ hasFace }) => hasFace);
    const found = withFace.filter(({ side }) => side === 'found');
    const bySide = new Map(found.map((person) => [person.pair, person]));
    for (const lost of withFace.filter(({ side }) => side === 'lost')) {
      const twin = lost.pair === undefined ? undefined : bySide.get(lost.pair);
      if (twin) this.#draw(lost, twin, random(), ([, , m]) => m);
      // Of strangers few are alike: those in between are stepped over.
      for (let i = skip(random()); i < found.length; i += 1 + skip(random())) {
        const other = found[i];
        if (other && other !== twin) this.#draw(lost, other, MOST_ALIKE * random(), ([, , , u]) => u);
      }
    }
  }

  #draw(lost: Kept, found: Kept, drawn: number, rateOf: (step: FaceRow[number]) => number): void {
    let sum = 0;
    const steps: readonly FaceRow[number][] = rowOf(lost, found);
    const step = steps.find((one) => {
      sum += rateOf(one);
      return drawn < sum;
    });
    const band = BANDS[step?.[0] ?? 2];
    if (band === undefined || band === 'none') return;
    this.#bands.set(`${lost.id} ${found.id}`, band);
    this.#add(lost, found);
    this.#add(found, lost);
  }

  #add(person: Kept, other: Kept): void {
    const known = this.#alike.get(person);
    if (known) known.push(other);
    else this.#alike.set(person, [other]);
  }

  between(lost: Kept, found: Kept): Band | 'none' | undefined {
    if (!lost.hasFace || !found.hasFace) return undefined;
    return this.#bands.get(`${lost.id} ${found.id}`) ?? 'none';
  }

  /** As many as the server takes of its index. */
  alike(person: Kept): readonly Kept[] {
    return (this.#alike.get(person) ?? []).slice(0, 20);
  }
}

/** No two strangers are taken for alike more often than infants. */
const MOST_ALIKE = 0.22;
const skip = (drawn: number): number => Math.floor(Math.log(1 - drawn) / Math.log(1 - MOST_ALIKE));

const ROWS = { adult: STEPS.faceOfAdult, child: STEPS.faceOfChild, infant: STEPS.faceOfInfant } as const;
const rowOf = (a: Kept, b: Kept): FaceRow => ROWS[groupOf(a.facts, b.facts)];

interface Result {
  /** Of the people with two records: the first is among those compared when the second comes, among its candidates, the best. */
  compared: number;
  found: number;
  first: number;
  /** Records that came, and candidates of theirs that are somebody else. */
  came: number;
  others: number;
  likely: { all: number; wrong: number };
  possible: { all: number; wrong: number };
}

/** The later record of each pair, and as many of whom there is no other. */
function comingOf(people: readonly Kept[]): Kept[] {
  const later = new Map<number, Kept>();
  for (const person of people) {
    if (person.pair === undefined) continue;
    const other = later.get(person.pair);
    if (!other || other.day <= person.day) later.set(person.pair, person);
  }
  return [...later.values(), ...people.filter(({ pair }) => pair === undefined).slice(0, PAIRS)];
}

function measure(people: readonly Kept[], faces: Faces | undefined): Result {
  const blocks = new Blocks(people);
  const result: Result = {
    ...{ compared: 0, found: 0, first: 0, came: 0, others: 0 },
    ...{ likely: { all: 0, wrong: 0 }, possible: { all: 0, wrong: 0 } },
  };
  for (const person of comingOf(people)) {
    result.came++;
    const others = [...new Set([...blocks.find(person), ...(faces?.alike(person) ?? [])])];
    const isTwin = (other: Kept | undefined) => person.pair !== undefined && other?.pair === person.pair;
    const best = others
      .map((other): Fit & { other: Kept } => {
        const [lost, found] = person.side === 'lost' ? [person, other] : [other, person];
        const km = lost.place && found.place && distanceKm(lost.place, found.place);
        return { other, ...linkPeople(lost.facts, found.facts, { km, face: faces?.between(lost, found) }) };
      })
      .filter(({ band }) => band !== 'none')
      .sort((a, b) => b.bits - a.bits)
      .slice(0, MOST_CANDIDATES);
    if (others.some(isTwin)) result.compared++;
    if (best.some(({ other }) => isTwin(other))) result.found++;
    if (isTwin(best[0]?.other)) result.first++;
    for (const { other, band } of best) {
      if (band === 'none') continue;
      result[band].all++;
      if (isTwin(other)) continue;
      result[band].wrong++;
      result.others++;
    }
  }
  return result;
}

function prepare(told: Told, seed: number): Kept[] {
  return makePeople({ records: RECORDS, pairs: PAIRS, told }, seeded(seed)).map((person, id) => ({
    ...person,
    id,
    day: Math.floor(person.facts.at / DAY_MS),
    keys: keysOfPerson(person.facts, person.place, person.district),
  }));
}

const share = (part: number, whole: number): string => (whole === 0 ? '—' : (part / whole).toFixed(3));

console.log(`Seed ${SEED}, ${RECORDS} records, ${PAIRS} people with one on each side.`);
console.log(
  'what is told | compared | found in 5 | first | others a record | likely: all, wrong | possible: all, wrong',
);
for (const told of ['words', 'details'] as const) {
  const people = prepare(told, SEED);
  for (const faces of [undefined, new Faces(people, seeded(SEED + 1))]) {
    const { compared, found, first, came, others, likely, possible } = measure(people, faces);
    const cells = [
      `${told}${faces ? ' and face' : ''}`.padEnd(16),
      ...[compared, found, first].map((count) => share(count, PAIRS)),
      (others / came).toFixed(2),
      ...[likely, possible].map(({ all, wrong }) => `${all}, ${share(wrong, all)}`),
    ];
    console.log(cells.join(' | '));
  }
}
