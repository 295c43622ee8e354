/**
 * Names compared by how they sound, whichever of ten scripts and however they are spelled: Gurpreet, Gurprit, ਗੁਰਪ੍ਰੀਤ and
 * گرپریت are near each other; Ramesh and Rajesh are not. Names rank what people then look at; they never say that two are one.
 *
 * A word becomes a row of sounds, of which consonants weigh most and vowels little, since those are what spellings differ
 * in. By its bones, the consonants alone, it is found; by the distance between rows of sounds it is ranked. The costs are of
 * our own making, chosen on one half of tests/fixtures/names.txt and measured on the other (`npm run eval:names`).
 */

/** A word of a name. */
export interface NameWord {
  /** A letter a sound: consonants, vowels, in capitals what its script leaves open, a dot where it may leave out a vowel. */
  sounds: string;
  /** Its consonants, by which it is found: several where its script leaves open which they are (Tamil, Urdu). */
  bones: readonly string[];
  /** How much it tells of who somebody is, 0 to 1: what millions are called tells little. */
  weight: number;
}

/** More words than this no name has. */
const MAX_WORDS = 8;
const MAX_SOUNDS = 30;

/**
 * The words of a name that say who somebody is. Words of politeness are left out, unless there is nothing else; who writes that
 * nobody knows the name has told none.
 */
export function nameWords(name: string): NameWord[] {
  const text = name.toLowerCase().replaceAll(RELATION, ' ');
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  if (NOT_KNOWN.has(words.join(' ').normalize('NFC'))) return [];
  const read = words
    .map((word) => ({ sounds: TITLES.has(word) ? '' : soundsOf(word), isInitial: INITIAL.test(word) }))
    .filter(({ sounds }) => sounds !== '');
  const telling = read.filter(({ sounds }) => !POLITE.has(sounds));
  return (telling.length > 0 ? telling : read).slice(0, MAX_WORDS).map(({ sounds, isInitial }) => ({
    sounds,
    bones: bonesOf(sounds),
    weight: isInitial ? INITIAL_WEIGHT : SHARED.has(sounds) ? SHARED_WEIGHT : 1,
  }));
}

/** The sounds of a word. */
export function soundsOf(text: string): string {
  const word = text.normalize('NFC').toLowerCase();
  const script = scriptOf(word);
  const read =
    script === 'indic' ? readIndic(word) : script === 'arabic' ? unwritten(readArabic(word)) : readLatin(word);
  return settled(read).slice(0, MAX_SOUNDS);
}

function scriptOf(word: string): 'indic' | 'arabic' | 'latin' {
  const code = word.codePointAt(0) ?? 0;
  if (code >= FIRST_BLOCK && code <= LAST_BLOCK) return 'indic';
  return /\p{Script=Arabic}/u.test(word) ? 'arabic' : 'latin';
}

/** What is the same in each script. */
const settled = (sounds: string): string =>
  sounds
    .replaceAll(/[nN](?=[pbfPm])/g, 'm')
    .replaceAll(/m(?=[cdgjkstCTK])/g, 'n')
    .replaceAll(/[nN]h(?![aiueo])/g, 'ng') // Sinh and सिंह are Singh
    .replaceAll(/N(?=[^aiueo])/g, 'n')
    .replaceAll(/jn/g, 'gy') // ज्ञ as it is said
    .replaceAll(/(.)\1+/g, '$1')
    .replace(/ay$/, 'e')
    .replace(/(?<=[^aiueo])a$/, '')
    .replace(/(?<=.)h$/, '');

// Latin letters

/** The usual short forms of names. */
const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({ mohd: 'mohammad', md: 'mohammad', muhd: 'mohammad', kr: 'kumar' }),
);

