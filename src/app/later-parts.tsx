/** What comes into the frame right after the first picture: needed by every page, so one file brings all of it. */

export { StatusLine } from '../features/outbox/status-line.tsx';
export { ToastRegion } from '../ui/toast.tsx';
export { AccountLinks, AccountRows, Unread } from './account.tsx';
export { DeviceNotes } from './device-notes.tsx';
export { LeaveDialog } from './leave-dialog.tsx';
export { followLanguage } from './manifest-link.ts';
export { warnOfExampleSite } from './site.ts';
export { UnsentCount } from './unsent-count.tsx';
export { startUpdates } from './update.ts';
export { UpdatePrompt } from './update-prompt.tsx';
