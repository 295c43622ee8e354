/** Bring a database to the shape this program was written for. */

import { sql } from 'kysely';
import { settleEpoch } from './epoch.ts';
import { up as start } from './migrations/001-start.ts';
import { up as people } from './migrations/002-people.ts';
import { up as closing } from './migrations/003-closing.ts';
import { up as goneSessions } from './migrations/004-gone-sessions.ts';
import { up as envelopes } from './migrations/006-envelopes.ts';
import { up as bio } from './migrations/007-bio.ts';
import { up as searchAgain } from './migrations/008-search-again.ts';
import { up as files } from './migrations/009-files.ts';
import { up as recordedViews } from './migrations/010-recorded-views.ts';
import { up as devices } from './migrations/011-devices.ts';
import { up as erasing } from './migrations/012-erasing.ts';
import { up as growth } from './migrations/013-growth.ts';
import { up as lives } from './migrations/014-lives.ts';
import { up as secondAdmin } from './migrations/015-second-admin.ts';
import { up as duty } from './migrations/016-duty.ts';
import { up as auditChain } from './migrations/017-audit-chain.ts';
import { up as protection } from './migrations/018-protection.ts';
import { up as consent } from './migrations/019-consent.ts';
import { up as peopleSafe } from './migrations/020-people-safe.ts';
import { up as reading } from './migrations/021-reading.ts';
import { up as accounts } from './migrations/022-accounts.ts';
import { up as sealed } from './migrations/023-sealed.ts';
import { up as keeping } from './migrations/024-keeping.ts';
import { up as lentPacks } from './migrations/025-lent-packs.ts';
import { up as left } from './migrations/026-left.ts';
import { up as searchPaths } from './migrations/027-search-paths.ts';
import { up as hindi } from './migrations/028-hindi.ts';
import { up as sealedAccounts } from './migrations/030-sealed-accounts.ts';
import { up as sealedByAuthor } from './migrations/031-sealed-by-author.ts';
import { up as sounds } from './migrations/032-sounds.ts';
import { up as details } from './migrations/033-details.ts';
import { up as candidates } from './migrations/034-candidates.ts';
import { up as desk } from './migrations/035-duty-desk.ts';
import { up as enrolment } from './migrations/036-enrolment.ts';
import { up as ends } from './migrations/037-ends.ts';
import { up as areaAlerts } from './migrations/038-area-alerts.ts';
import { up as followsAndJobs } from './migrations/039-follows-and-jobs.ts';
import { up as keptScans } from './migrations/040-kept-scans.ts';
import { up as orderOfHistory } from './migrations/041-order-of-history.ts';
import { up as nearNames } from './migrations/042-near-names.ts';
import { up as sessionOfCourier } from './migrations/043-session-of-courier.ts';
import { up as sightingFaces } from './migrations/045-sighting-faces.ts';
import { up as facesToDraw } from './migrations/047-faces-to-draw.ts';
import { up as doubts } from './migrations/049-doubts.ts';
import { up as takenBack } from './migrations/050-taken-back.ts';
import { up as unsignedSightings } from './migrations/051-sightings-without-a-name.ts';
import { up as wordsForOwner } from './migrations/052-words-for-the-owner.ts';
import { up as notesTold } from './migrations/053-notes-that-were-told.ts';
import { up as unansweredThings } from './migrations/054-unanswered-things.ts';
import { up as unreadableFaces } from './migrations/055-unreadable-faces.ts';
import { up as latePhotos } from './migrations/056-photos-that-came-late.ts';
import { up as unprovenFaces } from './migrations/057-unproven-faces.ts';
import { up as smallPictures } from './migrations/058-small-pictures.ts';
import { up as sealedFollows } from './migrations/059-sealed-follows.ts';
import { up as alertDistricts } from './migrations/060-alert-districts.ts';
import { up as ownFeed } from './migrations/061-own-feed.ts';
import { up as urgentFirst } from './migrations/063-urgent-first.ts';
import { up as warnedNotes } from './migrations/064-warned-notes.ts';
import { up as blocksAndFreezes } from './migrations/065-blocks-and-freezes.ts';
import type { Db } from './schema.ts';

export interface Migration {
  name: string;
  up: (db: Db) => Promise<void>;
}

