/**
 * A notice as a mail and as a push, in the reader's language.
 *
 * Both are read where others may look: a locked screen, a shared tablet, somebody else's mail server. So they say what
 * kind of thing happened and, of a report, only the title that anyone may read. The rest is in the app.
 */

import type { Language } from '../../contract/auth.ts';
import {
  alertWords,
  isOfDesk,
  NAMED,
  type NoticeKind,
  REUNION_KINDS,
  TEAM_PAGES,
  withdrawnWords,
} from '../../contract/notice.ts';
import type { PushMessage } from '../../contract/push.ts';
import { mailText } from '../mail/texts.ts';

export interface Told {
  kind: NoticeKind;
  detail: string | null;
  /** Present when anyone may read it. */
  title: string | undefined;
  language: Language;
  /** The page of the app that it is about. */
  page: string;
}

/** Where one tap ends it, and what it then ends. */
export interface Stop {
  url: string;
  ends: 'follow' | 'account';
}

export function writeMail({ kind, detail, title, language, page }: Told, siteUrl: string, stop: Stop) {
  const lines = [
    mailText(language, `notice.${wordsOf(kind, detail)}.text`),
    ...(title === undefined ? [] : [mailText(language, 'notice.about', { title })]),
    mailText(language, 'notice.open', { url: siteUrl + page }),
    mailText(language, stop.ends === 'follow' ? 'notice.stopFollow' : 'notice.stopAll', { url: stop.url }),
  ];
  // RFC 8058: the mail program's own button does the same.
  const headers = { 'List-Unsubscribe': `<${stop.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { subject: mailText(language, `notice.${wordsOf(kind, detail)}.subject`), text: lines.join('\n\n'), headers };
}

/** What the service worker shows (src/sw/push.ts). */
export function writePush({ kind, detail, title, language, page }: Told): PushMessage {
  return { kind, title: mailText(language, `notice.${wordsOf(kind, detail)}.subject`), body: title ?? '', url: page };
}

/** An alert is said in other words than a new report, an admin who was named than one who waits; why a reunion does not hold in others than that it was not them. */
function wordsOf(kind: NoticeKind, detail: string | null) {
  if (kind === 'admin-proposed' && detail === NAMED) return 'admin-named' as const;
  return alertWords(kind, detail) ?? withdrawnWords(kind, detail) ?? kind;
}

/** The page of the app that a notice leads to. */
export function pageOf(notice: {
  kind: NoticeKind;
  report_id: string | null;
  claim_id: string | null;
  conversation_id: string | null;
}): string {
  if (isOfDesk(notice.kind)) return '/duty';
  if (notice.report_id && REUNION_KINDS.includes(notice.kind)) return `/items/${notice.report_id}/reunion`;
  if (notice.claim_id) return `/claims/${notice.claim_id}`;
  if (notice.conversation_id) return `/chat/${notice.conversation_id}`;
  return notice.report_id ? `/items/${notice.report_id}` : (TEAM_PAGES[notice.kind] ?? '/inbox');
}
