/** A file that somebody sends to harm the server, or its own sender: by what it tells of a place. */

export interface Hostile {
  name: string;
  bytes: Buffer;
  /** What a report names it as. */
  as: 'photo' | 'video';
  /** What becomes of it; `either` where decoders may differ. */
  end: 'kept' | 'refused' | 'either';
}

/** Stands for a place, a name or a program; whatever is kept must not hold it. */
export const MARK = 'SECRETPLACE+30.9010+075.8573/';
