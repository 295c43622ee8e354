/** What helps now, by what was lost or found, in India. Pure; the words are in the texts under `steps`. */

import { mayBeChild } from '../../contract/person.ts';
import type { ReportView } from '../../contract/report.ts';

export type Step =
  | { text: PersonStep | ItemStep }
  /** With a number to call or an official page to open. */
  | { text: PersonStep | ItemStep; call: string }
  | { text: PersonStep | ItemStep; page: { href: string; name: string } };

type PersonStep =
  | 'police112'
  | 'child1098'
  | 'photoToPolice'
  | 'noRansom'
  | 'stayWith'
  | 'found112'
  | 'tellStation'
  | 'noPosting';
type ItemStep =
  | 'lostReport'
  | 'ceir'
  | 'sim'
  | 'maskNumbers'
  | 'digilocker'
  | 'aadhaar'
  | 'cards'
  | 'locks'
  | 'bill'
  | 'askThere'
  | 'keepSafe'
  | 'askMarks'
  | 'meetPublic'
  | 'handPolice'
  | 'keepCharged'
  | 'paperBack';

type Category = Extract<ReportView['subject'], { kind: 'item' }>['category'];

const CEIR = { href: 'https://www.ceir.gov.in', name: 'ceir.gov.in' };
const DIGILOCKER = { href: 'https://www.digilocker.gov.in', name: 'digilocker.gov.in' };
const UIDAI = { href: 'https://uidai.gov.in', name: 'uidai.gov.in' };

const POLICE_REPORT: Step = { text: 'lostReport' };
const FRAUD: Step = { text: 'sim', call: '1930' };
const CARDS: Step = { text: 'cards', call: '1930' };
const MASK: Step = { text: 'maskNumbers' };
const ASK_THERE: Step = { text: 'askThere' };

const LOST: Record<Category, readonly Step[]> = {
  Electronics: [POLICE_REPORT, { text: 'ceir', page: CEIR }, FRAUD],
  Documents: [POLICE_REPORT, MASK, { text: 'digilocker', page: DIGILOCKER }, { text: 'aadhaar', page: UIDAI }],
  Wallet: [CARDS, POLICE_REPORT, MASK],
  Keys: [ASK_THERE, { text: 'locks' }],
  Jewelry: [POLICE_REPORT, { text: 'bill' }, ASK_THERE],
  Bags: [ASK_THERE, POLICE_REPORT],
  Clothing: [ASK_THERE],
  Other: [ASK_THERE, POLICE_REPORT],
};

const FOUND_FIRST: Partial<Record<Category, readonly Step[]>> = {
  Electronics: [{ text: 'keepCharged' }],
  Documents: [MASK, { text: 'paperBack' }],
  Wallet: [MASK],
};
const FOUND: readonly Step[] = [
  { text: 'keepSafe' },
  { text: 'askMarks' },
  { text: 'meetPublic' },
  { text: 'handPolice' },
];

const CALL_112: Step = { text: 'police112', call: '112' };
const CALL_1098: Step = { text: 'child1098', call: '1098' };
const MISSING: readonly Step[] = [CALL_112, CALL_1098, { text: 'photoToPolice' }, { text: 'noRansom', call: '1930' }];
const FOUND_PERSON: readonly Step[] = [
  { text: 'stayWith' },
  { text: 'found112', call: '112' },
  CALL_1098,
  { text: 'tellStation' },
  { text: 'noPosting' },
];

/** Lost or found, and whom or what it is about. */
export interface About {
  type: ReportView['type'];
  subject: { kind: 'person'; ageMin?: number | undefined } | { kind: 'item'; category: Category };
}

/** Childline is for whoever may be a child: of an age that nobody knows, too. */
export const needsChildline = ({ subject }: About): boolean => subject.kind === 'person' && mayBeChild(subject.ageMin);

export function nextSteps(about: About): readonly Step[] {
  const { type, subject } = about;
  if (subject.kind === 'person')
    return (type === 'lost' ? MISSING : FOUND_PERSON).filter((step) => step !== CALL_1098 || needsChildline(about));
  if (type === 'lost') return LOST[subject.category];
  return [...(FOUND_FIRST[subject.category] ?? []), ...FOUND];
}
