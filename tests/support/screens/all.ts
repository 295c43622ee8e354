/** Every screen of the app, in every state it has: to be looked at, and to be judged by machines. */

import type { Screen } from '../open-screen.ts';
import { ACCOUNTS } from './accounts.ts';
import { BETWEEN } from './between.ts';
import { BROWSE } from './browse.ts';
import { DUTY } from './duty.ts';
import { MODERATION } from './moderation.ts';
import { NO_ROOM } from './no-room.ts';
import { OUTPOST } from './outpost.ts';
import { POSTING } from './posting.ts';
import { PUBLIC } from './public.ts';
import { SCANNED } from './scanned.ts';

export const SCREENS: readonly Screen[] = [
  ...[
    ...PUBLIC,
    ...SCANNED,
    ...BROWSE,
    ...ACCOUNTS,
    ...POSTING,
    ...BETWEEN,
    ...MODERATION,
    ...DUTY,
    ...OUTPOST,
    ...NO_ROOM,
  ],
];
