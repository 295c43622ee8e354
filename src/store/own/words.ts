/** The words of a write that are still here: for its author to read, and to go back to where they were typed. */

import * as z from 'zod/mini';
import { localMinute } from '../../platform/day.ts';
import type { FormValues, OwnWrite } from '../rows.ts';

const Words = z.object({
  text: z.optional(z.string()),
  message: z.optional(z.string()),
  words: z.optional(z.string()),
  answers: z.optional(z.array(z.string())),
  region: z.optional(z.string()),
  seenAt: z.optional(z.string()),
  place: z.optional(z.object({ lat: z.number(), lng: z.number() })),
});

/** What somebody wrote in it; of a write without words nothing. */
export const wordsIn = ({ input }: OwnWrite): z.infer<typeof Words> => Words.safeParse(input).data ?? {};

/** What is typed of a note about this report: `useUnsent`. */
export const noteDraft = (reportId: string): string => `note/${reportId}`;

/** The answers of a note's form, as they were typed. */
export function noteTyped(write: OwnWrite): FormValues {
  const { text = '', region, seenAt, place } = wordsIn(write);
  return {
    text,
    ...(region ? { region } : {}),
    ...(seenAt ? { seenAt: localMinute(new Date(seenAt)) } : {}),
    ...(place ? { lat: String(place.lat), lng: String(place.lng) } : {}),
  };
}

/** Where a note that was refused can be written anew; undefined of a write that is none, or has no form of its own there. */
export function noteOf({ endpoint, input }: OwnWrite): { reportId: string; isSighting: boolean } | undefined {
  const isSighting = endpoint === 'tellSighting' || (endpoint === 'addNote' && input.kind === 'sighting');
  const isNote = isSighting || (endpoint === 'addNote' && input.kind === 'information');
  return isNote && typeof input.reportId === 'string' ? { reportId: input.reportId, isSighting } : undefined;
}
