/** What is hidden of private numbers in a text, and what is not: drawn at random, and by example. */

import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPrivateNumbers } from '../../contract/private-numbers.ts';

/** The tables as Verhoeff printed them: the product is computed by its law, so the test looks it up. */
const D5 = [
  ...['0123456789', '1234067895', '2340178956', '3401289567', '4012395678'],
  ...['5987604321', '6598710432', '7659821043', '8765932104', '9876543210'],
];
const PLACES = [
  ...['0123456789', '1576283094', '5803796142', '8916043527'],
  ...['9453126870', '4286573901', '2793806415', '7046913258'],
];
const at = (rows: readonly string[], row: number, column: number): number => Number(rows[row]?.[column]);

/** With the digit behind it that makes the check hold. */
function withVerhoeff(digits: string): string {
  const check = (text: string) =>
    [...text].reverse().reduce((c, digit, i) => at(D5, c, at(PLACES, i % 8, Number(digit))), 0);
  return digits + [...'0123456789'].find((last) => check(digits + last) === 0);
}

function withLuhn(digits: string): string {
  const sum = [...digits].reverse().reduce((all, digit, i) => {
    const twice = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return all + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return digits + ((10 - (sum % 10)) % 10);
}

const digitsOf = (count: number): Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((some) => some.join(''));
const aadhaars = fc
  .tuple(fc.integer({ min: 2, max: 9 }), digitsOf(10))
  .map(([first, rest]) => withVerhoeff(first + rest));
const cards = fc.oneof(
  ...[12, 13, 15, 16, 17, 18].map((length) =>
    fc.tuple(fc.integer({ min: 2, max: 6 }), digitsOf(length - 1)).map(([first, rest]) => withLuhn(first + rest)),
  ),
  fc.tuple(fc.constantFrom('34', '37'), digitsOf(12)).map(([first, rest]) => withLuhn(first + rest)),
  fc
    .tuple(fc.constantFrom('81', '82', '60', '65', '508'), digitsOf(13))
    .map(([first, rest]) => withLuhn((first + rest).slice(0, 15))),
);
const SCRIPTS = ['0', '੦', '०', '০', '૦', '௦', '０'];
const inScript = (text: string, zero: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)));

const gaps = fc.constantFrom(' ', '-', ' - ', '\u00a0', '\n', '\u2013', '\u200b', '  ');
/** Groups of these sizes in turn, over and over. */
const groupings = fc.constantFrom([4], [3], [1], [4, 8], [8, 4], [1, 3], [3, 1], [4, 4, 1], [99]);

function grouped(digits: string, sizes: readonly number[], gap: string): string {
  const groups: string[] = [];
  for (let i = 0, from = 0; from < digits.length; i++) {
    const size = sizes[i % sizes.length] ?? 4;
    groups.push(digits.slice(from, from + size));
    from += size;
  }
  return groups.join(gap);
}

/** The digits of a text, whatever their script. */
const left = (text: string): string => (text.match(/\p{Nd}/gu) ?? []).join('');

const words = fc.constantFrom('Aadhaar', 'mera card', 'ਆਧਾਰ ਨੰਬਰ', 'आधार', 'No.', '(', 'id:');
const RUNS = { numRuns: 3000 };

