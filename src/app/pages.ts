/** Where one can go. The header, the bar, the menu and the footer all show these; the menu in groups. */

import type { IconName } from '../ui/icon.tsx';

export const PAGES = [
  { path: '/', label: 'nav.home', icon: 'home', group: 'search' },
  { path: '/lost-peoples', label: 'nav.lostPeople', icon: 'person', group: 'search' },
  { path: '/found-items', label: 'nav.foundItems', icon: 'bag', group: 'search' },
  { path: '/face-recognition', label: 'nav.scanFace', icon: 'scan', group: 'search' },
  { path: '/about', label: 'nav.about', icon: 'info', group: 'help' },
  { path: '/faqs', label: 'nav.faqs', icon: 'question', group: 'help' },
  { path: '/contact-us', label: 'nav.contact', icon: 'phone', group: 'help' },
] as const satisfies readonly Place[];

/** Not among the first seven of a header, yet one press away: in the menu and in the footer. */
export const MORE_PAGES = [
  { path: '/outbox', label: 'nav.outbox', icon: 'outbox', group: 'search' },
  { path: '/offline', label: 'nav.offline', icon: 'download', group: 'search' },
  { path: '/news', label: 'nav.news', icon: 'news', group: 'help' },
  { path: '/resources', label: 'nav.resources', icon: 'book', group: 'help' },
] as const satisfies readonly Place[];

export const LEGAL_PAGES = [
  { path: '/privacy-policy', label: 'nav.privacy' },
  { path: '/terms-conditions', label: 'nav.terms' },
] as const;

/** Every page that is there for everyone, by itself. */
export const PUBLIC_PAGES = [...PAGES, ...MORE_PAGES, ...LEGAL_PAGES] as const;

export const SIGNED_OUT_PAGES = [
  { path: '/login', label: 'nav.login', icon: 'signIn' },
  { path: '/register', label: 'nav.register', icon: 'person' },
] as const satisfies readonly Place[];

export const ACCOUNT_PAGES = [
  { path: '/profile', label: 'nav.profile', icon: 'person' },
  { path: '/claims', label: 'nav.claims', icon: 'check' },
  { path: '/chat', label: 'nav.messages', icon: 'chat' },
  { path: '/inbox', label: 'nav.inbox', icon: 'bell' },
] as const satisfies readonly Place[];

/** Pages on which somebody is in the middle of something: a form, the camera, a talk. Nothing else asks for their thumb there. */
const TASKS =
  /^\/(face-recognition|post-item|victim-founder-select|login|register|outbox\/(give|take)|chat\/[^/]+|items\/[^/]+\/(claim|this-is-me))$/;
export const isTask = (pathname: string): boolean => TASKS.test(pathname);

/** The form of a person stands on the page of the scan: who fills it in does not scan. */
export const isReporting = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  pathname === '/face-recognition' && /[?&](add|draft)=/.test(search);

interface Place {
  path: string;
  label: string;
  icon: IconName;
  group?: 'search' | 'help';
}
