/** Accounts as people meet them: the built app in a real browser, and the codes read from mails of a real mail server. */

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pa from '../../src/i18n/pa.json';
import { type Device, openDevice } from '../support/browser.ts';
import { makePhoto } from '../support/client.ts';
import { startEmptyServer } from '../support/hosted.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { heading } from '../support/pages.ts';
import type { TestServer } from '../support/server.ts';

const PASSWORD = 'a field of mustard';
const CHIEF = 'chief@example.in';

let server: TestServer;
let mail: MailServer;
let device: Device;
let page: Page;

beforeAll(async () => {
  mail = await openMailServer();
  const limits = { CODE_LIMIT_EMAIL: '50', CODE_LIMIT_CALLER: '500', SIGN_IN_LIMIT: '500' };
  server = await startEmptyServer({ REVIEW: 'at-once', SMTP_URL: mail.url, ADMIN_EMAIL: CHIEF, ...limits });
  device = await openDevice({ origin: server.url });
  page = device.page;
});
afterAll(async () => {
  expect(device.faults).toEqual([]);
  await device.remove();
  await server.remove();
  await mail.close();
});

const open = (path: string) => page.goto(server.url + path);
const field = (label: string): Locator => page.getByRole('textbox', { name: label, exact: true });
/** A password has no role to be found by. */
const secret = (label: string): Locator =>
  page.locator('input[autocomplete$=password]').and(page.getByLabel(label, { exact: true }));
const press = (name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();
const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Leave as nobody, with nothing stored. */
async function forget(): Promise<void> {
  await open('/about');
  await page.evaluate(() => localStorage.clear());
}

async function fillRegistration(email: string, name = 'Asha Devi'): Promise<void> {
  await field('Full name').fill(name);
  await field('E-mail').fill(email);
  await field('Phone number').fill('+91 98140 12345');
  await secret('Password').fill(PASSWORD);
  await secret('Password again').fill(PASSWORD);
  await page.getByText('18 or older').click();
  await page.getByRole('checkbox').check();
}

async function register(email: string, name?: string): Promise<void> {
  await open('/register');
  await fillRegistration(email, name);
  await press('Make the account');
  await field('Code from the e-mail').fill(await mail.code(email));
  await press('Go on');
  await says('Registration successful!');
}

async function signIn(email: string, password = PASSWORD): Promise<void> {
  await open('/login');
  await field('E-mail').fill(email);
  await secret('Password').fill(password);
  await press('Sign in');
}

/** The next answer of the server to this call is `answer`. */
async function answerOnce(path: string, answer: object): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ json: answer }), { times: 1 });
}

