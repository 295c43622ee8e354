/**
 * Numbers that open a bank account or an identity: of Aadhaar, of payment cards, and UPI ids. Found in what people write
 * and hidden but for their end. Pure.
 *
 * - Aadhaar: twelve digits, the first not 0 or 1, whose Verhoeff check holds.
 * - Cards: 13 to 19 digits as payment cards begin, whose Luhn check holds. Of fifteen digits only those of American Express:
 *   an IMEI has fifteen and the same check. So does what is called an IMEI in the text.
 * - UPI: `name@bank` without a dot behind the `@`, which an e-mail address has.
 *
 * The digits may be of any script of India, in one run or in groups. One number in ten passes either check by chance, so
 * what reads as telephone numbers, PIN codes and dates, group by group, is left as it is.
 */

/** Of ASCII and full width, Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam, Arabic (two). */
const ZEROS = '0０०০੦૦୦௦౦೦൦٠۰';
const RANGES = [...ZEROS].map((zero) => `${zero}-${String.fromCodePoint(codeOf(zero) + 9)}`).join('');
const D = `[${RANGES}]`;
/** Between groups; a dot only in fours, where it is no decimal point. */
const GAP = `(?:[\\s_\\p{Pd}\\p{Cf}]{1,3}|(?<=(?<!${D})${D}{4})[.·](?=${D}{4}(?!${D})))`;
/** Links and ids, whose digits are nobody's; of a fraction the digits say nothing either. */
const NOT_A_NUMBER = 'https?:\\/\\/\\S+|\\p{Hex}{8}(?:-\\p{Hex}{4}){3}-\\p{Hex}{12}|\\p{Hex}{32,}';
const RUN = `(?<![X${RANGES}]|(?:(?<!${D})0|${D}{2})\\.)${D}+(?:${GAP}${D}+)*(?!${D}|[eE][-+]?${D})`;
const NUMBERS = new RegExp(`(${NOT_A_NUMBER})|${RUN}`, 'gu');
const GROUP = new RegExp(`${D}+`, 'gu');
const DIGIT = new RegExp(D, 'gu');

const AADHAAR_DIGITS = 12;
const MAX_CARD_DIGITS = 19;
/** So many at the end stay readable, as UIDAI and the card schemes ask. */
const SHOWN = 4;
/** Of Visa, Mastercard, American Express, Diners, Discover, Maestro, UnionPay, JCB and RuPay. */
const CARD = /^(?:[2-6]\d{12,13}|3[47]\d{13}|[2-6]\d{15,18}|8[12]\d{14})$/;
/** In which a number before it is called what it is. */
const LABEL_CHARS = 30;
const IMEI_LABEL = /(?:\bimei|ਆਈਐਮਈਆਈ|आईएमईआई)[12]?\P{Nd}{0,12}$/iu;

const [DAY, MONTH] = ['(?:0?[1-9]|[12]\\d|3[01])', '(?:0?[1-9]|1[0-2])'];
const DATE = `(?:${DAY} ${MONTH} (?:(?:19|20)?\\d\\d)|(?:19|20)\\d\\d ${MONTH} ${DAY}|(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01]))`;
const TIME = '(?: (?:[01]?\\d|2[0-3]) ?[0-5]\\d(?: ?[0-5]\\d)?)?';
const MOBILE =
  '(?:0 ?|91 |\\+91 ?|0091 ?)?[6-9](?:\\d{9}|\\d{4} \\d{5}|\\d\\d \\d{3} \\d{4}|\\d{3} \\d{3} \\d{3}|\\d{3} \\d{6})';
/** A landline or, of six digits, a PIN code. */
const LANDLINE = '(?:0\\d{2,4} )?\\d{6,8}';
const SMALL = '\\d{1,3}';
/** Groups that read as other things, all of them. */
const OTHER = new RegExp(
  `^(?:${DATE}${TIME}(?: |$))+$|^(?:${SMALL} )?(?:${MOBILE}|${LANDLINE})(?: (?:${MOBILE}|${LANDLINE}|${DATE}${TIME}|${SMALL}))*$`,
);