function readLatin(word: string): string {
  const letters = word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]/g, '');
  return (SHORT.get(letters) ?? letters)
    .replaceAll(/(.)\1+/g, (same, letter: string) => LONG[same.slice(0, 2)] ?? letter)
    .replaceAll(/s?ch+|sh+/g, (found) => (found.startsWith('c') ? 'C' : 's'))
    .replaceAll(/ph/g, 'f')
    .replaceAll(/([bdgjktz])h/g, '$1')
    .replaceAll(/ck|q/g, 'k')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll('c', 'k')
    .replaceAll('C', 'c')
    .replaceAll('x', 'ks')
    .replaceAll('z', 'j')
    .replace(/(?:ao|aow|aw|ow)$/, 'av')
    .replaceAll(/[ao][uw](?![aeiou])/g, 'o')
    .replaceAll('w', 'v')
    .replaceAll(/[ae][iy](?![aeiou])|ae/g, 'e')
    .replaceAll(/ea|ie/g, 'i')
    .replaceAll(/i(?=[aou])/g, 'iy')
    .replaceAll(/y(?![aeiou])/g, 'i')
    .replaceAll('iiy', 'iy');
}
const LONG: Readonly<Record<string, string>> = { ee: 'i', ii: 'i', oo: 'u', uu: 'u' };

// India's scripts

/** Of the Unicode blocks of India's scripts, which share one order of letters: Devanagari to Malayalam. */
const FIRST_BLOCK = 0x0900;
const LAST_BLOCK = 0x0d7f;
const BLOCK = 0x80;
const TAMIL = 0x0b80;
/** Consonants by their place in the block, from 0x15 on; aspirates sound as what they are made of. */
const LETTERS = 'kkggnccjjnttddnttddnnpfbbmyrrlllvsssh';
const FIRST_LETTER = 0x15;
/** Vowels that stand alone, from 0x05 on; the signs of those but the first come {@link TO_SIGN} places later. */
const ALONE = ['a', 'a', 'i', 'i', 'u', 'u', 'ri', 'l', 'e', 'e', 'e', 'e', 'o', 'o', 'o', 'o'];
const FIRST_ALONE = 0x05;
const TO_SIGN = 0x38;
const NUKTA = 0x3c;
const VIRAMA = 0x4d;
/** A dot that changes a consonant: ज़ sounds as ज here; ड़ and ढ़ are read as r. */
const DOTTED: Readonly<Record<string, string>> = { d: 'r' };
/** Letters outside of the shared order: nasal signs, ੜ, ੰ, ৎ, ৰ, ৱ, the letters of Malayalam that end a word. */
const OTHERS: Readonly<Record<string, string>> = {
  ...{ ੜ: 'r', 'ੰ': 'N', ৎ: 't', ৰ: 'r', ৱ: 'v', ൺ: 'n', ൻ: 'n', ർ: 'r', ൽ: 'l', ൾ: 'l', ൿ: 'k' },
};
/** Tamil writes one letter for what is voiced and what is not. */
const TAMIL_OPEN: Readonly<Record<string, string>> = { k: 'K', c: 'C', t: 'T', p: 'P' };

function readIndic(word: string): string {
  let sounds = '';
  /** A consonant is followed by an `a` unless a sign says otherwise. */
  let inherent = false;
  for (const letter of word) {
    const code = letter.codePointAt(0) ?? 0;
    const at = code % BLOCK;
    const sign = ALONE[at - TO_SIGN - FIRST_ALONE];
    if (at === NUKTA) {
      const last = sounds.at(-1) ?? '';
      sounds = sounds.slice(0, -1) + (DOTTED[last] ?? last);
    } else if (at === VIRAMA) inherent = false;
    else if (sign !== undefined && at > NUKTA + 1) {
      sounds += sign;
      inherent = false;
    } else {
      if (inherent) sounds += 'a';
      const consonant = LETTERS[at - FIRST_LETTER];
      inherent = consonant !== undefined && OTHERS[letter] === undefined;
      const open = code >= TAMIL && code < TAMIL + BLOCK ? TAMIL_OPEN[consonant ?? ''] : undefined;
      sounds += OTHERS[letter] ?? (at === 1 || at === 2 ? 'N' : (open ?? consonant ?? ALONE[at - FIRST_ALONE] ?? ''));
    }
  }
  return sounds;
}

