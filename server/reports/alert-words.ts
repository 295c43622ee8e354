/** What the words of an alert, which everybody reads, may not tell of somebody of whom nobody may read that (decision 087). */

import type { AlertWordsFault } from '../../contract/alert.ts';
import { asciiDigits } from '../../contract/private-numbers.ts';
import { nameWords, SAME_SOUND, soundsOf, wordLikeness } from '../../match/names.ts';
import { detailsFor } from './person-details.ts';
import { isSheltered } from './projection.ts';
import type { ReportRow } from './read.ts';
import { TOLD } from './told.ts';

/** Sounds below which a word is compared to the letter: too many short ones are alike. */
const SHORT_SOUNDS = 4;
/** Sounds below which a word of an address tells no place: "near", "road". */
const PLACE_SOUNDS = 5;
/** Longer ones of an address that tell none either. */
const ANYWHERE =
  /^(?:district|village|street|colony|nagar|market|bazaa?r|station|stand|chowk|mohalla|opposite|behind|ਜ਼ਿਲ੍ਹਾ|ਮੁਹੱਲਾ|ਸਟੇਸ਼ਨ|ਬਾਜ਼ਾਰ|जिला|ज़िला|मोहल्ला|स्टेशन|बाज़ार|बाजार)$/iu;

/** Seven digits or more that are no day: of a telephone, a house, a document. */
const DAY = /\b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\b/g;
const NUMBER = /\d(?:[\s().-]{0,2}\d){6,}/;

/** What a child wears says nothing of where it can be found each day; the name of a school does. */
const UNIFORM =
  /\bschool[ -](?:uniform|dress|bag|shirt|tie|shoes)|ਸਕੂਲ(?: ਦ[ੀੇਾ])? (?:ਵਰਦੀ|ਬੈਗ|ਬਸਤ[ਾੇ]|ਡਰੈੱ?ਸ)|स्कूल(?: क[ीेा])? (?:वर्दी|बैग|बस्त[ाे]|ड्रेस|यूनिफ़?ॉर्म)/giu;
const SCHOOL =
  /\b(?:schools?|vidyala\w*|academy|college|convent|kindergarten|nursery|anganwadi|madras[as]a|gurukul|tuitions?)\b|ਸਕੂਲ|ਵਿਦਿਆਲ|ਅਕੈਡਮੀ|ਕਾਲਜ|ਆਂਗਣਵਾੜੀ|ਮਦਰੱਸ|ਟਿਊਸ਼ਨ|स्कूल|विद्यालय|अकादमी|कॉलेज|आंगनवाड़ी|मदरस|ट्यूशन/iu;

/**
 * The first thing that such words tell of a child or of somebody found, however it is spelt; undefined when they tell none of
 * these. A place that does not stand in the record nobody can know for one: the officer reads the words once more.
 */
export function faultOf(row: ReportRow, words: string): AlertWordsFault | undefined {
  if (!isSheltered(row)) return undefined;
  const said = soundsIn(words);
  const told = row[TOLD];
  const { nickname, relative } = detailsFor({ sex: row.sex, details: told.details }, 'full').details ?? {};
  const names = [told.name, nickname, relative?.name].flatMap((name) => nameWords(name ?? ''));
  if (names.some(({ sounds, weight }) => weight === 1 && isAmong(said, sounds))) return 'names them';
  if (NUMBER.test(asciiDigits(words).replaceAll(DAY, ' '))) return 'a number';
  if (SCHOOL.test(words.replaceAll(UNIFORM, ' '))) return 'a school';
  const known = soundsIn(told.region ?? '');
  const place = wordsIn(told.address ?? '').filter((word) => !ANYWHERE.test(word));
  const telling = place.map(soundsOf).filter((sounds) => sounds.length >= PLACE_SOUNDS && !isAmong(known, sounds));
  return telling.some((sounds) => isAmong(said, sounds)) ? 'a place' : undefined;
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];
const soundsIn = (text: string): string[] => wordsIn(text).map(soundsOf);

const isAmong = (said: readonly string[], sounds: string): boolean =>
  said.some((one) => (sounds.length < SHORT_SOUNDS ? one === sounds : wordLikeness(one, sounds) >= SAME_SOUND));
