/** What a scan answers: whom the server takes the face for, and what is left to do where nobody may be named. */

import { GUARDED_VIEW } from '../../../contract/report.ts';
import { SHARE } from '../../../contract/share.ts';
import { portrait } from '../camera.ts';
import type { Screen, Shown } from '../open-screen.ts';
import { type Do, inTurn, press, screen, sees } from './steps.ts';

type Candidate = { band: 'likely' | 'possible'; data: object; sighting?: true };

/** The phone gets what it compares faces by; it opens its camera then, of which there is none. */
const getReady: Do = async (page, { say }) => {
  const [take = ''] = say.offline.take.split('{{');
  await page.getByRole('button', { name: take.trim() }).click();
  const { start } = say.scan;
  const { again } = say.common;
  await page
    .getByRole('button', { name: start, exact: true })
    .or(page.getByRole('button', { name: again, exact: true }))
    .waitFor();
};

/** A photo that was shared into the app is scanned in the place of the camera, and the server answers with these. */
const scanned =
  (candidates: (view: (id: string) => Promise<object>, world: Shown) => Promise<Candidate[]>): Do =>
  async (page, world) => {
    const view = async (id: string): Promise<object> =>
      (await (await page.request.get(`${world.origin}/report/${id}`)).json()).data;
    const found = await candidates(view, world);
    const [data] = found.map((one) => one.data);
    await page.route(/\/api\/face\/compare$/, (route) =>
      route.fulfill({ json: { found: found.length > 0, data: data ?? null, candidates: found, searched: 48 } }),
    );
    const photo = (await portrait('men/60.jpg')).toString('base64');
    await page.evaluate(
      async ({ cache, path, at, bytes }) => {
        const headers = { 'content-type': 'image/jpeg', [at]: String(Date.now()) };
        await (await caches.open(cache)).put(
          `${path}/0`,
          new Response(
            Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)),
            { headers },
          ),
        );
      },
      { ...SHARE, bytes: photo },
    );
    await getReady(page, world);
    await page.goto(world.origin + SHARE.path);
    await press((say) => say.share.scan)(page, world);
  };

const answered = sees((say) => say.match.detected);
const hit = async (): Promise<Candidate[]> => [{ band: 'possible', data: GUARDED_VIEW }];
const AT = '/face-recognition';

export const SCANNED: Screen[] = [
  screen('scanned', 'full', AT, {
    after: inTurn(
      scanned(async (view, { ids }) => [{ band: 'likely', data: await view(ids.person) }]),
      answered,
    ),
  }),
  screen('scanned', 'guarded', AT, {
    after: inTurn(
      scanned(hit),
      sees((say) => say.keep.seenTitle),
    ),
  }),
  screen('scanned', 'guarded, told', AT, {
    after: inTurn(
      scanned(hit),
      press((say) => say.keep.seenYes),
      sees((say) => say.keep.doneText),
    ),
  }),
  screen('scanned', 'guarded, of an officer', AT, {
    signedIn: 'officer',
    after: inTurn(
      scanned(async (view, { ids }) => {
        const { subject, ...rest } = (await view(ids.person)) as { subject: { name: string } };
        const { name: _, ...nameless } = subject;
        return [
          { band: 'likely', data: { ...rest, subject: nameless, photos: [], contact: 'guarded' }, sighting: true },
        ];
      }),
      answered,
    ),
  }),
  screen('scanned', 'several', AT, {
    after: inTurn(
      scanned(async (view, { ids }) => {
        const data = await view(ids.person);
        return [
          { band: 'possible', data },
          { band: 'possible', data: GUARDED_VIEW },
        ];
      }),
      answered,
    ),
  }),
  screen('scanned', 'nobody', AT, {
    after: inTurn(
      scanned(async () => []),
      sees((say) => say.keep.yes),
    ),
  }),
];