// Urdu

const ARABIC: Readonly<Record<string, string>> = {
  ...{ ا: 'a', آ: 'a', أ: 'a', ع: 'a', ب: 'b', پ: 'p', ت: 't', ٹ: 't', ط: 't', ث: 's', س: 's', ش: 's', ص: 's' },
  ...{ ج: 'j', ذ: 'j', ز: 'j', ژ: 'j', ض: 'j', ظ: 'j', چ: 'c', ح: 'h', ہ: 'h', ه: 'h', خ: 'k', ق: 'k', ک: 'k', ك: 'k' },
  ...{ د: 'd', ڈ: 'd', ر: 'r', ڑ: 'r', غ: 'g', گ: 'g', ف: 'f', ل: 'l', م: 'm', ن: 'n', ں: 'N', ے: 'e', ئ: 'y' },
};

/** `و` and `ی` are a vowel or a consonant. */
const readArabic = (word: string): string =>
  [...word.replace(/(?<=.)[ہه]$/u, 'ا')]
    .map((letter, i, letters) => {
      const beforeVowel = 'اآے'.includes(letters[i + 1] ?? '-');
      if (letter === 'و' || letter === 'ؤ') return i === 0 || beforeVowel ? 'v' : 'V';
      if (letter === 'ی' || letter === 'ي') return i === 0 || beforeVowel ? 'y' : 'i';
      return ARABIC[letter] ?? '';
    })
    .join('');

/** Where a vowel may stand that is not written. */
const unwritten = (sounds: string): string => sounds.replaceAll(/([^aiueo])(?=[^aiueo])/g, '$1.');

// Words that tell little

/** Son, daughter, wife or care of: what comes after it is a name. */
const RELATION = /(?<![\p{L}\p{M}])[sdwc]\s*\/\s*o(?![\p{L}\p{M}])/gu;
/** What somebody is called themselves: what stands before the name of a relative. */
export const ownName = (name: string): string => name.toLowerCase().split(RELATION)[0] ?? '';
const wordsBySound = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(soundsOf));
const POLITE = wordsBySound('ji shri shrimati sardar sardarni sahib');
/** These sound like names in other scripts: سمت is Sumit. */
const TITLES: ReadonlySet<string> = new Set('smt mr mrs miss ms dr late'.split(' '));
const SHARED = wordsBySound('singh kaur kumar kumari devi bibi lal khan begum ram das sharma bai khatun');
const SHARED_WEIGHT = 0.4;
/** Of a father's name or a village one writes a letter and another all of it. */
const INITIAL = /^[a-z]$/;
export const INITIAL_WEIGHT = 0.2;
/** What is written where a form asks for a name that nobody knows. */
const NOT_KNOWN: ReadonlySet<string> = new Set(
  [
    ...['unknown', 'not known', 'name unknown', 'name not known', 'unknown name', 'unidentified', 'unnamed', 'no name'],
    ...['unknown male', 'unknown female', 'unknown man', 'unknown woman', 'unknown person', 'unknown child'],
    ...['unknown boy', 'unknown girl', 'pata nahi', 'pata nahin', 'agyat', 'anjaan', 'anpachhata'],
    ...['ਅਣਪਛਾਤਾ', 'ਅਣਪਛਾਤੀ', 'ਅਗਿਆਤ', 'ਅਣਜਾਣ', 'ਪਤਾ ਨਹੀਂ', 'ਨਾਂ ਪਤਾ ਨਹੀਂ', 'ਨਾਮ ਪਤਾ ਨਹੀਂ'],
    ...['अज्ञात', 'अनजान', 'पता नहीं', 'नाम पता नहीं', 'मालूम नहीं'],
  ].map((words) => words.normalize('NFC')),
);

