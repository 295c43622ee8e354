/** Of the world of canaries: faces, in every way in which their templates could be written. */

import { compareTemplates, decodeTemplate, encodeTemplate } from '../../match/template.ts';

/** So many bytes or numbers of a template are told from all others: enough to be no chance, and no end that a writer cuts. */
const PART = 36;
/** What is lent bears a mark, which moves a score by less than 0.007 (decision 061). */
const SAME = 0.99;

/** A template as raw bytes (read as latin1, as Node or a browser does), base64 of any alignment in both alphabets, hex, and numbers as JSON. */
export function formsOf(face: readonly number[]): string[] {
  const code = Buffer.from(encodeTemplate(face));
  const unit = decodeTemplate(code);
  const floats = [Float32Array.from(face.map((value) => value / Math.hypot(...face))), unit].map((values) =>
    Buffer.from(values.buffer).subarray(0, PART),
  );
  const bytes = [code.subarray(0, PART), ...floats];
  const numbers = [[...new Int8Array(code)], [...code], face, [...unit]];
  return [
    ...bytes.flatMap((part) => [part.toString('latin1'), part.toString('hex')]),
    ...bytes.map((part) => new TextDecoder('latin1').decode(part)), // a browser's latin1 is Windows-1252
    // In text that began with other bytes, a template begins at any of three places of a letter.
    ...bytes.flatMap((part) => [0, 1, 2].map((at) => part.subarray(at, at + PART - 3).toString('base64'))),
    ...bytes.flatMap((part) => [0, 1, 2].map((at) => part.subarray(at, at + PART - 3).toString('base64url'))),
    ...numbers.map((values) => JSON.stringify(values.slice(0, 12)).slice(1, -1)),
  ];
}

/** Finds in a text, or in bytes read as latin1, whose template stands there, by the name it was watched under. */
export function faceFinder(faces: ReadonlyMap<string, readonly number[]>): (text: string) => string[] {
  const forms = [...faces].map(([name, face]) => [name, [...new Set(formsOf(face))]] as const);
  return (text) => forms.flatMap(([name, its]) => (its.some((form) => text.includes(form)) ? [name] : []));
}

/** Whose a template is that was lent. */
export const lentAs = (faces: ReadonlyMap<string, readonly number[]>, code: Uint8Array): string[] =>
  [...faces].flatMap(([name, face]) => (compareTemplates(code, encodeTemplate(face)) > SAME ? [name] : []));
