/** The parts of the frame that come after the first picture, each free to fail without taking the page along. */

import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { needTexts, REST } from '../i18n/language.ts';
import styles from './account.module.css';
import { AfterPaint } from './after-paint.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { layFoundations } from './foundations.ts';
import { SignedOutLinks, SignedOutRows } from './signed-out.tsx';

const later = () => layFoundations().then(() => import('./later-parts.tsx'));

/** With it come the texts that the page drawn by the build could do without. */
const slot = <Name extends string, Props extends object>(
  load: () => Promise<{ [name in Name]: ComponentType<Props> }>,
  name: Name,
) =>
  lazy(async () => {
    const [parts] = await Promise.all([load(), needTexts(REST)]);
    return { default: parts[name] };
  });

const StatusLine = slot<'StatusLine', object>(later, 'StatusLine');
const UnsentCount = slot<'UnsentCount', object>(later, 'UnsentCount');
const DeviceNotes = slot<'DeviceNotes', object>(later, 'DeviceNotes');
const UpdatePrompt = slot<'UpdatePrompt', object>(later, 'UpdatePrompt');
const LeaveDialog = slot<'LeaveDialog', object>(later, 'LeaveDialog');
const Toasts = slot<'ToastRegion', object>(later, 'ToastRegion');
const AccountLinks = slot<'AccountLinks', object>(later, 'AccountLinks');
const UnreadCount = slot<'Unread', object>(later, 'Unread');
const AccountRows = slot<'AccountRows', { onSignOut: () => void }>(later, 'AccountRows');
/** Once the menu or the footer has room for it. */
const LookList = slot(() => import('./look-list.tsx'), 'LookList');
/** Of shared devices alone. */
const LockButton = slot(() => import('../features/outpost/lock-button.tsx'), 'LockButton');

function Slot({ waiting = null, children }: { waiting?: ReactNode; children: ReactNode }) {
  return (
    <AfterPaint waiting={waiting}>
      <ErrorBoundary fallback={() => waiting}>
        <Suspense fallback={waiting}>{children}</Suspense>
      </ErrorBoundary>
    </AfterPaint>
  );
}

/** What the connection and the outbox have to say, under the header. */
export const StatusSlot = () => (
  <Slot>
    <StatusLine />
  </Slot>
);

/** How many reports wait in the outbox, on its icon. */
export const UnsentSlot = () => (
  <Slot>
    <UnsentCount />
  </Slot>
);

/** How many notices wait, on the button of the menu. */
export const UnreadSlot = () => (
  <Slot>
    <UnreadCount />
  </Slot>
);

/** What the device has to tell of itself: a newer version in another window, a memory that was cleared. */
export const DeviceNotesSlot = () => (
  <Slot>
    <DeviceNotes />
  </Slot>
);

/** On a shared device: shut one's vault. */
export const LockSlot = () => (
  <Slot>
    <LockButton />
  </Slot>
);

/** The languages, the size of text and the simple view, in the menu and in the footer. */
export const LookSlot = () => (
  <div className={styles.look}>
    <Slot>
      <LookList />
    </Slot>
  </div>
);

export const UpdateSlot = () => (
  <Slot>
    <UpdatePrompt />
  </Slot>
);

export const ToastSlot = () => (
  <Slot>
    <Toasts />
    <LeaveDialog />
  </Slot>
);

/** Signing in, or the account of who is signed in, at the end of the header. */
export const AccountSlot = () => (
  <div className={styles.account}>
    <Slot
      waiting={
        <div className={styles.guess}>
          <SignedOutLinks />
        </div>
      }
    >
      <AccountLinks />
    </Slot>
  </div>
);

/** The same as rows of the phone's menu. */
export const AccountRowsSlot = ({ onSignOut }: { onSignOut: () => void }) => (
  <Slot waiting={<SignedOutRows />}>
    <AccountRows onSignOut={onSignOut} />
  </Slot>
);
