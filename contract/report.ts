/** What people post: one kind of record, about a person or an item. */

import * as z from 'zod/mini';
import { Id, Instant, Sha256 } from './primitives.ts';

export const ReportType = z.enum(['lost', 'found']);
export type ReportType = z.infer<typeof ReportType>;

/** A19. A draft and a queued report live on the device only and never reach the server. */
export const ReportStatus = z.enum([
  'pending_review',
  'published',
  'rejected',
  'appealed',
  'resolved',
  'withdrawn',
  'expired',
]);
export type ReportStatus = z.infer<typeof ReportStatus>;

export const PersonCondition = z.enum(['missing', 'seen', 'found', 'safe']);
export const ItemStatus = z.enum(['lost', 'found', 'claimed', 'returned']);
export const ItemCategory = z.enum([
  'Electronics',
  'Clothing',
  'Jewelry',
  'Documents',
  'Keys',
  'Bags',
  'Wallet',
  'Other',
]);

export const PersonSubject = z.object({
  kind: z.literal('person'),
  /** Absent when nobody knows the name (A27). */
  name: z.optional(z.string()),
  ageMin: z.optional(z.int()),
  ageMax: z.optional(z.int()),
  clothColor: z.optional(z.string()),
  condition: PersonCondition,
});

export const ItemSubject = z.object({
  kind: z.literal('item'),
  category: ItemCategory,
  colour: z.optional(z.string()),
  status: ItemStatus,
});

/**
 * A report as one viewer may see it. What the viewer may not see is absent: nothing here is hidden by the screen.
 * It is what every read answers, and the only shape in which a report leaves the server.
 */
export const ReportView = z.object({
  id: Id,
  _id: Id,
  rev: z.string(),
  type: ReportType,
  status: ReportStatus,
  subject: z.discriminatedUnion('kind', [PersonSubject, ItemSubject]),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  region: z.optional(z.string()),
  rewardRupees: z.optional(z.int()),
  /** When the person or item was lost or found; local wall-clock date and time as the reporter gave them. */
  timeOfLossDate: z.optional(z.string()),
  timeOfLossTime: z.optional(z.string()),
  phoneNumber: z.optional(z.string()),
  photos: z.array(Sha256),
  /**
   * Why details are absent: `relay` = write through the app; `guarded` = a child or a found person, ask the police
   * (112) or Childline (1098); `open` = nothing is held back.
   */
  contact: z.enum(['open', 'relay', 'guarded']),
  /** A person of ours has looked at it. */
  reviewed: z.boolean(),
  createdAt: Instant,
});
export type ReportView = z.infer<typeof ReportView>;