/** In order; a name that was once released is never changed or removed. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '001-start', up: start },
  { name: '002-people', up: people },
  { name: '003-closing', up: closing },
  { name: '004-gone-sessions', up: goneSessions },
  { name: '006-envelopes', up: envelopes },
  { name: '007-bio', up: bio },
  { name: '008-search-again', up: searchAgain },
  { name: '009-files', up: files },
  { name: '010-recorded-views', up: recordedViews },
  { name: '011-devices', up: devices },
  { name: '012-erasing', up: erasing },
  { name: '013-growth', up: growth },
  { name: '014-lives', up: lives },
  { name: '015-second-admin', up: secondAdmin },
  { name: '016-duty', up: duty },
  { name: '017-audit-chain', up: auditChain },
  { name: '018-protection', up: protection },
  { name: '019-consent', up: consent },
  { name: '020-people-safe', up: peopleSafe },
  { name: '021-reading', up: reading },
  { name: '022-accounts', up: accounts },
  { name: '023-sealed', up: sealed },
  { name: '024-keeping', up: keeping },
  { name: '025-lent-packs', up: lentPacks },
  { name: '026-left', up: left },
  { name: '027-search-paths', up: searchPaths },
  { name: '028-hindi', up: hindi },
  { name: '030-sealed-accounts', up: sealedAccounts },
  { name: '031-sealed-by-author', up: sealedByAuthor },
  { name: '032-sounds', up: sounds },
  { name: '033-details', up: details },
  { name: '034-candidates', up: candidates },
  { name: '035-duty-desk', up: desk },
  { name: '036-enrolment', up: enrolment },
  { name: '037-ends', up: ends },
  { name: '038-area-alerts', up: areaAlerts },
  { name: '039-follows-and-jobs', up: followsAndJobs },
  { name: '040-kept-scans', up: keptScans },
  { name: '041-order-of-history', up: orderOfHistory },
  { name: '042-near-names', up: nearNames },
  { name: '043-session-of-courier', up: sessionOfCourier },
  { name: '045-sighting-faces', up: sightingFaces },
  { name: '047-faces-to-draw', up: facesToDraw },
  { name: '049-doubts', up: doubts },
  { name: '050-taken-back', up: takenBack },
  { name: '051-sightings-without-a-name', up: unsignedSightings },
  { name: '052-words-for-the-owner', up: wordsForOwner },
  { name: '053-notes-that-were-told', up: notesTold },
  { name: '054-unanswered-things', up: unansweredThings },
  { name: '055-unreadable-faces', up: unreadableFaces },
  { name: '056-photos-that-came-late', up: latePhotos },
  { name: '057-unproven-faces', up: unprovenFaces },
  { name: '058-small-pictures', up: smallPictures },
  { name: '059-sealed-follows', up: sealedFollows },
  { name: '060-alert-districts', up: alertDistricts },
  { name: '061-own-feed', up: ownFeed },
  { name: '063-urgent-first', up: urgentFirst },
  { name: '064-warned-notes', up: warnedNotes },
  { name: '065-blocks-and-freezes', up: blocksAndFreezes },
];

/** Any number that nothing else locks by; processes that start together migrate one after another. */
const MIGRATION_LOCK = 7_460_115;

/** Apply what is missing, settle the epoch and mark the start, all or nothing. Doing it again changes nothing else. */
export async function migrate(db: Db, migrations = MIGRATIONS): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx); // many rows take their time
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
    await applyMissing(tx, migrations);
    await settleEpoch(tx);
  });
}

/** Apply those of the migrations that this database has not been through, within a transaction. */
export async function applyMissing(tx: Db, migrations: readonly Migration[]): Promise<void> {
  await sql`create table if not exists migration (
    name text collate "C" primary key,
    applied_at timestamptz not null default now()
  )`.execute(tx);
  const rows = await tx.selectFrom('migration').select('name').execute();
  const applied = new Set(rows.map((row) => row.name));
  for (const { name, up } of migrations) {
    if (applied.delete(name)) continue;
    await up(tx);
    await tx.insertInto('migration').values({ name }).execute();
  }
  const [unknown] = applied;
  if (unknown) throw new Error(`The database was migrated by a newer version of this program (${unknown}).`);
}
