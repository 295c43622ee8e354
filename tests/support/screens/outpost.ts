/** A shared device. */

import type { Screen } from '../open-screen.ts';
import { walkTo } from '../pages.ts';
import { type Do, fill, fillSecret, inTurn, press, screen, sees, submit } from './steps.ts';

const WORDS = 'five calm neighbours';
const newVault = (name: string): Do =>
  inTurn(
    fill((say) => say.outpost.name, name),
    fillSecret((say) => say.outpost.passphrase, WORDS),
    fillSecret((say) => say.outpost.again, WORDS),
  );
/** An officer makes the device a shared one, and is then asked who they are. */
const share: Do = inTurn(
  newVault('Asha'),
  press((say) => say.outpost.switchOn),
  sees((say) => say.outpost.who),
);
const chooseAsha = inTurn(
  share,
  press(() => 'Asha'),
);
const unlock = inTurn(
  chooseAsha,
  fillSecret((say) => say.outpost.passphrase, WORDS),
  submit,
  (page, { say }) => page.getByRole('button', { name: say.outpost.lock, exact: true }).waitFor(),
);
export const OUTPOST: Screen[] = [
  screen('outpost', 'not yours', '/outpost', { signedIn: 'poster' }),
  screen('outpost', 'switch on', '/outpost', { signedIn: 'officer' }),
  screen('outpost', 'errors', '/outpost', { signedIn: 'officer', after: submit }),
  screen('outpost', 'who', '/outpost', { signedIn: 'officer', after: share }),
  screen('outpost', 'unlock', '/outpost', { signedIn: 'officer', after: chooseAsha }),
  screen('outpost', 'wrong', '/outpost', {
    signedIn: 'officer',
    after: inTurn(
      chooseAsha,
      fillSecret((say) => say.outpost.passphrase, 'something else'),
      submit,
      (page) => page.getByRole('alert').filter({ hasText: '4' }).waitFor(),
    ),
  }),
  screen('outpost', 'new', '/outpost', {
    signedIn: 'officer',
    after: inTurn(
      share,
      press((say) => say.outpost.add),
    ),
  }),
  screen('outpost', 'settings', '/outpost', {
    signedIn: 'officer',
    after: inTurn(
      unlock,
      (page) => walkTo(page, '/outpost'),
      sees((say) => say.outpost.you),
    ),
  }),
];
