/** What a few words say of a thing, whichever of the three scripts they are in: colours, and names of common things. */

import { plainWord, soundOf, wordsOf } from '../reports/search.ts';

/** Each list is one meaning. Words of other scripts stand as they sound in Latin letters. */
const COLOURS: Record<string, string> = {
  black: 'black kala kali kale',
  white: 'white safed chitta chitti cream',
  blue: 'blue nila nili neela neeli navy',
  red: 'red lal laal maroon',
  green: 'green hara hari',
  yellow: 'yellow pila pili peela peeli',
  brown: 'brown bhura bhuri tan',
  grey: 'grey gray saleti salethi steel',
  silver: 'silver chandi candi',
  gold: 'gold golden sona sunahira sunehri',
  pink: 'pink gulabi',
  orange: 'orange santri narangi kesri',
  purple: 'purple violet jamni baingani',
};

const THINGS: Record<string, string> = {
  phone: 'phone fon phon mobile mobail mobaila smartphone iphone',
  wallet: 'wallet purse batua btua pars',
  bag: 'bag baig jhola thaila backpack rucksack',
  key: 'key keys chabi chabian cabi cabiam cabiyam kunji',
  watch: 'watch ghari ghadi ghri',
  ring: 'ring mundri anguthi angutthi',
  chain: 'chain cen chen necklace haar',
  earring: 'earring earrings jhumka jhumke vali valian',
  laptop: 'laptop laipatop notebook',
  aadhaar: 'aadhaar aadhar adhar adhaar',
  passport: 'passport paspora pasaport',
  licence: 'licence license lisens laisans laisens',
  school: 'school skul sakul',
  shawl: 'shawl sal shal chadar',
};

/** They stand in every report and tell nothing. */
const STOP =
  'the a an of in on at near by with and or my his her our is it its was were lost found missing from to for left ' +
  'some one please call if you i we this that has had have da di de vic vich te nu hai gum gumm mila milia ka ki ke men mem ' +
  'khoya gaya gai';

const meaningOf = (table: Record<string, string>): Map<string, string> =>
  new Map(
    Object.entries(table).flatMap(([meaning, words]) =>
      words.split(' ').flatMap((word) => [
        [word, meaning] as const,
        // By sound too, but a sound of two letters is any word.
        ...(soundOf(word).length > 2 ? [[`~${soundOf(word)}`, meaning] as const] : []),
      ]),
    ),
  );

const COLOUR_OF = meaningOf(COLOURS);
const THING_OF = meaningOf(THINGS);
const STOPPED = new Set(STOP.split(' '));

const lookUp = (table: Map<string, string>, word: string): string | undefined =>
  table.get(plainWord(word)) ?? table.get(`~${soundOf(word)}`);

/** The colours that a text names. */
export function coloursIn(text: string): Set<string> {
  return new Set(wordsOf(text).flatMap((word) => lookUp(COLOUR_OF, word) ?? []));
}

/** The words of a text that tell one thing from another: no colours, no fillers; common things by one name. */
export function tellingWords(text: string): Set<string> {
  return new Set(
    wordsOf(text).flatMap((word) => {
      const plain = plainWord(word);
      if (plain.length < 2 || STOPPED.has(plain) || lookUp(COLOUR_OF, word)) return [];
      const thing = lookUp(THING_OF, word);
      if (thing) return [thing];
      const sound = soundOf(word);
      return [sound.length > 2 ? sound : plain];
    }),
  );
}
