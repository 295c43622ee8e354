/** Which fields of which calls hold words: private numbers are hidden in each of them, and nothing else is touched. */

import { expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/protocol.ts';
import { wordsHider } from '../../server/http/words.ts';
import { AS_THEY_ARE, withEachText } from '../support/free-texts.ts';

const PLANTED = 'Aadhaar 2341 2341 2346';

it('an Aadhaar number is hidden in every free text of every call that writes, but for those that are no words', () => {
  const kept: string[] = [];
  let hidden = 0;
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    if (endpoint.method === 'GET') continue;
    const hide = wordsHider(endpoint.input);
    for (const { at, input } of withEachText(endpoint, PLANTED)) {
      const seen = JSON.stringify(hide ? hide(input) : input);
      if (seen.includes('Aadhaar XXXX XXXX 2346')) hidden++;
      else if (seen.includes(PLANTED)) kept.push(`${name} ${at}`);
      else expect.fail(`${name} ${at} became ${seen}`);
    }
  }
  expect(kept.sort()).toEqual([...AS_THEY_ARE].sort());
  expect(hidden).toBeGreaterThan(30);
});

it('telephone numbers, e-mails, ids, hashes and what was seen before an edit stay to the letter', () => {
  const id = '123e4567-e89b-12d3-a456-234123412346';
  const input = { id, phoneNumber: '234123412346', photos: ['234123412346'.repeat(6).slice(0, 64)] };
  const was = { phoneNumber: '"234123412346"', title: '"2341 2341 2346"' };
  const hide = wordsHider(endpoints.updateReport.input);
  expect(hide?.({ ...input, was })).toEqual({ ...input, was: { ...was, title: '"XXXX XXXX 2346"' } });
  const mail = { email: '234123412346@mail.in', name: 'Asha' };
  expect(wordsHider(endpoints.register.input)?.(mail)).toEqual(mail);
});

it('a face that an old client writes among words is left digit for digit, and the words beside it are not (A10)', () => {
  const hide = wordsHider(endpoints.uploadLostFoundPerson.input);
  // Each digit run of it passes the check of a card.
  const face = `[${Array.from({ length: 128 }, (_, i) => `${1 + (i % 9)}.4111111111111111`).join()}]`;
  const said = { description: `No 2341 2341 2346 ${face} and 4111 1111 1111 1111`, title: face.slice(0, 100) };
  const hidden = hide?.(said) as typeof said;
  expect(hidden.description).toBe(`No XXXX XXXX 2346 ${face} and XXXX XXXX XXXX 1111`);
  expect(hidden.title).not.toBe(said.title); // a short list is somebody's words
});