// Bones

/** What an open sound may be in the bones. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  K: ['k', 'g', ''],
  C: ['s', 'j'],
  T: ['t', 'd'],
  P: ['p', 'b'],
  V: ['', 'b'],
};
/** Of what is often written for another, one. */
const FOLDED: Readonly<Record<string, string>> = {
  ...{ c: 's', v: 'b', f: 'p', N: '', h: '', y: '', '.': '' },
  ...{ a: '', i: '', u: '', e: '', o: '' },
};
/** Each open sound doubles them. */
const MAX_BONES = 12;

/** The consonants of a row of sounds, in the ways they may be meant; two words of the same bones may be one. */
export function bonesOf(sounds: string): string[] {
  let bones = [/^[aiueo]/.test(sounds) ? 'a' : sounds.startsWith('h') ? 'h' : sounds.startsWith('y') ? 'y' : ''];
  for (const sound of sounds) {
    const all = OPEN[sound];
    const one = all?.[0] ?? FOLDED[sound] ?? sound;
    if (all && bones.length * all.length <= MAX_BONES)
      bones = bones.flatMap((each) => all.map((other) => each + other));
    else if (one !== '') bones = bones.map((each) => each + one);
  }
  return [...new Set(bones)];
}

/**
 * These bones, and of so long ones each row that is one letter shorter: two words that share one differ in a letter of their
 * bones at most.
 */
export const slipsOf = (bones: string, least = 3): string[] => [
  ...new Set([
    bones,
    ...(bones.length < least ? [] : [...bones].map((_, i) => bones.slice(0, i) + bones.slice(i + 1))),
  ]),
];

// Distance

const ROOM: Readonly<Record<string, number>> = {
  a: 0.12,
  i: 0.25,
  u: 0.25,
  e: 0.25,
  o: 0.25,
  h: 0.25,
  y: 0.15,
  N: 0.2,
  V: 0.2,
  '.': 0,
};
/** What it costs to read one sound for another, where that is less than leaving out the one and putting in the other. */
const NEAR: Readonly<Record<string, number>> = {
  ...{ '.a': 0.02, '.e': 0.05, '.i': 0.02, '.o': 0.05, '.u': 0.02 },
  ...{ ao: 0.12, au: 0.2, ai: 0.2, ae: 0.15, ou: 0.1, ei: 0.12, eo: 0.25, iu: 0.25, eu: 0.25, io: 0.25 },
  ...{
    gk: 0.5,
    dt: 0.5,
    bp: 0.5,
    bv: 0.25,
    fp: 0.2,
    cs: 0.35,
    cj: 0.5,
    js: 0.5,
    mn: 0.5,
    Nn: 0.1,
    Nm: 0.2,
    dr: 0.5,
    lr: 0.7,
  },
  ...{ iy: 0.1, ey: 0.15, jy: 0.3, uv: 0.3, ov: 0.3, Vv: 0.05, Vu: 0.05, Vo: 0.05, Va: 0.15, fv: 0.5 },
  ...{ Kk: 0.05, Kg: 0.05, Kh: 0.15, Cc: 0.05, Cs: 0.05, Cj: 0.05, Tt: 0.05, Td: 0.05, Pp: 0.05, Pb: 0.05, Pf: 0.1 },
};

/** Sounds are letters of ASCII: what is compared by the thousand is looked up by their codes. */
const CODES = 128;
/** What a sound weighs: what it costs to leave it out. */
const ROOMS = Float64Array.from({ length: CODES }, (_, code) => ROOM[String.fromCharCode(code)] ?? 1);
const BETWEEN = Float64Array.from({ length: CODES * CODES }, (_, at) => {
  const [a, b] = [at % CODES, Math.floor(at / CODES)];
  return a === b ? 0 : Math.min(1, (ROOMS[a] ?? 1) + (ROOMS[b] ?? 1));
});
for (const [pair, cost] of Object.entries(NEAR)) {
  const [a, b] = [pair.charCodeAt(0), pair.charCodeAt(1)];
  BETWEEN[a * CODES + b] = BETWEEN[b * CODES + a] = cost;
}

