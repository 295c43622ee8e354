/** A scan on its way to its end, in what the browser is asked for; and the two ends: the card of a person, or the form. */

import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUARDED_VIEW } from '../../contract/report.ts';
import en from '../../src/i18n/en.json';
import { ASKS_AGAIN_MS } from '../../src/store/own/scans.ts';
import { approveAs, callAs, sessionOf, signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { film, portrait } from '../support/camera.ts';
import { chooseLost, heading, startScan, walkTo } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const STRANGER = 'men/60.jpg';
/** Gurpreet Singh of the sample people. */
const KNOWN = 'men/35.jpg';

let server: TestServer;

beforeAll(async () => {
  server = await startKnownServer({ COMPARE_LIMIT_ANONYMOUS: '100' });
});
afterAll(() => server.remove());

interface Seen {
  /** What the camera was asked to be. */
  asked: unknown[];
  /** When a frame was taken from the video, in milliseconds. */
  frames: number[];
  /** Type and quality of each picture made of a canvas. */
  pictures: unknown[][];
  /** The seconds that were left, as the page said them, each once, and whether it said beside them what it did. */
  countdown: { left: number; detecting: boolean }[];
  /** The most points that were drawn over the video at once. */
  drawn: number;
  /** Of each look at a page that compares: whether the circle showed the last picture of the camera. */
  frozen: boolean[];
}
declare global {
  var seen: Seen;
}

/** Runs in the page before the app: notes what the app asks the browser for, and passes it on. */
function watchBrowser(): void {
  globalThis.seen = { asked: [], frames: [], pictures: [], countdown: [], drawn: 0, frozen: [] };
  const { seen } = globalThis;
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = (constraints) => {
    seen.asked.push(constraints);
    return getUserMedia(constraints);
  };
  const createBitmap = globalThis.createImageBitmap.bind(globalThis) as (...from: unknown[]) => Promise<ImageBitmap>;
  Object.assign(globalThis, {
    createImageBitmap: (...from: unknown[]) => {
      if (from[0] instanceof HTMLVideoElement) seen.frames.push(performance.now());
      return createBitmap(...from);
    },
  });
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = function (done, ...how) {
    seen.pictures.push(how);
    toBlob.call(this, done, ...how);
  };
}

/** Runs in the page beside the app: notes what a countdown showed, however long a look from outside takes to arrive. */
function watchCountdown(): void {
  const { seen } = globalThis;
  const pixelsOf = (canvas: Element | null): number => {
    if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return 0;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return pixels.filter((value, i) => i % 4 === 3 && value > 0).length;
  };
  /** A picture has more than one brightness; what was never drawn on has none. */
  const isPicture = (canvas: Element | null): boolean => {
    if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0 || canvas.hidden) return false;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return new Set(pixels).size > 10;
  };
  new MutationObserver(() => {
    if (document.body.innerText.includes('Comparing…'))
      seen.frozen.push(isPicture(document.querySelector('[data-testid=still]')));
  }).observe(document, { subtree: true, childList: true, characterData: true });
  const look = (): void => {
    const text = document.querySelector('[role=timer]')?.textContent;
    if (!text) return;
    const left = Number(text);
    if (seen.countdown.at(-1)?.left !== left)
      seen.countdown.push({ left, detecting: document.body.innerText.includes('Face detecting...') });
    seen.drawn = Math.max(seen.drawn, pixelsOf(document.querySelector('[data-testid=overlay]')));
  };
  setInterval(look, 100);
}

const readSeen = (page: Page): Promise<Seen> => page.evaluate(() => globalThis.seen);

/** One scan of the face before the camera, whose questions to the server are kept. */
async function openScanner(face: string, name: string): Promise<{ phone: Device; asked: Request[] }> {
  const phone = await openReadyPhone({ camera: await film(await portrait(face), name) });
  await phone.page.addInitScript(watchBrowser);
  const asked: Request[] = [];
  phone.context.on('request', (request) => {
    if (request.url().endsWith('/api/face/compare')) asked.push(request);
  });
  return { phone, asked };
}

