/** What a web push carries to a device, and what a page leaves for its own service worker to say: enough for a line on the lock screen, and nothing that may not be read there. */

import * as z from 'zod/mini';

export const PushMessage = z.object({
  /** A `NoticeKind`; a device does not need to know it. */
  kind: z.string(),
  title: z.string(),
  /** What anyone may read of the report it is about; may be empty. */
  body: z.string(),
  /** The page of the app that a tap opens: a path, never another site. */
  url: z.string().check(z.regex(/^\/(?!\/)/)),
});
export type PushMessage = z.infer<typeof PushMessage>;

/**
 * How a page asks its service worker to be woken once there is a network, and where it leaves the {@link PushMessage} to show
 * if no page is open then.
 */
export const WAKE_UP = { tag: 'outbox', cache: 'wake-up', path: '/wake-up' } as const;
