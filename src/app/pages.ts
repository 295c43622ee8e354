/** Where one can go. The header, the bar, the menu and the footer all show these; the menu in groups. */

import type { IconName } from '../ui/icon.tsx';

const FIRST = [
  { path: '/', label: 'nav.home', icon: 'home' },
  { path: '/lost-peoples', label: 'nav.lostPeople', icon: 'person' },
  { path: '/found-items', label: 'nav.foundItems', icon: 'bag' },
  { path: '/face-recognition', label: 'nav.scanFace', icon: 'scan' },
] as const satisfies readonly Place[];
const HERE = [
  { path: '/outbox', label: 'nav.outbox', icon: 'outbox' },
  { path: '/offline', label: 'nav.offline', icon: 'download' },
] as const satisfies readonly Place[];
const ABOUT = [
  { path: '/about', label: 'nav.about', icon: 'info' },
  { path: '/faqs', label: 'nav.faqs', icon: 'question' },
  { path: '/contact-us', label: 'nav.contact', icon: 'phone' },
] as const satisfies readonly Place[];
const READING = [
  { path: '/news', label: 'nav.news', icon: 'news' },
  { path: '/resources', label: 'nav.resources', icon: 'book' },
] as const satisfies readonly Place[];

export const PAGES = [...FIRST, ...ABOUT] as const;

/** Not among the first seven of a header, yet one press away: in the menu and in the footer. */
export const MORE_PAGES = [...HERE, ...READING] as const;

/** The same in the groups of the menu. */
export const SEARCHING = [...FIRST, ...HERE] as const;
export const ABOUT_US = [...ABOUT, ...READING] as const;

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
  /^\/(face-recognition|post-item|victim-founder-select|login|register|outbox\/(give|take)|chat\/[^/]+|mine\/[^/]+\/edit|items\/[^/]+\/(claim|this-is-me))$/;
export const isTask = (pathname: string): boolean => TASKS.test(pathname);

interface Place {
  path: string;
  label: string;
  icon: IconName;
}
