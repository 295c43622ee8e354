/** Which voice of the device reads a language out, and what it must be given to read. */

import type { Language } from '../i18n/language.ts';

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService'>;

/** Few phones speak Punjabi; a Hindi voice reads it well enough to be followed. */
const SPOKEN: Record<Language, readonly string[]> = {
  en: ['en-IN', 'en'],
  pa: ['pa', 'hi'],
  hi: ['hi'],
};

/** The best voice that is on the device itself: another would send what it reads to its maker, and be silent offline. */
export function voiceFor<V extends Voice>(language: Language, voices: readonly V[]): V | undefined {
  const speaks = (voice: V, wanted: string) => voice.lang.replace('_', '-').startsWith(wanted);
  for (const wanted of SPOKEN[language]) {
    const voice = voices.find((one) => one.localService && speaks(one, wanted));
    if (voice) return voice;
  }
  return undefined;
}

/** A Hindi voice reads Devanagari only, so it gets the same sounds in those letters. */
export const forVoice = (text: string, lang: string): string => (lang.startsWith('hi') ? toDevanagari(text) : text);

/** Unicode lays the two scripts out alike, this far apart; tippi and addak are Gurmukhi's own. */
const APART = 0x0a00 - 0x0900;
const TIPPI = '\u0a70';
const ADDAK = '\u0a71';
const ANUSVARA = '\u0902';

export function toDevanagari(text: string): string {
  return text
    .replaceAll(new RegExp(`${ADDAK}([\u0a15-\u0a39])`, 'g'), (_, letter: string) => `${letter}\u0a4d${letter}`)
    .replaceAll(TIPPI, ANUSVARA)
    .replaceAll(/[\u0a01-\u0a4d\u0a59-\u0a5e\u0a66-\u0a6f]/g, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) - APART),
    )
    .replaceAll(ADDAK, '');
}