/** How alike two words sound, 0 to 1. */
export function wordLikeness(a: string, b: string): number {
  if (a === b) return 1;
  /** Of each beginning of `b`, what it costs to read it for what of `a` has been read. */
  const costs = [0];
  let whole = 0;
  for (let j = 0; j < b.length; j++) {
    whole += ROOMS[b.charCodeAt(j)] ?? 1;
    costs.push(whole);
  }
  let room = 0;
  for (let i = 0; i < a.length; i++) {
    const mine = a.charCodeAt(i);
    const left = ROOMS[mine] ?? 1;
    let diagonal = room;
    room += left;
    let before = room;
    costs[0] = room;
    for (let j = 0; j < b.length; j++) {
      const theirs = b.charCodeAt(j);
      const above = costs[j + 1] ?? 0;
      before = Math.min(above + left, before + (ROOMS[theirs] ?? 1), diagonal + (BETWEEN[mine * CODES + theirs] ?? 1));
      diagonal = above;
      costs[j + 1] = before;
    }
  }
  return Math.max(0, 1 - (costs[b.length] ?? 0) / Math.max(room, whole, 1));
}

/**
 * From here on a word may be another spelling of the other: of pairs of spellings of one name 97 in 100 are, of two names 6
 * of 6,328 (the first half of the set).
 */
export const SAME_SOUND = 0.84;

/** A word nobody wrote on the other side, beside one that is there: how much less alike the two names are. */
const EXTRA = 0.06;
/** Below this two words are two words. */
const LEAST_LIKE = 0.5;

/**
 * How alike two names are, 0 to 1: each word of the one by the word of the other that sounds most like it. Words that are
 * written as one, or apart, are read both ways; a word that only one of them has takes little away.
 */
export function nameLikeness(a: readonly NameWord[], b: readonly NameWord[]): number {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  if (few.length === 0) return 0;
  return Math.max(
    paired(few, many),
    few.length === many.length ? 0 : paired(few, joined(many)),
    paired(whole(few), whole(many)),
  );
}

function paired(few: readonly NameWord[], many: readonly NameWord[]): number {
  const left = new Set(many);
  let got = 0;
  let all = 0;
  for (const word of [...few].sort((one, other) => other.weight - one.weight)) {
    let best = 0;
    let found: NameWord | undefined;
    for (const other of left) {
      const like = wordLikeness(word.sounds, other.sounds);
      if (like > best) [best, found] = [like, other];
    }
    if (found && best >= LEAST_LIKE) left.delete(found);
    const weight = Math.max(word.weight, found?.weight ?? 0);
    all += weight;
    got += weight * best;
  }
  const extra = [...left].reduce((sum, { weight }) => sum + weight, 0);
  return Math.max(0, got / all - EXTRA * extra);
}

/** What is made of a name's words, once for as long as these are kept: one name is compared with many. */
function onceFor<T>(make: (words: readonly NameWord[]) => T): (words: readonly NameWord[]) => T {
  const made = new WeakMap<readonly NameWord[], T>();
  return (words) => {
    const there = made.get(words);
    if (there !== undefined) return there;
    const its = make(words);
    made.set(words, its);
    return its;
  };
}

const written = (words: readonly NameWord[]): NameWord => ({
  sounds: settled(words.map(({ sounds }) => sounds).join('')),
  bones: [],
  weight: 1,
});
/** All words as one. */
const whole = onceFor((words) => [written(words)]);
/** Neighbouring words as one, beside the words themselves. */
const joined = onceFor((words) => words.slice(1).map((word, i) => written([words[i] ?? word, word])));