describe('an account', () => {
  it('is registered with a code from the mail, every field wanted in its words (R35, R157, R218, R249, R292 to R296, R371, R372)', async () => {
    await open('/register');
    await heading(page, 'Make an account').waitFor();
    await press('Make the account');
    for (const words of ['Name is required.', 'Email is required.', 'Phone number is required.']) await says(words);
    await says('Password must be at least 8 characters.');
    await secret('Password again').fill('x');
    await press('Make the account');
    await says('Passwords do not match.');
    await fillRegistration('asha@example.in');
    await press('Make the account');
    const code = field('Code from the e-mail');
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await page.getByRole('button', { name: /^Send it again in \d+ s$/ }).isDisabled()).toBe(true);
    await press('Go on');
    await says('Enter OTP!');
    await code.fill('000000');
    const right = await mail.code('asha@example.in');
    if (right !== '000000') {
      await press('Go on');
      await says('Invalid OTP. Please try again.');
    }
    await code.fill(right);
    await press('Go on');
    await says('OTP verified successfully!');
    await says('Registration successful!');
    expect(JSON.parse((await stored('user')) ?? '')).toMatchObject({ name: 'Asha Devi', role: 'poster' });
    expect(await stored('accessToken')).toMatch(/^[\w-]{43}$/);
  });

  it('shows its status, its verification and what belongs to it (R16, R17, R49, R163, R164, R174, R314)', async () => {
    await open('/profile');
    await heading(page, 'Asha Devi').waitFor();
    const fact = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd');
    expect(await fact('Status').textContent()).toBe('Active');
    expect(await fact('Verification').textContent()).toBe('Verified');
    expect(await fact('Role').textContent()).toBe('Poster');
    for (const time of ['Joined', 'Last updated'])
      expect(await fact(time).textContent()).toContain(String(new Date().getFullYear()));
    await page.getByText('+91 98140 12345').waitFor();
    await page.getByRole('link', { name: 'Post a report' }).first().waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().waitFor();
  });

  it('is edited, with a picture and a few words about oneself (R161, R172, R224, R368, R374)', async () => {
    await open('/profile');
    await press('Edit');
    await field('Full name').fill('Asha Rani');
    await page.getByLabel('About you').fill('I teach at the village school.');
    await says(/30\/300$/);
    const { blob } = await makePhoto(5, 64);
    const buffer = Buffer.from(await blob.arrayBuffer());
    await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    await page.locator('main img[src^="blob:"]').waitFor();
    await page.route('**/users/*', (route) => route.abort(), { times: 1 });
    await press('Save');
    await says(/^Failed to update profile\./);
    await page.getByRole('button', { name: 'ਪੰਜਾਬੀ' }).click();
    await says(/^ਪ੍ਰੋਫ਼ਾਈਲ ਨਹੀਂ ਬਦਲੀ ਜਾ ਸਕੀ। [^.]+।$/);
    await page.getByRole('button', { name: 'English' }).click();
    await says(/^Failed to update profile\. No network\.$/);
    await press('Save');
    await says('Profile updated successfully!');
    await heading(page, 'Asha Rani').waitFor();
    await says('I teach at the village school.');
    const picture = page.locator('main img[src^="/avatars/"]');
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  });

  it('is saved with a picture that is still being made small (R333)', async () => {
    const shown = () => page.locator('main img[src^="/avatars/"]').getAttribute('src');
    const before = await shown();
    await press('Edit');
    const { blob } = await makePhoto(6, 3000);
    const buffer = Buffer.from(await blob.arrayBuffer());
    await page.locator('input[type=file]').setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer });
    await press('Save');
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    await expect.poll(shown).not.toBe(before);
  });

  it('is signed out everywhere at once on this device, in every tab (R233, R235 to R237)', async () => {
    const other = await device.context.newPage();
    await other.goto(`${server.url}/profile`);
    await heading(other, 'Asha Rani').waitFor();
    await open('/profile');
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await says('You are signed out.');
    expect([await stored('accessToken'), await stored('user')]).toEqual([null, null]);
    await heading(other, 'Sign in').waitFor();
    await other.close();
  });
});

