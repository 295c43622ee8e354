/**
 * What an operator does after a breach (docs/breach.md); with the embedded database while its server is stopped. Each is
 * written down in the log, with the reason.
 *
 * - `npm run operate -- end-sessions --reason WHY [--role officer]`: everybody, or a role, signs in again.
 * - `npm run operate -- rotate-seal --reason WHY`: envelopes are sealed to a new key; the old one goes after 180 days.
 * - `npm run operate -- write-to --letter NAME --reason WHY [--to FILE] [--a-minute 60] [--send]`: NAME.en.txt and
 *   NAME.pa.txt and NAME.hi.txt beside it have the subject in their first line. FILE has an e-mail or the id of an account a line; without it
 *   everybody is meant. Without `--send` it only says to how many.
 */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Language } from '../contract/auth.ts';
import { Role } from '../contract/user.ts';
import { readConfig } from '../server/config.ts';
import { openDb } from '../server/db/open.ts';
import type { Db } from '../server/db/schema.ts';
import { rotateSealKey } from '../server/envelopes/keys.ts';
import { readLetter, sendLetter, whoIsLeft } from '../server/operator/letter.ts';
import { endEverywhere } from '../server/operator/sessions.ts';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reason: text, role: text, letter: text, to: text, 'a-minute': text, send: { type: 'boolean' } },
});

function needed(name: 'reason' | 'letter'): string {
  const value = values[name]?.trim();
  if (!value) throw new Error(`--${name} is missing; see docs/breach.md`);
  return value;
}

const COMMANDS: Record<string, (db: Db) => Promise<string>> = {
  'end-sessions': async (db) => {
    const ended = await endEverywhere(db, values.role ? Role.parse(values.role) : undefined, needed('reason'));
    return `${ended} sessions ended`;
  },
  'rotate-seal': async (db) => `Envelopes are sealed to ${await rotateSealKey(db, needed('reason'))} from now on`,
  'write-to': async (db) => {
    const [name, reason] = [needed('letter'), needed('reason')];
    const file = (language: Language) => readFileSync(`${name}.${language}.txt`, 'utf8');
    const letter = readLetter({ en: file('en'), pa: file('pa'), hi: file('hi') });
    const whom = values.to ? readFileSync(values.to, 'utf8').split('\n').filter(Boolean) : undefined;
    if (!values.send) {
      const left = await whoIsLeft(db, letter, whom);
      return `It would go to ${left.length} people, "${letter.en.subject}" / "${letter.pa.subject}". With --send it goes`;
    }
    const aMinute = Number(values['a-minute'] ?? 60);
    if (!(aMinute > 0)) throw new Error('--a-minute is a number above 0');
    return `It goes to ${await sendLetter(db, letter, { whom, aMinute, reason })} people, ${aMinute} a minute`;
  },
};

try {
  const command = COMMANDS[positionals[0] ?? ''];
  if (!command) throw new Error(`Say what: ${Object.keys(COMMANDS).join(', ')}; see docs/breach.md`);
  const opened = await openDb(readConfig(process.env).database);
  console.log(await command(opened.db).finally(() => opened.close()));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