// Keys

/** By what a name is found without being read, what tells most first. */
export interface NameKeys {
  kept: string[];
  sought: string[];
}

/** Scripts that leave open which consonants they mean have more: of these alone two words are kept with a slip. */
const SLIPPED_BONES = 3;
/** Of a longer name the words further on stand alone. */
const PAIRED_WORDS = 5;
const MAX_KEYS = 400;

/**
 * Who shares a key may be meant: the whole name as one word (`=`), each word and two neighbours as one, two words together
 * (`+`), of which one may have slipped. Two together tell names apart of which either word is had by thousands. A name is
 * also looked for as if each of its words were the whole of it: somebody may have added the others.
 */
export function nameKeys(words: readonly NameWord[]): NameKeys {
  const neighbours = joined(words).flatMap(({ sounds }) => bonesOf(sounds));
  const alone = words.flatMap(({ bones }) => bones).filter(Boolean);
  const asOne = words.length === 1 ? alone : whole(words).flatMap(({ sounds }) => bonesOf(sounds));
  const pairs = words
    .slice(0, PAIRED_WORDS)
    .flatMap((word, i, all) => all.slice(i + 1).map((other) => [word.bones, other.bones] as const));
  const slipped = pairs.flatMap(([a, b]) => {
    const [some, others] = [a.slice(0, SLIPPED_BONES), b.slice(0, SLIPPED_BONES)];
    return [...pairsOf(some.flatMap(slipsInPair), others), ...pairsOf(some, others.flatMap(slipsInPair))];
  });
  const all = [
    ...alone,
    ...neighbours,
    ...pairs.flatMap(([a, b]) => pairsOf(a, b)),
    ...alone.flatMap((bones) => slipsOf(bones)),
    ...slipped,
  ];
  const isWhole = (bones: string): string => `=${bones}`;
  const few = (keys: readonly string[]): string[] => [...new Set(keys)].slice(0, MAX_KEYS);
  return {
    kept: few([...asOne.map(isWhole), ...all]),
    sought: few([...[...asOne, ...alone, ...neighbours].map(isWhole), ...all]),
  };
}

/** Beside another word a short one may have slipped too. */
const slipsInPair = (bones: string): string[] => slipsOf(bones, 2);

const pairsOf = (some: readonly string[], others: readonly string[]): string[] =>
  some.flatMap((one) => others.map((other) => (one < other ? `${one}+${other}` : `${other}+${one}`)));

/** Names to be found by others' spellings of them; all in memory. */
export class NameIndex<Id> {
  readonly #names: { id: Id; words: readonly NameWord[] }[] = [];
  readonly #byKey = new Map<string, number[]>();

  get size(): number {
    return this.#names.length;
  }

  add(id: Id, name: string): void {
    const words = nameWords(name);
    const at = this.#names.push({ id, words }) - 1;
    for (const key of nameKeys(words).kept) {
      const there = this.#byKey.get(key);
      if (there) there.push(at);
      else this.#byKey.set(key, [at]);
    }
  }

  /** Those whose names sound most like this one, the nearest first. */
  find(name: string, most = 10): { id: Id; likeness: number }[] {
    const words = nameWords(name);
    const scores = new Map<number, number>();
    for (const key of nameKeys(words).sought) {
      const there = this.#byKey.get(key) ?? [];
      const rare = Math.log(1 + this.#names.length / (1 + there.length));
      for (const at of there) scores.set(at, (scores.get(at) ?? 0) + rare);
    }
    const nearest = [...scores].sort((a, b) => b[1] - a[1]).slice(0, COMPARED);
    return nearest
      .flatMap(([at]) => {
        const found = this.#names[at];
        return found ? [{ id: found.id, likeness: nameLikeness(words, found.words) }] : [];
      })
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, most);
  }
}
/** Of those that share a key, so many with the rarest are compared sound by sound. */
const COMPARED = 200;