describe('signing in', () => {
  it('is asked for where an account is needed, and leads back there, leaving no step behind (R34, R52 to R55)', async () => {
    await open('/about');
    await open('/profile');
    await heading(page, 'Sign in').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await says('You come back to where you were.');
    await field('E-mail').fill('asha@example.in');
    await secret('Password').fill(PASSWORD);
    await press('Sign in');
    await heading(page, 'Asha Rani').waitFor();
    expect(new URL(page.url()).pathname).toBe('/profile');
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/about');
    await forget();
  });

  it('goes on with what was chosen before, by password, by registering, and without a network (R53, R79)', async () => {
    const wish = async () => {
      await forget();
      await open('/victim-founder-select');
      await press('Next');
      await heading(page, 'Sign in').waitFor();
    };
    const isKept = async () => {
      await page.waitForURL('**/post-item');
      await page.getByRole('radio', { name: 'I found it' }).waitFor();
      expect(await page.getByRole('radio', { name: 'I found it' }).isChecked()).toBe(true);
    };
    const toRegister = () => page.locator('main').getByRole('link', { name: 'Register' }).click();
    await wish();
    await field('E-mail').fill('asha@example.in');
    await secret('Password').fill(PASSWORD);
    await press('Sign in');
    await isKept();
    await wish();
    await toRegister();
    await fillRegistration('kept@example.in');
    // A reload loses the passwords alone; at the step of the code too.
    await page.reload();
    expect(await field('E-mail').inputValue()).toBe('kept@example.in');
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    expect(await secret('Password').inputValue()).toBe('');
    await secret('Password').fill(PASSWORD);
    await secret('Password again').fill(PASSWORD);
    await press('Make the account');
    await field('Code from the e-mail').waitFor();
    await page.reload();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(PASSWORD);
    await field('Code from the e-mail').fill(await mail.code('kept@example.in'));
    await press('Go on');
    await says('Password must be at least 8 characters.');
    await secret('Password').fill(PASSWORD);
    await press('Go on');
    await isKept();
    expect(await page.evaluate(() => sessionStorage.getItem('registering'))).toBeNull();
    await wish();
    await toRegister();
    await fillRegistration('alone@example.in');
    await page.route('**/auth/register', (route) => route.abort());
    await press('Make the account');
    await isKept();
    await forget();
    await open('/post-item?kind=found');
    await toRegister();
    await fillRegistration('alone@example.in');
    await press('Make the account');
    await page.waitForURL('**/post-item?kind=found');
    await page.unroute('**/auth/register');
    await forget();
  });

  it('by password says what is missing or wrong, in the words of the specification (R19, R154, R219, R287 to R289, R354 to R356, R361)', async () => {
    await open('/login');
    await press('Sign in');
    await says('Email and password are required');
    // The words on the screen change with the language, those of an error too.
    await page.getByRole('button', { name: 'ਪੰਜਾਬੀ' }).click();
    await says(pa.auth.error.bothNeeded);
    await page.getByRole('button', { name: 'English' }).click();
    await says('Email and password are required');
    await signIn('asha@example.in', 'not the password');
    await says('Invalid email or password. Please try again.');
    const user = { id: crypto.randomUUID(), name: 'A', email: 'a@example.in', role: 'poster' };
    const whole = {
      ...user,
      _id: user.id,
      joinedAt: new Date().toISOString(),
      updatedAt: new Date().toISOString(),
      status: 'active',
      verification: 'verified',
      standing: 'whole',
      language: 'en',
      mailNotices: true,
    };
    await answerOnce('/login', { user: whole, data: { _id: user.id } });
    await press('Sign in');
    await says('Login failed: No access token received');
    await answerOnce('/login', { something: 'else' });
    await press('Sign in');
    await page.getByText('Login failed', { exact: true }).waitFor();
    expect(await stored('accessToken')).toBeNull();
    await secret('Password').fill('shown to me');
    await page.getByRole('button', { name: 'Show the password' }).click();
    expect(await secret('Password').getAttribute('type')).toBe('text');
  });

  it('by a code from the mail (R20, R155, R290, R291, R362, R363)', async () => {
    await open('/login');
    await page.getByText('Code by e-mail').click();
    await press('Send the code');
    await says('Please enter your email');
    await field('E-mail').fill('asha@example.in');
    await press('Send the code');
    const code = field('Code from the e-mail');
    await code.waitFor();
    await press('Sign in');
    await says('Enter OTP!');
    await code.fill(await mail.code('asha@example.in'));
    await answerOnce('/auth/verifyOtp', { something: 'else' });
    await press('Sign in');
    await says('OTP verification failed');
    await press('Sign in');
    await says('OTP verified successfully!');
    await expect.poll(() => stored('accessToken')).toMatch(/^[\w-]{43}$/);
    await forget();
  });

  it('after a forgotten password, with a code and a new one (R156)', async () => {
    await open('/login');
    await page.getByRole('button', { name: 'Forgot the password?' }).click();
    await field('E-mail').fill('asha@example.in');
    await press('Send the code');
    await field('Code from the e-mail').fill(await mail.code('asha@example.in'));
    await secret('New password').fill('password1');
    await press('Save the password');
    await says(/among the first that others try/);
    await secret('New password').fill('another field');
    await press('Save the password');
    await says('The new password is saved.');
    await expect.poll(() => stored('accessToken')).toMatch(/^[\w-]{43}$/);
  });

  it('again is asked for, not forced, when a session has ended elsewhere; nothing is lost (R350, A37)', async () => {
    const body = JSON.stringify({ primaryEmail: 'asha@example.in', password: 'another field' });
    const headers = { 'content-type': 'application/json' };
    const { accessToken } = await (await fetch(`${server.url}/login`, { method: 'POST', headers, body })).json();
    await fetch(`${server.url}/auth/logout`, {
      method: 'POST',
      body: JSON.stringify({ everywhere: true }),
      headers: { ...headers, authorization: accessToken },
    });
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await open('/about');
    await says('You were signed out of this phone from another one.');
    expect(new URL(page.url()).pathname).toBe('/about');
    expect(logged.some((line) => line.startsWith('Unauthorized'))).toBe(true);
    await expect.poll(() => stored('user')).toBeNull(); // it may be in other hands
    const told = page.getByRole('status').filter({ hasText: 'You were signed out of this phone' });
    await told.getByRole('link', { name: 'Sign in' }).click();
    await says('You come back to where you were.');
    await field('E-mail').fill('asha@example.in');
    await secret('Password').fill('another field');
    await press('Sign in');
    await page.waitForURL('**/about');
    expect(await told.count()).toBe(0);
    await forget();
  });
});

