/** What a notice leads to, and how it looks. Pure. */

import { ClaimStatus } from '../../../contract/claim.ts';
import {
  alertWords,
  isOfDesk,
  NAMED,
  type Notice,
  type NoticeKind,
  REUNION_KINDS,
  TEAM_PAGES,
  withdrawnWords,
} from '../../../contract/notice.ts';
import type { IconName } from '../../ui/icon.tsx';

/** The page that a notice is about; none when what it was about is gone. */
export function pageOf({ kind, claimId, conversationId, reportId, detail }: Notice): string | undefined {
  if (isOfDesk(kind)) return '/duty';
  if (reportId && REUNION_KINDS.includes(kind)) return `/items/${reportId}/reunion`;
  if (claimId) return `/claims/${claimId}`;
  if (kind === 'odd-looks' && detail) return `${TEAM_PAGES[kind]}&actor=${detail}`;
  if (conversationId) return `/chat/${conversationId}`;
  return reportId ? `/items/${reportId}` : TEAM_PAGES[kind];
}

/** The words for a notice: those of its kind, or of what the kind stands for with this detail. */
export type TextKey =
  | NoticeKind
  | 'claim-withdrawn'
  | 'claim-goes-on'
  | 'claim-given-away'
  | 'match-for-found'
  | 'admin-named'
  | NonNullable<ReturnType<typeof alertWords>>
  | NonNullable<ReturnType<typeof withdrawnWords>>;

export function textKeyOf({ kind, detail }: Pick<Notice, 'kind' | 'detail'>): TextKey {
  if (kind === 'claim-rejected' && detail === 'returned') return 'claim-given-away';
  if (kind === 'match-possible' && detail === 'found') return 'match-for-found'; // nobody looks for their own find
  if (kind === 'admin-proposed' && detail === NAMED) return 'admin-named';
  const words = alertWords(kind, detail) ?? withdrawnWords(kind, detail);
  if (words) return words;
  if (kind !== 'claim-answered' || !isState(detail)) return kind;
  return detail === 'withdrawn' ? 'claim-withdrawn' : 'claim-goes-on';
}

/** Kinds whose `detail` is words that a person wrote, unless it is a state that the app has its own words for. */
const QUOTED: readonly NoticeKind[] = [
  ...([
    'report-rejected',
    'claim-asked',
    'claim-rejected',
    'claim-frozen',
    'claim-answered',
    'opened-elsewhere',
    'from-operator',
    'strike',
    'strike-lifted',
    'strike-stands',
  ] as const),
];
const isState = (detail: string | undefined): boolean => detail === 'returned' || ClaimStatus.safeParse(detail).success;

/** The words of the other side, to be shown as theirs. */
export const quoteOf = ({ kind, detail }: Pick<Notice, 'kind' | 'detail'>): string | undefined =>
  QUOTED.includes(kind) && !isState(detail) ? detail : undefined;

export type Look = { icon: IconName; tone: 'found' | 'lost' | 'wait' | 'brand' };

const CALM: Look = { icon: 'bell', tone: 'brand' };
const LOOKS: Partial<Record<NoticeKind, Look>> = {
  'report-published': { icon: 'check', tone: 'found' },
  'report-rejected': { icon: 'alert', tone: 'lost' },
  'report-hidden': { icon: 'alert', tone: 'lost' },
  'report-expiring': { icon: 'clock', tone: 'wait' },
  'reunion-possible': { icon: 'check', tone: 'found' },
  'reunion-withdrawn': { icon: 'clock', tone: 'wait' },
  'reunion-together': { icon: 'check', tone: 'found' },
  'any-news': { icon: 'question', tone: 'wait' },
  'still-looking': { icon: 'question', tone: 'wait' },
  'report-erasing': { icon: 'clock', tone: 'wait' },
  'report-in-area': { icon: 'pin', tone: 'brand' },
  'note-added': { icon: 'pencil', tone: 'brand' },
  'note-confirmed': { icon: 'check', tone: 'found' },
  'match-possible': { icon: 'search', tone: 'wait' },
  'match-confirmed': { icon: 'check', tone: 'found' },
  'claim-made': { icon: 'question', tone: 'wait' },
  'claim-asked': { icon: 'question', tone: 'wait' },
  'claim-accepted': { icon: 'check', tone: 'found' },
  'claim-rejected': { icon: 'alert', tone: 'lost' },
  'claim-frozen': { icon: 'alert', tone: 'lost' },
  'claim-returned': { icon: 'check', tone: 'found' },
  message: { icon: 'chat', tone: 'brand' },
  'admin-proposed': { icon: 'question', tone: 'wait' },
  'flags-hid': { icon: 'alert', tone: 'wait' },
  'opened-elsewhere': { icon: 'shield', tone: 'wait' },
  'from-operator': { icon: 'alert', tone: 'wait' },
  'case-needed': { icon: 'shield', tone: 'wait' },
  duty: { icon: 'shield', tone: 'wait' },
  'duty-raised': { icon: 'clock', tone: 'lost' },
  'odd-looks': { icon: 'alert', tone: 'wait' },
  strike: { icon: 'alert', tone: 'lost' },
  'strike-lifted': { icon: 'check', tone: 'found' },
  'strike-stands': { icon: 'alert', tone: 'lost' },
};

export const lookOf = (kind: NoticeKind): Look => LOOKS[kind] ?? CALM;