const answerTo = async (request: Request | undefined) => (await request?.response())?.json();

describe('a scan of somebody unknown', () => {
  let phone: Device;
  let page: Page;
  let asked: Request[];

  beforeAll(async () => {
    ({ phone, asked } = await openScanner(STRANGER, 'stranger'));
    ({ page } = phone);
  });
  afterAll(() => phone.remove());

  it('is open to everyone: a round picture, the instruction and the button to start (R14, R43, R103, R106, R107)', async () => {
    await page.goto(`${server.url}/face-recognition`);
    await heading(page, 'Scan a face').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(null);
    await page.getByText('Bring the face close so that it fills the circle, and avoid the background.').waitFor();
    await page.getByRole('button', { name: 'Start Face Detection' }).waitFor();
    const shape = await page.locator('video').evaluate((video) => {
      const { width, height } = video.getBoundingClientRect();
      return { radius: getComputedStyle(video).borderRadius, isSquare: Math.abs(width - height) < 1, width };
    });
    expect(shape).toMatchObject({ radius: '50%', isSquare: true });
    expect(shape.width).toBeGreaterThan(150);
  });

  it('counts down beside its status and draws the face over the video, found by a worker (R108, R109, R112, R271, R421)', async () => {
    await startScan(page, server.url, watchCountdown);
    await heading(page, 'Person Not Found').waitFor({ timeout: 60_000 });
    const { countdown, drawn, frozen } = await readSeen(page);
    // From the first moment on at which it compares, and to the last: the circle is never black.
    expect(frozen.length).toBeGreaterThan(0);
    expect(frozen.every(Boolean)).toBe(true);
    const left = countdown.map((said) => said.left);
    expect(left.length).toBeGreaterThan(1);
    expect(left).toEqual([...new Set(left)].sort((a, b) => b - a));
    expect(left[0]).toBeLessThanOrEqual(5);
    expect(countdown.every(({ detecting }) => detecting)).toBe(true);
    expect(drawn).toBeGreaterThan(200);
    // The finder of landmarks announces itself by this name, wherever it runs.
    const isFinderHere = () => 'ModuleFactory' in globalThis;
    expect(await page.evaluate(isFinderHere)).toBe(false);
    const workers = await Promise.all(page.workers().map((worker) => worker.evaluate(isFinderHere)));
    expect(workers).toContain(true);
  });

  it('that finds nobody says so, and offers to add the person (R113, R114, R277)', async () => {
    await heading(page, 'Person Not Found').waitFor();
    const said = await page
      .getByText(/^This person was not found in the database: [\d,]+ people compared/)
      .textContent();
    expect(said).toContain('You can add them below');
    expect(await page.getByText('Failed to detect face').count()).toBe(0); // it was detected well
    await page.getByAltText('Photo 1').waitFor(); // the captured face
  });

  it('asked for the front camera at 640 by 480 and no sound (R104, R105, R348, R386)', async () => {
    expect((await readSeen(page)).asked).toEqual([
      { video: { facingMode: 'user', width: { ideal: 640 }, height: { ideal: 480 } }, audio: false },
    ]);
  });

  it('took frames while it searched for a face, never two within 100 ms, and none after (R268, R269, R391)', async () => {
    const { frames } = await readSeen(page);
    // How many a slow machine comes to in the five seconds is its own; that they go on is ours.
    expect(frames.length).toBeGreaterThan(1);
    expect(Number(frames.at(-1)) - Number(frames[0])).toBeGreaterThan(1000);
    const gaps = frames.slice(1).map((at, i) => at - Number(frames[i]));
    expect(Math.min(...gaps)).toBeGreaterThan(99); // a timer may come a fraction early
    await page.waitForTimeout(1000);
    expect((await readSeen(page)).frames).toEqual(frames);
  });

  it('kept its picture as WebP of quality 0.92 (R393, R394)', async () => {
    expect((await readSeen(page)).pictures).toContainEqual(['image/webp', 0.92]);
  });

  it('asked the server once, with the numbers of the face and no picture, and was told "not found" (R275, R342, R344)', async () => {
    expect(asked).toHaveLength(1);
    const { descriptor, ...rest } = asked[0]?.postDataJSON() ?? {};
    expect(descriptor).toHaveLength(128);
    expect(Object.keys(rest).sort()).toEqual(['model', 'opId', 'scannedAt']);
    expect(await answerTo(asked[0])).toMatchObject({ found: false, data: null });
  });

  it('can be kept for the police by one press: the face, when and where, and no word more', async () => {
    await phone.context.grantPermissions(['geolocation']);
    await phone.context.setGeolocation({ latitude: 30.901, longitude: 75.8573 });
    const sent = phone.context.waitForEvent('request', (request) => request.url().endsWith('/uploadLostFoundPerson'));
    await page.getByRole('button', { name: en.keep.yes }).click();
    await page.getByText(/^Kept until \d/).waitFor();
    const request = await sent;
    const { faces, photos, ...upload } = request.postDataJSON();
    expect(faces).toMatchObject([{ photo: photos[0] }]);
    expect(upload).toMatchObject({ type: 'found', keptScan: true, place: { lat: 30.901, lng: 75.8573 } });
    expect(Object.keys(upload).sort()).toEqual([
      ...['id', 'keptScan', 'nameUnknown', 'opId', 'place', 'secretHash', 'timeOfLossDate', 'timeOfLossTime'],
      ...['title', 'type', 'videos'],
    ]);
    const { receipt } = await answerTo(request);
    // In a second page, for the form in this one is filled by what follows.
    const outbox = await phone.context.newPage();
    await outbox.goto(`${server.url}/outbox`);
    await outbox.getByText(`Received, no. ${receipt.number}`, { exact: false }).waitFor();
    await outbox.getByRole('button', { name: /^More about Scan of/ }).click();
    await outbox.getByRole('dialog').getByRole('button', { name: en.end.erased.do }).waitFor();
    expect(await outbox.getByRole('dialog').getByText(en.outbox.mine.change).count()).toBe(0);
    await outbox.close();
  });

  const form = () => page.locator('form');
  const type = (name: 'Lost' | 'Found') =>
    form().getByRole('group', { name: 'Lost or found' }).getByText(name, { exact: true });

  it('leads to the form of a lost person, with all its questions (R115 to R127)', async () => {
    expect(await page.getByRole('radio', { name: 'Found' }).isChecked()).toBe(true); // they stand here
    await chooseLost(page);
    const fields = ['Title', 'Lost Person Name', 'Lost Person Age', 'Cloth Color', 'Region'];
    for (const label of [...fields, 'Reward Offer', 'Phone Number', 'Description'])
      await form().getByLabel(label).first().waitFor();
    const when = form().getByRole('group', { name: 'Time of Loss' });
    expect(await when.getByLabel('Date').getAttribute('type')).toBe('date');
    expect(await when.getByLabel('Time', { exact: false }).last().getAttribute('type')).toBe('time');
    const videos = form().getByRole('group', { name: 'Upload Relevant Files' }).locator('input[type=file]');
    expect(await videos.evaluate((input: HTMLInputElement) => [input.accept, input.multiple])).toEqual([
      'video/*',
      true,
    ]);
    const images = form().getByRole('group', { name: 'Upload Images' });
    const chooser = images.locator('input[type=file]');
    expect(await chooser.evaluate((input: HTMLInputElement) => [input.accept, input.multiple])).toEqual([
      'image/*',
      true,
    ]);
    const photo = { name: 'more.jpg', mimeType: 'image/jpeg', buffer: await portrait('men/61.jpg') };
    await chooser.setInputFiles(photo);
    await images.getByAltText('Photo 2').waitFor();
    await images.getByRole('button', { name: 'Remove photo 2' }).click();
    await images.getByAltText('Photo 2').waitFor({ state: 'detached' });
    await form().getByRole('button', { name: 'Add Lost Person' }).waitFor();
  });

  it('takes a reward from 0 on, and leaves it and the description to the user (R123, R125, R309)', async () => {
    await page.getByLabel('Reward Offer').fill('-5');
    await form().getByRole('button', { name: 'Add Lost Person' }).click();
    await page.getByText('Write the reward as a number of rupees, 0 or more.').waitFor();
    await page.getByLabel('Reward Offer').fill('');
    for (const label of ['Reward Offer', 'Description'])
      expect(await page.getByLabel(label).getAttribute('aria-required')).toBe(null);
  });

  it('leads to the form of a found person, without a reward and a time of loss (R115, R128 to R136)', async () => {
    await type('Found').click();
    const fields = ['Title', 'Found Person Name', 'Found Person Age', 'Cloth Color', 'Region'];
    for (const label of [...fields, 'Phone Number', 'Description']) await form().getByLabel(label).first().waitFor();
    expect(await page.getByLabel('Description').getAttribute('aria-required')).toBe(null);
    await form().getByRole('group', { name: 'Upload Images' }).getByAltText('Photo 1').waitFor();
    await form().getByRole('button', { name: 'Add Found Person' }).waitFor();
    for (const label of ['Reward Offer', 'Time of Loss', 'Lost Person Name', 'Upload Relevant Files'])
      expect(await form().getByText(label).count()).toBe(0);
    await chooseLost(page);
  });

  it('needs the face that it is about: without it nothing is saved (R310, R358)', async () => {
    await page.getByLabel('Title').fill('Lost at the fair');
    await page.getByLabel('Lost Person Name').fill('Gulab Kaur');
    await page.getByLabel('Lost Person Age').fill('71');
    await page.getByRole('button', { name: 'Remove photo 1' }).click();
    await page.getByRole('button', { name: 'Add Lost Person' }).click();
    await page.getByText('Descriptor and type are required').waitFor();
  });

  it('saves the person with every answer, and the face beside the words (R211 to R215, R280, R343, R375)', async () => {
    await page.getByRole('button', { name: 'Clear the form' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear the form' }).click();
    await page.getByAltText('Photo 1').waitFor();
    await chooseLost(page);
    const answers = {
      Title: 'Lost at the fair',
      'Lost Person Name': 'Gulab Kaur',
      'Lost Person Age': '71',
      'Cloth Color': 'Green shawl',
      Region: 'Moga, Punjab',
      'Reward Offer': '500',
      'Phone Number': '98765 43210',
      Description: 'Hard of hearing',
    };
    for (const [label, answer] of Object.entries(answers)) await page.getByLabel(label).first().fill(answer);
    await page.getByLabel('Date').fill('2026-11-01');
    await page.getByLabel('Time (optional)', { exact: true }).fill('17:30');
    const sent = phone.context.waitForEvent('request', (request) => request.url().endsWith('/uploadLostFoundPerson'));
    await page.getByRole('button', { name: 'Add Lost Person' }).click();
    await page.getByText('Lost/Found person saved successfully').waitFor();
    const request = await sent;
    const { faces, photos, ...upload } = request.postDataJSON();
    expect(photos).toHaveLength(1);
    expect(faces).toMatchObject([{ photo: photos[0] }]);
    expect(faces[0].descriptor).toHaveLength(128);
    expect(upload).toMatchObject({
      type: 'lost',
      title: 'Lost at the fair',
      name: 'Gulab Kaur',
      lostPersonAge: '71',
      clothColor: 'Green shawl',
      rewardOffer: '500',
      phoneNumber: '98765 43210',
      timeOfLossDate: '2026-11-01',
      timeOfLossTime: '17:30',
      descriptionText: 'Hard of hearing',
    });
    expect(upload.region).toContain('Moga');
    expect(await answerTo(request)).toMatchObject({ data: { title: 'Lost at the fair' } });
    expect(phone.faults).toEqual([]);
  });

  it('is two taps from the front page, and asks for nothing in between', async () => {
    await page.goto(server.url);
    await page
      .getByRole('link', { name: new RegExp(`^${en.home.scan}`) })
      .first()
      .click();
    await page.getByRole('button', { name: en.scan.start }).click();
    await heading(page, 'Person Not Found').waitFor({ timeout: 60_000 });
  });
});

describe('a scan of a person of the database', () => {
  it('ends with the card: both photos, and whatever is known and may be shown (R4, R137 to R139, R276, R344)', async () => {
    const { phone, asked } = await openScanner(KNOWN, 'known');
    const { page } = phone;
    await startScan(page, server.url);
    await heading(page, 'Detected Person Information').waitFor();
    await page.getByText('Face detected ✔').waitFor();
    await page.getByText('The whole list is being searched too.').waitFor({ state: 'detached' });
    expect(asked).toHaveLength(1);
    const { found, data } = await answerTo(asked[0]);
    expect(found).toBe(true);
    for (const name of ['Your scan, now', 'Photo in the report']) {
      const photo = page.getByRole('img', { name });
      await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(50);
    }
    const rows = await page
      .locator('main dl > div')
      .evaluateAll((all) =>
        all.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
      );
    expect(Object.fromEntries(rows)).toEqual({
      Type: 'Lost',
      Title: data.title,
      'Lost Person Name': 'Gurpreet Singh',
      'Lost Person Age': '45',
      'Cloth Color': 'Blue shirt',
      Region: 'Ludhiana, Punjab',
      'Time of Loss': expect.stringMatching(/^(to|yester)day/),
      'Reward Offer': '₹ 25,000',
      Description: data.description,
      'Phone Number': data.phoneNumber,
      Sex: 'Male',
      Height: '174 cm (5 ft 9 in)',
      Build: 'Medium',
      Languages: 'Punjabi, Hindi',
      Marks: 'Scar over the left eyebrow',
    });
    const call = page.getByRole('link', { name: 'Call the family' });
    expect(await call.getAttribute('href')).toBe(`tel:${String(data.phoneNumber).replace(/[^\d+]/g, '')}`);

    await page.getByRole('button', { name: 'Yes, it is them' }).click();
    const question = page.getByRole('dialog', { name: 'Are they with you now?' });
    await question.getByRole('button', { name: 'They are with me' }).click();
    await heading(page, 'You found Gurpreet Singh').waitFor();
    await page.getByAltText('Photo 1').waitFor(); // as scanned
    const filled = {
      'Found Person Name': 'Gurpreet Singh',
      'Found Person Age': '45',
      Title: 'Found after a face scan',
    };
    for (const [label, answer] of Object.entries(filled))
      expect([label, await page.getByLabel(label).first().inputValue()]).toEqual([label, answer]);
    expect(phone.faults).toEqual([]);
    await phone.remove();
  });

  it('that is left without a word asks in the outbox a day later, once, and takes the answer there', async () => {
    const { phone } = await openScanner(KNOWN, 'known');
    const { page } = phone;
    await page.addInitScript(shiftClock);
    const openLater = async (milliseconds: number) => {
      await page.evaluate((ms) => localStorage.setItem('test-shift', String(ms)), milliseconds);
      await page.goto(`${server.url}/outbox`);
    };
    const asks = () => page.getByText(en.outbox.matchWaiting_one);
    const entry = page.getByRole('listitem').filter({ hasText: en.outbox.scan });
    await startScan(page, server.url);
    await heading(page, en.match.title).waitFor();
    await page.getByText(en.match.asking).waitFor({ state: 'detached' });
    await walkTo(page, '/outbox');
    await entry.getByText('Checked: 1 person may match').waitFor();
    expect(await asks().count()).toBe(0);
    await openLater(ASKS_AGAIN_MS);
    await asks().waitFor();
    await entry.getByText(en.outbox.scanMatch).waitFor();
    await entry.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('link', { name: en.match.saw }).getAttribute('href')).toMatch(
      /^\/items\/.+#saw-\d{13}$/,
    );
    await dialog.getByRole('button', { name: en.match.no }).click();
    await dialog.waitFor({ state: 'detached' });
    await asks().waitFor({ state: 'detached' });
    await openLater(3 * ASKS_AGAIN_MS);
    await entry.getByText('Checked: 1 person may match').waitFor();
    expect(await asks().count()).toBe(0);
    await phone.remove();
  });

  it('that may be somebody guarded too asks on about them after a "no" to the other, and the police can be told where', async () => {
    const { phone } = await openScanner(KNOWN, 'known');
    const { page } = phone;
    await phone.context.grantPermissions(['geolocation']);
    await phone.context.setGeolocation({ latitude: 30.901, longitude: 75.8573 });
    await page.route('**/api/face/compare', async (route) => {
      const answer = await (await route.fetch()).json();
      const candidates = [...answer.candidates, { band: 'possible', data: GUARDED_VIEW }];
      await route.fulfill({ json: { ...answer, candidates } });
    });
    await startScan(page, server.url);
    await heading(page, en.match.title).waitFor();
    await page.getByText(en.match.asking).waitFor({ state: 'detached' });
    await walkTo(page, '/outbox');
    await page.getByRole('listitem').filter({ hasText: en.outbox.scan }).getByRole('button').click();
    const dialog = page.getByRole('dialog');
    const no = dialog.getByRole('button', { name: en.match.no });
    await expect.poll(() => no.count()).toBe(2);
    await no.first().click();
    await expect.poll(() => no.count()).toBe(1);
    await dialog.getByText(en.match.guarded).waitFor();
    const sent = phone.context.waitForEvent('request', (request) => request.url().endsWith('/uploadLostFoundPerson'));
    await dialog.getByRole('button', { name: en.keep.seenYes }).click();
    await dialog.getByText(/^It goes to the police, and is kept until \d/).waitFor();
    expect((await sent).postDataJSON()).toMatchObject({ keptScan: true, place: { lat: 30.901, lng: 75.8573 } });
    await no.click();
    await dialog.waitFor({ state: 'detached' });
    expect(phone.faults).toEqual([]);
    await phone.remove();
  });

  it('of whom nothing is sent asks a day later also where the form or the question was left, until a sighting is kept', async () => {
    const { phone, asked } = await openScanner(KNOWN, 'known');
    const { page } = phone;
    await page.addInitScript(shiftClock);
    await page.goto(server.url);
    await signInAs(page, server.url, 'finder');
    const asks = page.getByText(en.outbox.matchWaiting_one);
    await startScan(page, server.url);
    await heading(page, en.match.title).waitFor();
    await page.getByText(en.match.asking).waitFor({ state: 'detached' });
    const { data } = await answerTo(asked[0]);
    await page.getByRole('button', { name: en.match.same }).click();
    await page.getByRole('dialog').getByRole('button', { name: en.match.here }).click();
    await heading(page, 'You found Gurpreet Singh').waitFor(); // and the form is left as it is
    const href = `/items/${data.id}#saw-${Date.now()}`; // as the outbox has it
    const note = page.getByRole('dialog', { name: en.note.sawPerson });
    await page.goto(server.url + href);
    await note.getByRole('button', { name: en.common.cancel }).click();
    await page.evaluate((ms) => localStorage.setItem('test-shift', String(ms)), ASKS_AGAIN_MS);
    await page.goto(`${server.url}/outbox`);
    await asks.waitFor();
    await page.goto(server.url + href);
    await phone.context.setOffline(true);
    await note.getByRole('button', { name: en.note.send }).click();
    await note.waitFor({ state: 'detached' });
    await walkTo(page, '/outbox');
    await page.getByRole('listitem').filter({ hasText: en.outbox.scan }).getByText('Checked: 1 person').waitFor();
    await asks.waitFor({ state: 'detached' });
    await phone.remove();
  });

  it('who was only seen is told of by one press, with where and when, and words can follow (decision 100)', async () => {
    const { phone, asked } = await openScanner(KNOWN, 'known');
    const { page } = phone;
    await phone.context.grantPermissions(['geolocation']);
    await phone.context.setGeolocation({ latitude: 30.901, longitude: 75.8573 });
    await startScan(page, server.url);
    await heading(page, en.match.title).waitFor();
    await page.getByText(en.match.asking).waitFor({ state: 'detached' });
    const { data } = await answerTo(asked[0]);
    const question = page.getByRole('dialog', { name: en.match.where });
    // The browser asks whether it may say where this is, and is left without an answer.
    await page.evaluate(() => Object.assign(navigator.geolocation, { getCurrentPosition: () => undefined }));
    await page.getByRole('button', { name: en.match.same }).click();
    await question.getByRole('button', { name: en.match.onlySaw }).click();
    await question.getByRole('button', { name: en.common.cancel }).click();
    await question.waitFor({ state: 'detached' });
    await page.evaluate(() => Reflect.deleteProperty(navigator.geolocation, 'getCurrentPosition'));
    await page.getByRole('button', { name: en.match.same }).click();
    const sent = page.waitForRequest((request) => request.url().includes('/sightings'));
    await question.getByRole('button', { name: en.match.onlySaw }).click();
    const request = await sent;
    expect(new URL(request.url()).pathname).toContain(data.id);
    expect(request.postDataJSON()).toMatchObject({
      place: { lat: 30.901, lng: 75.8573 },
      text: en.note.byScan,
      seenAt: expect.stringMatching(/^\d{4}-.+Z$/),
    });
    await page.getByText(en.match.sawSaved).waitFor();
    expect(await page.getByText(en.match.sawNext).count()).toBe(1);
    expect(await page.getByRole('button', { name: en.match.same }).count()).toBe(0);
    await expect.poll(async () => (await request.response())?.ok()).toBe(true);
    const more = page.getByRole('link', { name: en.match.sawMore });
    expect(await more.getAttribute('href')).toMatch(new RegExp(`^/items/${data.id}#saw-\\d{13}$`));
    expect(phone.faults).toEqual([]);
    await phone.remove();
  });
});

/** Runs in the page before the app: its clock is ahead by what the test says; the camera and the countdown go on as they do. */
function shiftClock(): void {
  const real = Date.now;
  Date.now = () => real() + Number(localStorage.getItem('test-shift') ?? 0);
}

describe('a volunteer without a network', () => {
  const CHILD = 'women/46.jpg';
  const HOUR = 3_600_000;

  /** A child of this face, looked for in Ludhiana with a case, whose guardian lets volunteers carry the face. */
  async function postChild({ descriptor, model }: { descriptor: number[]; model: string }): Promise<void> {
    const [id, opId] = [randomUUID(), randomUUID()];
    const consent = { publicPhoto: false, publicPhone: false, compareFace: true, carryFace: true, guardian: true };
    const child = {
      title: 'Did not come home from school',
      name: 'Simran',
      lostPersonAge: '9',
      region: 'Ludhiana, Punjab',
    };
    const report = {
      id,
      opId,
      type: 'lost',
      ...child,
      photo: `data:image/jpeg;base64,${(await portrait(CHILD)).toString('base64')}`,
      clothColor: 'Yellow',
      consent: { ...consent, notice: '1' },
    };
    await callAs(server.url, '', 'POST', '/api/face/uploadLostFoundPerson', report);
    const officer = await sessionOf(server.url, 'officer');
    await callAs(server.url, officer.accessToken, 'PUT', `/report/${id}/case`, { kind: 'fir', number: '0123/2026' });
    const { accessToken } = await sessionOf(server.url, 'moderator');
    await approveAs(server.url, accessToken, id);
    const found = async () =>
      (await callAs(server.url, officer.accessToken, 'POST', '/api/face/compare', { descriptor, model })).candidates;
    await expect.poll(found, { timeout: 60_000 }).toHaveLength(1); // once the server has read the photo
  }

  it('finds a child of their district at once; after 72 hours nothing opens, nor with the clock turned back', async () => {
    const { phone, asked } = await openScanner(CHILD, 'child');
    const { page } = phone;
    await page.addInitScript(shiftClock);
    await startScan(page, server.url);
    await heading(page, 'Person Not Found').waitFor({ timeout: 60_000 });
    await postChild(asked[0]?.postDataJSON());
    await signInAs(page, server.url, 'volunteer');
    await page.goto(`${server.url}/offline`);
    const shut = page.getByText('and you can go on searching without one.');
    const lent = page.getByText('for you alone. Open without network until');
    const isLent = async (): Promise<boolean> => {
      await page.reload();
      return lent.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(isLent, { timeout: 60_000 }).toBe(true);

    await phone.context.setOffline(true);
    await page.goto(`${server.url}/face-recognition`);
    await page.getByText('No network.').waitFor();
    expect(await shut.count()).toBe(0);
    await page.getByRole('button', { name: 'Start Face Detection' }).click();
    await page.getByRole('heading', { name: 'There is a protected report of someone like this' }).waitFor();
    await page.getByRole('link', { name: 'Call 112', exact: true }).waitFor();
    expect(await page.locator('main dl').textContent()).toContain('9');
    expect(await page.locator('main').textContent()).not.toMatch(/[01]\.\d\d|\d%/);

    for (const shift of [73 * HOUR, 0]) {
      await page.evaluate((ms) => localStorage.setItem('test-shift', String(ms)), shift);
      await page.goto(`${server.url}/face-recognition`);
      await shut.waitFor();
      await page.getByText('No network.').waitFor();
      await page.getByRole('button', { name: 'Start Face Detection' }).click();
      await heading(page, 'Person Not Found').waitFor();
    }
    expect(phone.faults).toEqual([]);
    await phone.remove();
  });

  it('is told to those on duty by a stranger who saw them and is not asked for a name: one press, with where and when', async () => {
    const { phone } = await openScanner(CHILD, 'child-seen');
    const { page } = phone;
    await phone.context.grantPermissions(['geolocation']);
    await phone.context.setGeolocation({ latitude: 30.901, longitude: 75.8573 });
    await startScan(page, server.url);
    await page.getByRole('heading', { name: en.match.guarded }).waitFor({ timeout: 60_000 });
    await page.getByText(en.match.asking).waitFor({ state: 'detached' });
    expect(await page.locator('main').textContent()).not.toMatch(/Simran|Moga|Ludhiana/);
    const sent = phone.context.waitForEvent('request', (request) => request.url().endsWith('/uploadLostFoundPerson'));
    await page.getByRole('button', { name: en.keep.seenYes }).click();
    await page.getByText(/^It goes to the police, and is kept until \d/).waitFor();
    expect(await page.getByText(en.keep.seenNoPlace).count()).toBe(0);
    const { id, ...upload } = (await sent).postDataJSON();
    expect(upload).toMatchObject({ keptScan: true, place: { lat: 30.901, lng: 75.8573 } });
    const officer = await sessionOf(server.url, 'officer');
    const told = async () =>
      (await callAs(server.url, officer.accessToken, 'GET', '/duty')).data.flatMap(
        ({ candidate }: { candidate?: { lost: { subject: { ageMin?: number } }; found: { id: string } } }) =>
          candidate?.found.id === id ? [candidate?.lost.subject.ageMin] : [],
      );
    await expect.poll(told, { timeout: 60_000 }).toEqual([9]);
    expect(phone.faults).toEqual([]);
    await phone.remove();
  });

  it('is to be told by a call where the phone does not say where it is', async () => {
    const { phone } = await openScanner(CHILD, 'child-seen-somewhere');
    const { page } = phone;
    await startScan(page, server.url);
    await page.getByRole('heading', { name: en.match.guarded }).waitFor({ timeout: 60_000 });
    await page.getByText(en.match.asking).waitFor({ state: 'detached' });
    for (const call of [en.match.call112, en.match.call1098])
      await page.locator('main').getByRole('link', { name: call, exact: true }).waitFor();
    await page.getByRole('button', { name: en.keep.seenYes }).click();
    await page.getByText(en.keep.seenNoPlace).waitFor();
    expect(phone.faults).toEqual([]);
    await phone.remove();
  });
});
