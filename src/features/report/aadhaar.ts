/** Aadhaar numbers that people copy from a card into a text: hidden before they are kept or sent. Pure. */

/** Twelve digits as the card has them, in one run or in fours; not part of a longer number, nor after a plus sign. */
const TWELVE = /(?<![\d+੦-੯]|\d[ -])([\d੦-੯]{4})([ -]?)([\d੦-੯]{4})\2([\d੦-੯]{4})(?![\d੦-੯]|[ -]\d)/g;

/** The text with all but the last four digits of such a number hidden, as UIDAI asks. */
export const maskAadhaar = (text: string): string =>
  text.replace(TWELVE, (_, _first, gap: string, _second, last: string) => ['XXXX', 'XXXX', last].join(gap || ' '));
