/** Who may see what of a report: the one function through which every report leaves the server. */

import { createHash } from 'node:crypto';
import type { AlertedPerson } from '../../contract/alert.ts';
import { mayBeChild } from '../../contract/person.ts';
import { GUARDED_VIEW, type ReportStatus, type ReportView } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import { maskedName } from '../auth/masked-name.ts';
import { consentsIn } from './agreed.ts';
import { askedOf, unconfirmedSince } from './asked.ts';
import { detailsFor } from './person-details.ts';
import type { Judged, ReportRow } from './read.ts';
import {
  isOfDuty,
  isOwner,
  isPolice,
  isVeiled,
  mayAssist,
  mayModerate,
  mayProtect,
  NOWHERE,
  needsCase,
  OPEN,
} from './rules.ts';
import { TOLD, type Told } from './told.ts';

/**
 * How much of a report a caller may see.
 * - `full`: its owner; and, one record at a time, whoever opened it with a reason (opened.ts).
 * - `public`: published, adult or item; contact details only by the owner's consent.
 * - `field`: to moderators, and to volunteers and officers of its district: what sort of record it is, how old the person is,
 *   what they wore, and what of their looks is chosen from a list.
 *   No name, no words, no photo, no place: nothing by which a family or a hiding place is found.
 * - `guarded`: that there is a record, and whom to call. The same for every record, and for ever: nothing to tell them apart by.
 * - `none`: not even that. So it is for all while its owner's account is closed; and of who must not be found, for whoever has
 *   known more by their duty: to them the guarded answer would say that she is protected, and not gone.
 */
export type Sight = 'full' | 'public' | 'field' | 'guarded' | 'none';

const SETTLED: readonly ReportStatus[] = ['resolved', 'expired'];
/** About a kilometre. */
const PUBLIC_PLACE_DIGITS = 2;

/** Whoever reads what is sent: a mail, a push on a locked screen. */
export const STRANGER: Caller = { kind: 'anonymous', key: 'anonymous:stranger' };

/** What a caller sees of a record whose id they have, without a reason given. */
export function sightOf(row: Judged, caller: Caller): Sight {
  if (row.closed) return 'none';
  if (isOwner(row, caller)) return 'full';
  if (isVeiled(row) && !mayModerate(caller)) {
    const isKnown = isOfDuty(row, caller) && mayProtect(caller);
    return isKnown || (row.ever_public && !isSheltered(row)) ? 'none' : 'guarded';
  }
  if (row.kept_scan && !mayProtect(caller)) return 'guarded';
  if (isPublic(row)) return 'public';
  const isOpen = OPEN.includes(row.status) && row.hidden_at === null;
  if (isOfDuty(row, caller) && (mayProtect(caller) || (isOpen && mayAssist(caller)))) return 'field';
  // Whoever asks again and again must not learn from a change of the answer that somebody came home.
  return isOpen || isSheltered(row) || !row.ever_public ? 'guarded' : 'none';
}

/** Whether who may open whole records may open this one. */
export const mayOpen = (row: Pick<ReportRow, 'closed' | 'hidden_for'>, caller: Caller): boolean =>
  !row.closed && (!isVeiled(row) || mayModerate(caller));

/** The sight of lists and feeds, for every role: what is published, and of it no more than by its id. */
export function listSightOf(row: Judged, caller: Caller): Sight {
  const sight = sightOf(row, caller);
  if (sight === 'full' || sight === 'public') return sight;
  return sight === 'field' && row.status === 'published' && row.hidden_at === null ? 'field' : 'none';
}

/** A child, or somebody who was found: protected whatever becomes of the report. */
export const isSheltered = (row: Pick<ReportRow, 'subject' | 'type' | 'age_min'>): boolean =>
  row.subject === 'person' && (row.type === 'found' || mayBeChild(row.age_min ?? undefined));

/** Whether the server may compare its face for anyone: looked at, and the reporter agreed; of a child, as a guardian. Officers compare all. */
export const isComparable = (
  row: Pick<
    ReportRow,
    'subject' | 'compare_face' | 'guardian' | 'kept_scan' | 'type' | 'age_min' | 'status' | 'hidden_at' | 'closed'
  >,
): boolean =>
  row.subject === 'person' &&
  !row.kept_scan &&
  row.compare_face &&
  (row.guardian || row.type === 'found' || !mayBeChild(row.age_min ?? undefined)) &&
  row.status === 'published' &&
  row.hidden_at === null &&
  !row.closed;

/** Whether anyone may see it: a looked-at report that is neither about a child nor about a found person. */
export function isPublic(row: Pick<ReportRow, 'status' | 'hidden_at' | 'subject' | 'type' | 'age_min'>): boolean {
  if (row.status !== 'published' || row.hidden_at !== null) return false;
  return !isSheltered(row);
}

