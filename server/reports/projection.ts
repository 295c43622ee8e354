/** Who may see what of a report: the one function through which every report leaves the server. */

import { mayBeChild } from '../../contract/face.ts';
import type { ReportStatus, ReportView } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import { maskedName } from '../auth/masked-name.ts';
import type { ReportRow } from './read.ts';
import { isOwner, mayProtect } from './rules.ts';

/**
 * How much of a report a caller may see.
 * - `full`: its owner, a verified officer, a moderator.
 * - `public`: published, adult or item; contact details only by the owner's consent.
 * - `field`: a verified volunteer: who is looked for, never how to reach the family.
 * - `guarded`: that there is a record, and whom to ask. A child, a found person, or not reviewed yet.
 * - `none`: not even that. So it is for all while its owner's account is closed.
 */
export type Sight = 'full' | 'public' | 'field' | 'guarded' | 'none';

const OPEN: readonly ReportStatus[] = ['pending_review', 'published', 'appealed'];
const SETTLED: readonly ReportStatus[] = ['resolved', 'expired'];
/** About a kilometre. */
const PUBLIC_PLACE_DIGITS = 2;

export function sightOf(row: ReportRow, caller: Caller): Sight {
  if (row.closed) return 'none';
  if (isOwner(row, caller) || mayProtect(caller)) return 'full';
  if (!OPEN.includes(row.status) || row.hidden_at !== null) return 'none';
  if (isPublic(row)) return 'public';
  if (caller.kind === 'user' && caller.role === 'volunteer') return 'field';
  return 'guarded';
}

/**
 * The same in a list. The whole of another's record is opened one at a time, and that is written down (A14): here
 * whoever may do that sees what a volunteer sees.
 */
export function listSightOf(row: ReportRow, caller: Caller): Sight {
  if (isOwner(row, caller)) return 'full';
  if (isPublic(row)) return 'public';
  const sight = sightOf(row, caller);
  return sight === 'full' ? 'field' : sight;
}

/** Whether anyone may see it: a looked-at report that is neither about a child nor about a found person. */
export function isPublic(row: ReportRow): boolean {
  if (row.status !== 'published' || row.hidden_at !== null) return false;
  return row.subject === 'item' || (row.type === 'lost' && !mayBeChild(row.age_min ?? undefined));
}

/** Whether anyone may hold its templates: public, and the reporter agreed that its photo is compared by all. */
export const isPublicReference = (row: ReportRow): boolean =>
  row.subject === 'person' && row.public_photo && isPublic(row);

/** A report as this caller may see it; undefined when there is nothing to see. */
export function projectReport(row: ReportRow, caller: Caller, sight = sightOf(row, caller)): ReportView | undefined {
  if (sight === 'none') return undefined;
  if (sight === 'guarded') return guardedView(row);
  const base = baseOf(row);
  const photos = sight === 'public' && !row.public_photo ? [] : row.photos;
  const [image] = photos;
  const told = present({
    title: row.title,
    description: row.description,
    rewardRupees: row.reward_rupees,
    timeOfLossDate: row.time_of_loss_date,
    timeOfLossTime: row.time_of_loss_time,
    role: row.posting_role,
    image: image ? `/files/${image}?size=thumb` : null,
  });
  if (sight === 'field') return { ...base, ...told, subject: subjectOf(row), photos, contact: 'relay' };
  const showsPhone = row.phone !== null && (sight === 'full' || row.public_phone);
  const isFull = sight === 'full';
  const reach = present({
    region: row.region,
    phoneNumber: showsPhone ? row.phone : null,
    place: placeOf(row, isFull),
    owner: row.owner_name === null ? null : { name: isFull ? row.owner_name : maskedName(row.owner_name) },
  });
  const inner = isFull
    ? {
        videos: row.videos,
        number: row.number,
        expiresAt: row.expires_at.toISOString(),
        hidden: row.hidden_at !== null,
      }
    : {};
  const mine = isOwner(row, caller) ? { mine: true } : {};
  const contact = showsPhone ? 'open' : 'relay';
  return { ...base, ...told, ...reach, ...inner, ...mine, subject: subjectOf(row), photos, contact };
}

/** That there is a record and how it stands; nothing of who it is about. */
export function guardedView(row: ReportRow): ReportView {
  const person = { kind: 'person' as const, condition: row.condition ?? 'missing' };
  return { ...baseOf(row), subject: row.subject === 'person' ? person : itemOf(row), photos: [], contact: 'guarded' };
}

/**
 * The same for one of the two who dealt with each other about it: they go on reading what it was called when it came to
 * its end by itself, and nothing else. What its owner or the team took off is gone for them too.
 */
export function settledView(row: ReportRow): ReportView {
  const isSettled = SETTLED.includes(row.status) && row.hidden_at === null;
  return { ...guardedView(row), ...(isSettled ? present({ title: row.title }) : {}) };
}

const baseOf = (row: ReportRow) => ({
  id: row.id,
  _id: row.id,
  rev: row.rev,
  type: row.type,
  reportType: row.type,
  status: row.status,
  reviewed: row.reviewed,
  createdAt: row.created_at.toISOString(),
});

/** Where it happened: the point as it was given for who sees all, else one that many streets share. */
function placeOf({ lat, lng, address }: ReportRow, exact: boolean): ReportView['place'] | null {
  if (lat === null || lng === null) return null;
  if (exact) return { lat, lng, ...present({ address }) };
  return { lat: Number(lat.toFixed(PUBLIC_PLACE_DIGITS)), lng: Number(lng.toFixed(PUBLIC_PLACE_DIGITS)) };
}

const subjectOf = (row: ReportRow): ReportView['subject'] => (row.subject === 'person' ? personOf(row) : itemOf(row));

const personOf = (row: ReportRow): ReportView['subject'] => ({
  kind: 'person',
  condition: row.condition ?? 'missing',
  ...present({ name: row.name, ageMin: row.age_min, ageMax: row.age_max, clothColor: row.cloth_color }),
});

const itemOf = (row: ReportRow): ReportView['subject'] => ({
  kind: 'item',
  category: row.category ?? 'Other',
  status: row.item_status ?? row.type,
  ...present({ colour: row.colour }),
});

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** The fields that have a value; on the wire an absent one is absent, never null. */
const present = <T extends object>(fields: T): Present<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Present<T>;
