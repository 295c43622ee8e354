/** What a first look shows: the sample records, and what can be tried with them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateUser } from '../../contract/auth.ts';
import type { ReportView } from '../../contract/report.ts';
import { Role } from '../../contract/user.ts';
import { buildModels } from '../../models/build/main.ts';
import { DEMO_PASSWORD, demoEmail } from '../../server/auth/demo-accounts.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';

/** Districts of who has a place of duty. */
const WORK_IN: Partial<Record<Role, string[]>> = {
  volunteer: ['pb-jalandhar', 'pb-ludhiana'],
  officer: ['pb-ludhiana'],
};

withDatabases('sample data', (database) => {
  let host: TestHost;
  let nobody: Person;
  let models: string;

  beforeAll(async () => {
    host = await startHost(database);
    models = mkdtempSync(join(tmpdir(), 'wapsi-demo-'));
    await buildModels(models, () => {});
    await seedDemo(host.db, host.files, models);
    await host.app().jobs.idle();
    nobody = await personOf(host);
  }, 180_000);
  afterAll(async () => {
    rmSync(models, { recursive: true, force: true });
    await host.remove();
  });
  const list = async (query: string): Promise<ReportView[]> =>
    (await nobody.call('GET', `/report?limit=100&${query}`)).body.data;

  it('has people to sign in as, one of each role, by name, with a few words of their own, with whom some of them work, and where (R224)', async () => {
    const users = await host.db
      .selectFrom('app_user')
      .select(['name', 'bio', 'email', 'role', 'organisation', 'districts'])
      .execute();
    expect(users.map(({ role }) => role).sort()).toEqual([...Role.options].sort());
    for (const { name, bio, email, role, organisation, districts } of users) {
      expect(name).toMatch(/^\w+ \w+$/);
      expect(organisation !== null).toBe(role === 'volunteer' || role === 'officer');
      expect([role, districts]).toEqual([role, WORK_IN[role] ?? []]);
      const { status, body } = await nobody.call('POST', '/login', { primaryEmail: email, password: DEMO_PASSWORD });
      expect(bio?.length).toBeGreaterThan(20);
      expect([status, body.user.name, body.user.bio]).toEqual([200, name, bio]);
      expect(updateUser.input.safeParse({ id: body.user.id, bio })).toMatchObject({ success: true });
    }
    expect(new Set(users.map(({ bio }) => bio)).size).toBe(users.length);
  });

  it('has things of each category, each with title, description, place, photo and owner, lost and found (R225)', async () => {
    const things = await list('kind=item');
    const categories = new Set(things.map(({ subject }) => subject.kind === 'item' && subject.category));
    expect(categories.size).toBe(8);
    for (const thing of things) {
      for (const field of ['title', 'description', 'region', 'place', 'image', 'owner', 'timeOfLossDate'])
        expect(thing).toHaveProperty(field);
      expect((await host.app().inject({ method: 'GET', url: thing.image ?? '' })).statusCode).toBe(200);
    }
    expect(new Set(things.map(({ type }) => type)).size).toBe(2);
  });

  it('has people with name, condition, clothes, place and a story; one shows a phone, a child and a found person nothing (R226, A14)', async () => {
    const people = await list('kind=person');
    expect(people.length).toBeGreaterThanOrEqual(8);
    for (const { subject, ...person } of people) {
      expect(subject).toMatchObject({ condition: 'missing', name: expect.any(String), clothColor: expect.any(String) });
      for (const field of ['description', 'region', 'place', 'image']) expect(person).toHaveProperty(field);
    }
    expect(people.filter(({ phoneNumber }) => phoneNumber !== undefined)).toHaveLength(1);
    const all = await host.db
      .selectFrom('report')
      .select(['type', 'age_min', 'subject'])
      .where('subject', '=', 'person')
      .execute();
    expect(all.length - people.length).toBe(2);
    expect(await host.db.selectFrom('template').select('id').execute()).toHaveLength(all.length);
  });

  it('lets a found thing be claimed, and has a pair whose owners are told of each other', async () => {
    const questions = [];
    for (const { id } of await list('kind=item&type=found'))
      questions.push((await nobody.call('GET', `/report/${id}`)).body.questions.length);
    expect(Math.min(...questions)).toBeGreaterThan(0);
    const told = await host.db
      .selectFrom('notice')
      .innerJoin('app_user', 'app_user.id', 'notice.user_id')
      .select('email')
      .where('kind', '=', 'match-possible')
      .execute();
    expect(told.map(({ email }) => email).sort()).toEqual([demoEmail('finder'), demoEmail('poster')]);
  });

  it('is put into an empty database alone', async () => {
    const count = (await list('')).length;
    await seedDemo(host.db, host.files, models);
    expect(await list('')).toHaveLength(count);
  });
});