/** By what it is decided whether an alert stands. */
type Alerted = Parameters<typeof needsCase>[0] & Pick<ReportRow, 'type' | 'status' | 'hidden_at' | 'closed'>;

/**
 * Whether everybody may be asked to look for them: missing, and published. Also while what their family has changed waits for
 * a look, and wherever that says they are: no word, photo or place of that is in an alert. What was refused has to be
 * published anew, not only appealed.
 */
const isLookedFor = (row: Alerted): boolean =>
  row.subject === 'person' &&
  row.type === 'lost' &&
  (row.status === 'published' || row.status === 'pending_review') &&
  row.hidden_at === null &&
  !row.closed;

/** Whether an alert for them shows nothing until an officer has named a case, and is not over. */
export const waitsForCase = (row: Alerted): boolean => isLookedFor(row) && needsCase(row);

/** Whether an alert may be raised for them: somebody has looked at all of their record, and it is of a district. */
export const isAlertable = (row: ReportRow): boolean =>
  row.status === 'published' && isLookedFor(row) && !needsCase(row) && isPlaced(row);

/** Whether it is known of which district they are. */
export const isPlaced = <T extends { district: string | null }>(row: T): row is T & { district: string } =>
  row.district !== null && row.district !== NOWHERE;

/** Whether anyone may hold its templates: public, and the reporter agreed that phones take them along. */
export const isPublicReference = (row: Parameters<typeof isPublic>[0] & Pick<ReportRow, 'carry_face'>): boolean =>
  row.subject === 'person' && row.carry_face && isPublic(row);

/**
 * Whether its templates are lent to this caller. To officers those of their district whom the server would compare for them;
 * to volunteers those of published missing people of their districts who may be carried, of a child by the guardian's word.
 * A hit names the record, so it is never more than what they know of there anyway.
 */
export function isLent(
  row: Parameters<typeof isComparable>[0] & {
    carry_face: boolean;
    district: string | null;
    hidden_for: string | null;
    owner_id: string | null;
  },
  caller: Caller,
): boolean {
  if (isOwner(row, caller)) return false; // that it is lent no more would tell them that somebody must not be found
  if (row.subject !== 'person' || row.kept_scan || row.closed || isVeiled(row) || !isOfDuty(row, caller)) return false;
  if (isPolice(caller)) return OPEN.includes(row.status);
  const isAgreed = row.carry_face && (row.guardian || !mayBeChild(row.age_min ?? undefined));
  return mayAssist(caller) && row.type === 'lost' && isAgreed && row.status === 'published' && row.hidden_at === null;
}

/** A report as this caller may see it; undefined when there is nothing to see. */
export function projectReport(row: ReportRow, caller: Caller, sight = sightOf(row, caller)): ReportView | undefined {
  if (sight === 'none') return undefined;
  if (sight === 'guarded') return guardedView(row.id);
  if (sight === 'field') return fieldView(row);
  const base = baseOf(row);
  const its = row[TOLD];
  const seen = sight === 'public' ? its.photos.filter((photo) => !its.unseen.includes(photo)) : its.photos;
  const photos = sight === 'public' && !row.public_photo ? [] : seen;
  const [image] = photos;
  const told = present({
    title: its.title,
    description: its.description,
    rewardRupees: its.reward_rupees,
    timeOfLossDate: its.time_of_loss_date,
    timeOfLossTime: its.time_of_loss_time,
    role: row.posting_role,
    number: its.number, // under it a public record is passed on (decision 083)
    image: image ? `/files/${image}?size=thumb` : null,
  });
  const showsPhone = its.phone !== null && (sight === 'full' || row.public_phone);
  const isFull = sight === 'full';
  const reach = present({
    region: its.region,
    phoneNumber: showsPhone ? its.phone : null,
    place: placeOf(its, isFull),
    owner: its.owner_name === null ? null : { name: isFull ? its.owner_name : maskedName(its.owner_name) },
  });
  const inner = isFull
    ? {
        videos: its.videos,
        ...(row.expires_at === null ? {} : { expiresAt: row.expires_at.toISOString() }),
        // Whoever posted a report may be the one the person fled from: nothing tells them of that.
        hidden: row.hidden_at !== null && !isVeiled(row),
        ...(needsCase(row) ? { needsCase: true } : {}),
        ...caseOf(row, true),
      }
    : {};
  const ends = row.erase_at === null ? {} : { erasesAt: row.erase_at.toISOString() };
  const since = isFull || mayModerate(caller) ? unconfirmedSince(row) : undefined;
  const unconfirmed = since === undefined ? {} : { unconfirmedSince: since.toISOString() };
  const mine = isOwner(row, caller) ? { mine: true, consents: consentsIn(row), ...ends, ...askedOf(row) } : {};
  const contact = showsPhone ? 'open' : 'relay';
  const subject = subjectOf(row, sight);
  return withRev({ ...base, ...told, ...reach, ...inner, ...unconfirmed, ...mine, subject, photos, contact });
}

