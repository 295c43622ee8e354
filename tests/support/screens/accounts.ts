/** Signing in, registering, the profile, and whom an admin gives which role. */

import type { Page } from 'playwright-core';
import type { Screen } from '../open-screen.ts';
import { choose, email, fill, fillSecret, inTurn, press, reading, screen, sees, submit } from './steps.ts';

export const ACCOUNTS: Screen[] = [
  screen('login', 'password', '/login'),
  screen('login', 'errors', '/login', { after: submit }),
  screen('login', 'wrong', '/login', {
    after: inTurn(
      fill((say) => say.auth.email, 'asha@example.in'),
      fillSecret((say) => say.auth.password, 'not the password'),
      submit,
      sees((say) => say.errors['wrong-password'].what),
    ),
  }),
  screen('login', 'code', '/login', { after: choose((say) => say.auth.byCode) }),
  screen('login', 'code sent', '/login', {
    after: inTurn(
      choose((say) => say.auth.byCode),
      fill((say) => say.auth.email, email),
      submit,
      (page, { say }) => page.getByLabel(say.auth.code).waitFor(),
    ),
  }),
  screen('login', 'forgot', '/login', { after: press((say) => say.auth.forgot) }),
  screen('login', 'offline', '/login', { offline: true }),
  screen('register', 'form', '/register'),
  screen('register', 'errors', '/register', { after: submit }),
  screen('register', 'young', '/register', { after: choose((say) => say.auth.young) }),
  screen('register', 'code', '/register', {
    after: inTurn(
      fill((say) => say.auth.name, 'Asha Devi'),
      fill((say) => say.auth.email, email),
      fill((say) => say.auth.phone, '+91 98140 12345'),
      fillSecret((say) => say.auth.password, 'a field of mustard'),
      fillSecret((say) => say.auth.confirm, 'a field of mustard'),
      choose((say) => say.auth.adult),
      (page) => page.getByRole('checkbox').check(),
      submit,
      (page, { say }) => page.getByLabel(say.auth.code).waitFor(),
    ),
  }),
  ...reading('profile', '/profile', '/report', { signedIn: 'poster' }),
  screen('profile', 'an officer', '/profile', { signedIn: 'officer' }),
  screen('profile', 'edit', '/profile', { signedIn: 'poster', after: press((say) => say.profile.edit) }),
  screen('profile', 'young', '/profile', { signedIn: 'young', after: sees((say) => say.profile.guardianText) }),
  screen('profile', 'suspended', '/profile', { signedIn: 'suspended' }),
  screen('profile', 'strike', '/profile', { signedIn: 'volunteer', after: press((say) => say.profile.strikes.appeal) }),
  screen('profile', 'delete', '/profile', { signedIn: 'poster', after: press((say) => say.profile.delete) }),
  screen('people', 'full', '/moderation/people', { signedIn: 'admin' }),
  screen('people', 'change', '/moderation/people', { signedIn: 'admin', after: (page) => firstOfPeople(page) }),
  screen('people', 'a volunteer', '/moderation/people', {
    signedIn: 'admin',
    after: async (page, { say }) => {
      await firstOfPeople(page);
      await page.getByLabel(say.people.role).selectOption('volunteer');
      await page.getByLabel(say.people.state).selectOption('PB');
      for (const id of ['pb-moga', 'pb-mohali-sas-nagar', 'pb-sri-muktsar-sahib'])
        await page.getByLabel(say.people.district, { exact: true }).selectOption(id);
    },
  }),
  screen('people', 'a new admin', '/moderation/people', {
    signedIn: 'admin',
    after: async (page, { say }) => {
      await firstOfPeople(page);
      await page.getByLabel(say.people.role).selectOption('admin');
    },
  }),
];

const firstOfPeople = (page: Page) => page.locator('main li').getByRole('button').first().click();