const UPI = /(?<![\w.-])(\w)([\w.-]{0,254})@([a-z][a-z0-9]{1,63})(?![\w-]|\.[a-z0-9])/giu;

/** The text with such numbers hidden; as long as it was, or shorter. Of a text that holds none, the same. */
export function maskPrivateNumbers(text: string): string {
  const named = text.replace(UPI, (_, first: string, rest: string, bank: string) =>
    rest === '' ? `•@${bank}` : `${first}${'•'.repeat(Math.min(rest.length, 3))}@${bank}`,
  );
  return named.replace(NUMBERS, (run: string, notOne: string | undefined, at: number) =>
    notOne === undefined ? maskRun(run, named.slice(Math.max(0, at - LABEL_CHARS), at)) : run,
  );
}

/** The text with the digits of every script as 0 to 9. */
export const asciiDigits = (text: string): string => text.replace(DIGIT, (digit) => String(digitOf(digit)));

interface Group {
  /** As 0 to 9. */
  digits: string;
  /** In the run. */
  at: number;
}

/** Groups of digits that stand together: every number that some of them make is hidden. */
function maskRun(run: string, before: string): string {
  const groups = [...run.matchAll(GROUP)].map(({ 0: digits, index }) => ({ digits: asciiDigits(digits), at: index }));
  const isAfterPlus = before.endsWith('+');
  if (isOther(groups, isAfterPlus)) return run;
  const hidden = new Set<number>();
  for (let from = 0; from < groups.length; from++) {
    let digits = '';
    for (let to = from; to < groups.length && digits.length < MAX_CARD_DIGITS; to++) {
      digits += groups[to]?.digits ?? '';
      const some = groups.slice(from, to + 1);
      if ((isAfterPlus && from === 0) || !isPrivate(digits) || isOther(some)) continue;
      if (digits.length > AADHAAR_DIGITS && from === 0 && IMEI_LABEL.test(before)) continue;
      for (const place of placesOf(some).slice(0, -SHOWN)) hidden.add(place);
    }
  }
  if (hidden.size === 0) return run;
  return run
    .split('')
    .map((char, i) => (hidden.has(i) ? 'X' : char))
    .join('');
}

/** Where their digits stand in the run. */
const placesOf = (groups: readonly Group[]): number[] =>
  groups.flatMap(({ digits, at }) => Array.from(digits, (_, i) => at + i));

const isOther = (groups: readonly Group[], isAfterPlus = false): boolean =>
  OTHER.test((isAfterPlus ? '+' : '') + groups.map(({ digits }) => digits).join(' '));

const isPrivate = (digits: string): boolean =>
  digits.length === AADHAAR_DIGITS
    ? /^[2-9]/.test(digits) && holdsVerhoeff(digits)
    : CARD.test(digits) && holdsLuhn(digits);

/** Verhoeff (1969): products in the dihedral group of order ten, with a permutation for each place from the right. */
function holdsVerhoeff(digits: string): boolean {
  let check = 0;
  for (const [i, digit] of [...digits].reverse().entries()) {
    let value = Number(digit);
    for (let turn = i % 8; turn > 0; turn--) value = Number('1576283094'[value]);
    check = product(check, value);
  }
  return check === 0;
}

/** In D5: 0 to 4 are turns, 5 to 9 are turns of the mirrored. */
function product(a: number, b: number): number {
  const turned = (a < 5 ? a + b : a - b + 10) % 5;
  return a < 5 === b < 5 ? turned : turned + 5;
}

function holdsLuhn(digits: string): boolean {
  let sum = 0;
  for (const [i, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (1 + (i % 2));
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

function digitOf(digit: string): number {
  const zero = [...ZEROS].find((one) => codeOf(one) <= codeOf(digit) && codeOf(digit) <= codeOf(one) + 9) ?? digit;
  return codeOf(digit) - codeOf(zero);
}