/**
 * With the version of what the viewer reads: of two that are alike nobody can tell whether something changed that others
 * alone see.
 */
const withRev = (view: Omit<ReportView, 'rev'>): ReportView => ({
  ...view,
  rev: createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, REV_LENGTH),
});
const REV_LENGTH = 16;

function fieldView(row: ReportRow): ReportView {
  const { subject, ...told } = partyView(row);
  if (subject.kind === 'item') return withRev({ ...told, subject });
  const seen = present({ ageMin: row.age_min, ageMax: row.age_max, clothColor: row[TOLD].cloth_color });
  const when = present({ timeOfLossDate: row[TOLD].time_of_loss_date });
  const details = detailsFor(detailsIn(row), 'field');
  return withRev({ ...told, ...when, ...caseOf(row, false), subject: { ...subject, ...seen, ...details } });
}

/** The case it is looked for under. Its number opens documents of the police, in which a child's name may stand. */
function caseOf(
  { case_kind, [TOLD]: { case_number, case_station } }: ReportRow,
  whole: boolean,
): Pick<ReportView, 'case'> {
  if (case_kind === null || case_station === null) return {};
  return { case: { kind: case_kind, station: case_station, ...(whole ? present({ number: case_number }) : {}) } };
}

/** That there is a record: the same of every one but for the id, which the asker has already. */
export const guardedView = (id: string): ReportView => ({ ...GUARDED_VIEW, id, _id: id });

/** What everybody may know of somebody whom this district is asked to look for; undefined while nobody is to look. */
export function alertedView(row: ReportRow, district: string): AlertedPerson | undefined {
  if (!isLookedFor(row) || needsCase(row)) return undefined;
  const { sex, age_min: ageMin, age_max: ageMax } = row;
  const { time_of_loss_date: since, number } = row[TOLD];
  return { id: row.id, number, district, ...present({ sex, ageMin, ageMax, since }) };
}

/** How it stands, for one of the two who deal with each other about it; nothing of who it is about. */
export function partyView(row: ReportRow): ReportView {
  const person = { kind: 'person' as const, condition: row.condition ?? 'missing' };
  const subject = row.subject === 'person' ? person : itemOf(row);
  return withRev({ ...baseOf(row), subject, photos: [], contact: 'guarded' });
}

/**
 * The same: they go on reading what it was called when it came to its end by itself, and nothing else. What its owner or
 * the team took off is gone for them too.
 */
export function settledView(row: ReportRow): ReportView {
  const isSettled = SETTLED.includes(row.status) && row.hidden_at === null && row.ever_public && !isSheltered(row);
  return withRev({ ...partyView(row), ...(isSettled ? present({ title: row[TOLD].title }) : {}) });
}

const baseOf = (row: ReportRow) => ({
  ...(row.kept_scan ? { keptScan: true as const } : {}),
  id: row.id,
  _id: row.id,
  type: row.type,
  reportType: row.type,
  status: row.status,
  reviewed: row.reviewed,
  createdAt: row.created_at.toISOString(),
});

/** Where it happened: the point as it was given for who sees all, else one that many streets share. */
function placeOf({ lat, lng, address }: Told, exact: boolean): ReportView['place'] | null {
  if (lat === null || lng === null) return null;
  if (exact) return { lat, lng, ...present({ address }) };
  return { lat: Number(lat.toFixed(PUBLIC_PLACE_DIGITS)), lng: Number(lng.toFixed(PUBLIC_PLACE_DIGITS)) };
}

const subjectOf = (row: ReportRow, sight: 'full' | 'public'): ReportView['subject'] =>
  row.subject === 'person' ? personOf(row, sight) : itemOf(row);

const personOf = (row: ReportRow, sight: 'full' | 'public'): ReportView['subject'] => ({
  kind: 'person',
  condition: row.condition ?? 'missing',
  ...present({ name: row[TOLD].name, ageMin: row.age_min, ageMax: row.age_max, clothColor: row[TOLD].cloth_color }),
  ...detailsFor(detailsIn(row), sight),
});

const detailsIn = ({ sex, [TOLD]: { details } }: ReportRow) => ({ sex, details });

const itemOf = (row: ReportRow): ReportView['subject'] => ({
  kind: 'item',
  category: row.category ?? 'Other',
  status: row.item_status ?? row.type,
  ...present({ colour: row[TOLD].colour }),
});

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** The fields that have a value; on the wire an absent one is absent, never null. */
const present = <T extends object>(fields: T): Present<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Present<T>;
