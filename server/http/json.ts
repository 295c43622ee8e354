/**
 * JSON from outside, looked through before it is parsed: a parsed value weighs up to fifty times its text, and deep nests
 * more, so how deep and how many is counted in the bytes themselves, as they come.
 */

import { AppError } from '../../contract/errors.ts';

/** Twice what the deepest call of the contract needs. */
const MAX_DEPTH = 16;
/** Members, items and nests of one body: a full batch has 6,000, a face mesh with landmarks by name 2,000. */
const MAX_VALUES = 20_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

export interface JsonGuard {
  /** @throws AppError bad-input as soon as the text so far is deeper, or of more values, than any call */
  look(chunk: Uint8Array): void;
}

/** Follows one text through its pieces. It does not find out whether the text is JSON; the parser does. */
export function guardJson(): JsonGuard {
  let depth = 0;
  let values = 0;
  let inText = false;
  /** The piece before ended with an odd number of backslashes. */
  let escaped = false;

  /** Where the text that holds `from` ends in this piece: behind its closing quote, or at the end. */
  function endOfText(chunk: Uint8Array, from: number): number {
    let at = from;
    if (escaped) {
      escaped = false;
      at++;
    }
    for (;;) {
      const quote = chunk.indexOf(QUOTE, at);
      const end = quote === -1 ? chunk.length : quote;
      let first = end;
      while (first > at && chunk[first - 1] === BACKSLASH) first--;
      const isEscaped = (end - first) % 2 === 1;
      if (quote === -1) {
        escaped = isEscaped;
        return end;
      }
      if (!isEscaped) {
        inText = false;
        return quote + 1;
      }
      at = quote + 1;
    }
  }

  return {
    look(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (inText) {
          at = endOfText(chunk, at);
          continue;
        }
        const byte = chunk[at++];
        if (byte === QUOTE) inText = true;
        else if (byte === COMMA || byte === COLON) values++;
        else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
          depth++;
          values++;
        } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
        if (depth > MAX_DEPTH) throw tooMuch('deep');
        if (values > MAX_VALUES) throw tooMuch('many');
      }
    },
  };
}

const tooMuch = (why: 'deep' | 'many') =>
  new AppError('bad-input', 'This JSON is deeper, or has more in it, than any call takes', { fields: { body: why } });

/** Parse a text that came inside of something else. @throws AppError bad-input, or SyntaxError for what is no JSON */
export function parseGuarded(text: string | Uint8Array): unknown {
  const bytes = Buffer.from(text);
  guardJson().look(bytes);
  return JSON.parse(bytes.toString());
}
