/** Where one can go. The header, the bar, the menu and the footer all show these. */

import type { IconName } from '../ui/icon.tsx';

export const PAGES = [
  { path: '/', label: 'nav.home', icon: 'home' },
  { path: '/face-recognition', label: 'nav.scanFace', icon: 'scan' },
  { path: '/outbox', label: 'nav.outbox', icon: 'outbox' },
  { path: '/offline', label: 'nav.offline', icon: 'download' },
] as const satisfies readonly { path: string; label: string; icon: IconName }[];