it('without a network an account is made on the phone, pending, and finished later (R246 to R248, R364, R377)', async () => {
  await open('/register');
  await fillRegistration('meena@example.in', 'Meena Devi');
  await answerOnce('/auth/register', { something: 'else' });
  await press('Make the account');
  await says('Registration failed. Please try again.');
  await page.route('**/auth/register', (route) => route.abort());
  const start = Date.now();
  await press('Make the account');
  await says('Registration successful!');
  expect(Date.now() - start).toBeGreaterThanOrEqual(800);
  await page.unroute('**/auth/register');
  await heading(page, 'Meena Devi').waitFor();
  expect(await page.locator('dl > div').filter({ hasText: 'Verification' }).locator('dd').textContent()).toBe(
    'Pending',
  );
  expect(await stored('accessToken')).toBeNull();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(PASSWORD);
  await page.getByRole('link', { name: 'Finish now' }).click();
  expect(await field('E-mail').inputValue()).toBe('meena@example.in');
  await secret('Password').fill(PASSWORD);
  await secret('Password again').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await press('Make the account');
  await field('Code from the e-mail').fill(await mail.code('meena@example.in'));
  await press('Go on');
  await expect.poll(() => stored('accessToken')).toMatch(/^[\w-]{43}$/);
  await forget();
});

it('someone of 15 asks a guardian, whose code opens the rest (R312, R381, A8)', async () => {
  await open('/register');
  await fillRegistration('tara@example.in', 'Tara');
  await page.getByText('Below 13').click();
  await press('Make the account');
  await says('An account is for those who are 13 or older.');
  await page.getByText('13 to 17').click();
  await field('Year of birth').fill(String(new Date().getFullYear() - 15));
  await press('Make the account');
  await field('Code from the e-mail').fill(await mail.code('tara@example.in'));
  await press('Go on');
  await says('Registration successful!');
  await open('/profile');
  await field('Their name').fill('Sunita Devi');
  await field('Their e-mail').fill('sunita@example.in');
  await press('Ask them');
  await field('Their code').fill(await mail.code('sunita@example.in'));
  await press('They agree');
  await says('Thank you. You can now post and write.');
  expect(JSON.parse((await stored('user')) ?? '')).toMatchObject({ standing: 'whole' });
  await forget();
});

it('an admin gives roles and finds nobody where there is nobody; for others that page is not there (R175, R318, R319, R360)', async () => {
  await register(CHIEF, 'Arun Das');
  await open('/moderation/people');
  await page.getByRole('searchbox').fill('nobody@example.in');
  await press('Look up');
  await says('User not found!');
  await page.getByRole('searchbox').fill('asha@example.in');
  await press('Look up');
  await press('Change');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('officer');
  await dialog.getByRole('button', { name: 'Give this role' }).click();
  for (const words of ['Write the station.', 'Choose a district.', 'Write the reason.']) await says(words);
  await dialog.getByLabel('Station', { exact: true }).fill('Sadar Thana');
  await dialog.getByLabel('State').selectOption('Punjab');
  await dialog.getByLabel('District').selectOption('Moga');
  await dialog.getByLabel('District').selectOption('Mansa'); // an officer has one
  await dialog.getByRole('button', { name: 'Take Mansa, Punjab away' }).waitFor();
  expect(await dialog.getByRole('list', { name: 'Place of duty' }).getByRole('button').count()).toBe(1);
  await dialog.getByLabel('Reason').fill('Letter of 3 November');
  await dialog.getByRole('button', { name: 'Give this role' }).click();
  await says('The role is changed; Asha Rani is told.');
  await says('Officer · Sadar Thana');
  await forget();
  await signIn('asha@example.in', 'another field');
  await says('You are signed in as Asha Rani.');
  await open('/profile');
  const place = page.locator('dl > div').filter({ hasText: 'Place of duty' }).locator('dd');
  expect(await place.textContent()).toBe('Mansa, Punjab');
  await open('/moderation/people');
  await heading(page, 'This page is not here').waitFor();
});

