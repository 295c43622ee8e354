/** A private value that is looked for in all that leaves the server, and who may read it where. */

import type { EndpointName } from '../../contract/protocol.ts';

/** `owner` posted all records; `party` claims, writes and notes; the others have nothing to do with any of it. */
export const VIEWERS = [
  ...(['anonymous', 'owner', 'party', 'poster', 'finder', 'young', 'suspended'] as const),
  ...(['volunteer', 'volunteer elsewhere', 'officer', 'officer elsewhere', 'moderator', 'admin'] as const),
] as const;
export type Viewer = (typeof VIEWERS)[number];

/** Where else something may be read: by whoever reads mails, locked screens, the log, the jobs, a pack, one that is lent. */
export type Way = EndpointName | 'mail' | 'push' | 'log' | 'jobs' | 'pack' | 'lent' | 'share';

export interface Canary {
  what: string;
  /** Whether that viewer may read it there; of a way that is no call the viewer is `anonymous`. */
  may(viewer: Viewer, way: Way): boolean;
}