describe('private numbers in a text', () => {
  it('hides every valid Aadhaar number but its last four, in every grouping and script', () => {
    const drawn = fc.tuple(aadhaars, groupings, gaps, fc.constantFrom(...SCRIPTS), words, words);
    fc.assert(
      fc.property(drawn, ([number, sizes, gap, zero, before, after]) => {
        fc.pre(!(sizes[0] === 8 && /^(19|20)/.test(number))); // reads as a day and a time
        const masked = maskPrivateNumbers(`${before} ${inScript(grouped(number, sizes, gap), zero)}, ${after}`);
        expect(left(masked)).toBe(inScript(number.slice(-4), zero));
        expect(masked.match(/X/g)).toHaveLength(8);
      }),
      RUNS,
    );
  });

  it('hides every valid card number but its last four', () => {
    const drawn = fc.tuple(cards, fc.constantFrom([4], [99], [4, 6, 5], [1]), gaps, fc.constantFrom(...SCRIPTS), words);
    fc.assert(
      fc.property(drawn, ([number, sizes, gap, zero, before]) => {
        fc.pre(sizes[1] !== 6 || number.length === 15); // as American Express groups its own
        // Thirteen digits and more in groups may hold twelve that are an Aadhaar number too: then more is hidden.
        const masked = maskPrivateNumbers(`${before} ${inScript(grouped(number, sizes, gap), zero)}`);
        expect(left(masked).length).toBeLessThanOrEqual(4);
        expect(inScript(number, zero).endsWith(left(masked))).toBe(true);
      }),
      RUNS,
    );
  });

  it('hides every UPI id but its first letter and its bank, and no e-mail address', () => {
    const names = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{1,20}$/);
    const banks = fc.constantFrom('upi', 'okbank', 'okhdfcbank', 'ybl', 'paytm', 'oksbi', 'AXL', 'ibl', 'apl');
    fc.assert(
      fc.property(names, banks, words, fc.constantFrom('.', ',', ' ', '', ' please'), (name, bank, before, after) => {
        const masked = maskPrivateNumbers(`${before} ${name}@${bank}${after}`);
        expect(masked).toMatch(new RegExp(`^${before.replaceAll(/[.(]/g, '.')} .•{1,3}@${bank}`));
        expect(masked).not.toContain(`${name}@`);
      }),
      RUNS,
    );
    fc.assert(
      fc.property(names, banks, (name, bank) => {
        fc.pre(!/\d{12}/.test(name));
        for (const mail of [`${name}@${bank}.in`, `${name}@mail.${bank}.co.in`])
          expect(maskPrivateNumbers(`write to ${mail}.`)).toBe(`write to ${mail}.`);
      }),
      RUNS,
    );
  });

  it('leaves dates, telephone numbers, PIN codes and numbers of FIRs as they are', () => {
    const two = (value: number): string => String(value).padStart(2, '0');
    const whole = (min: number, max: number) => fc.integer({ min, max });
    const dates = fc.record({
      ...{ y: whole(1930, 2040), m: whole(1, 12), d: whole(1, 28), h: whole(0, 23), min: whole(0, 59) },
      how: fc.constantFrom(
        'd-m-y',
        'd/m/y',
        'd.m.y',
        'y-m-d',
        'ymd',
        'd m y',
        'd-m-y h.i',
        'ymd hi',
        'd.m.y h i',
        'y-m-d hi',
      ),
    });
    const dated = dates.map(({ y, m, d, h, min, how }) =>
      how.replace('y', String(y)).replace('m', two(m)).replace('d', two(d)).replace('h', two(h)).replace('i', two(min)),
    );
    const mobile = fc
      .tuple(
        whole(6, 9),
        digitsOf(9),
        fc.constantFrom('', '+91', '+91 ', '91 ', '0', '0 '),
        fc.constantFrom('10', '5 5', '3 3 4', '5-5'),
      )
      .map(([first, rest, prefix, how]) => {
        const ten = first + rest;
        const some =
          how === '10'
            ? ten
            : how === '3 3 4'
              ? `${ten.slice(0, 3)} ${ten.slice(3, 6)} ${ten.slice(6)}`
              : `${ten.slice(0, 5)}${how[1]}${ten.slice(5)}`;
        return prefix + some;
      });
    const landline = fc.tuple(digitsOf(3), whole(2_000_000, 7_999_999)).map(([std, number]) => `0${std} ${number}`);
    const pin = whole(110_001, 855_999).map(String);
    const fir = fc
      .tuple(whole(1, 9999), whole(1990, 2040), fc.constantFrom('/', '-', ' of ', ' '))
      .map(([n, y, by]) => `${n}${by}${y}`);
    const innocent = fc.oneof(dated, mobile, landline, pin, fir);
    fc.assert(
      fc.property(innocent, fc.constantFrom(...SCRIPTS), (text, zero) => {
        const said = inScript(text, zero);
        expect(maskPrivateNumbers(said)).toBe(said);
      }),
      { numRuns: 20_000 },
    );
    const beside = fc.oneof(
      fc.tuple(mobile, fc.oneof(mobile, pin)),
      fc.tuple(pin, pin),
      fc.tuple(landline, fc.oneof(landline, mobile)),
      fc.tuple(pin, mobile),
    );
    fc.assert(
      fc.property(beside, fc.constantFrom(' ', '\n', ' - ', ', ', ' / '), ([one, other], by) => {
        expect(maskPrivateNumbers(one + by + other)).toBe(one + by + other);
      }),
      { numRuns: 20_000 },
    );
  });

  it('leaves what is called an IMEI or has its length, links, ids and fractions', () => {
    for (const text of [
      'IMEI 490154203237518',
      'Phone 356938035643809 lost',
      'imei no: 378282246310005',
      'https://wapsi.in/items/234123412346',
      '123e4567-e89b-12d3-a456-234123412346',
      'at 30.234123412346',
      '0.234123412346',
      'W-7K4M-29',
      '+2341 2341 2346',
      '₹ 2,34,12,341 and 2346',
    ])
      expect(maskPrivateNumbers(text)).toBe(text);
  });

  it('finds a number among others, never lengthens a text, and leaves a masked one as it is', () => {
    expect(maskPrivateNumbers('DOB 14-05-1990 2341 2341 2346 141001')).toBe('DOB 14-05-1990 XXXX XXXX 2346 141001');
    expect(maskPrivateNumbers('2341.2341.2346 and a@upi')).toBe('XXXX.XXXX.2346 and •@upi');
    fc.assert(
      fc.property(aadhaars, cards, fc.string(), groupings, (aadhaar, card, text, sizes) => {
        const said = `${text} ${grouped(aadhaar, sizes, ' ')}, ab@ybl ${text} ${card}`;
        const masked = maskPrivateNumbers(said);
        expect(masked.length).toBeLessThanOrEqual(said.length);
        expect(masked).not.toContain(card);
      }),
      RUNS,
    );
    expect(maskPrivateNumbers('XXXX XXXX 2346, r•••@upi')).toBe('XXXX XXXX 2346, r•••@upi');
  });

  it('reads the longest text in a moment', () => {
    for (const piece of ['1 ', '2341 2341 2346 ', 'a.', '9-', 'a@', '[0.1,'])
      for (const text of [piece.repeat(40_000 / piece.length)]) {
        // Of the processor: others may have it meanwhile.
        const start = process.cpuUsage();
        maskPrivateNumbers(text);
        expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
      }
  });
});