const askToDelete = async (on: Page) => {
  await on.getByRole('button', { name: 'Delete everything', exact: true }).click();
  await on.getByRole('button', { name: 'Go on', exact: true }).click();
  await on.getByRole('button', { name: 'Yes, delete everything' }).click();
};

it('says so when it could not be deleted, and stays (R369)', async () => {
  const session = { accessToken: await stored('accessToken'), user: await stored('user') };
  const other = await openDevice({ origin: server.url });
  await other.page.goto(`${server.url}/about`);
  await other.page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value ?? '');
  }, session);
  await other.page.goto(`${server.url}/profile`);
  await other.page.route('**/auth/delete-account', (route) => route.abort());
  await askToDelete(other.page);
  await other.page.getByText(/^Failed to delete account\./).waitFor();
  expect(await other.page.evaluate(() => localStorage.getItem('accessToken'))).toBe(session.accessToken);
  await other.remove();
});

it('is deleted after two questions, and gone (R162)', async () => {
  await open('/profile');
  await askToDelete(page);
  await says(/^Your account is deleted\./);
  expect([await stored('accessToken'), await stored('user')]).toEqual([null, null]);
  await signIn('asha@example.in', 'another field');
  await says('Invalid email or password. Please try again.');
});

it('is opened by a passkey with one tap, and shows where it is open; both are taken away with a question', async () => {
  const origin = server.url.replace('127.0.0.1', 'localhost'); // an address in numbers has no passkeys
  const phone = await openDevice({ origin });
  const { page: screen } = phone;
  const cdp = await screen.context().newCDPSession(screen);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const tap = (name: string | RegExp) => screen.getByRole('button', { name, exact: true }).click();
  const reads = (text: string | RegExp) => screen.getByText(text).first().waitFor();
  await forget();
  await register('passkey@example.in', 'Gurpreet Kaur');

  await screen.goto(`${origin}/login`);
  await screen.getByRole('textbox', { name: 'E-mail' }).fill('passkey@example.in');
  await screen.locator('input[autocomplete=current-password]').fill(PASSWORD);
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
  await reads('You are signed in as Gurpreet Kaur.');
  await screen.goto(`${origin}/profile`);
  await tap('Add a passkey');
  await screen.getByRole('textbox', { name: 'Name for it' }).fill('My phone');
  await tap('Add a passkey');
  await reads('The passkey is added. We have sent you an e-mail about it.');
  expect((await mail.next('passkey@example.in')).text).toContain('“My phone”');

  await screen.evaluate(() => localStorage.clear());
  await screen.goto(`${origin}/login`);
  await tap('Sign in with a passkey');
  await reads('You are signed in as Gurpreet Kaur.');
  await screen.goto(`${origin}/profile`);
  await reads('This one');
  await tap('Sign out all others');
  await screen.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
  await reads('2 other places are signed out.');
  await says('You were signed out of this phone from another one.');
  expect([await stored('accessToken'), await stored('user')]).toEqual([null, null]);

  await tap('Remove the passkey My phone');
  await tap('Remove');
  await reads('The passkey is removed.');
  await reads('No passkey yet.');
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
  await screen.evaluate(() => localStorage.clear());
  await screen.goto(`${origin}/login`);
  await tap('Sign in with a passkey');
  await reads(/^No passkey was used\./);
  expect(phone.faults).toEqual([]);
  await phone.remove();
}, 60_000);
