/** Coming in: what happens once the server has opened a session, and where one goes then. */

import { useTranslation } from 'react-i18next';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import type { User } from '../../../contract/auth.ts';
import { openSession } from '../../api/account.ts';
import { keepDevice, useSession } from '../../api/session.ts';
import { useServices } from '../../services.ts';
import { adoptWrites } from '../../store/own/adopt.ts';
import { showToast } from '../../ui/toasts.ts';
import { forgetBegun } from './begun.ts';

/** As the contract's calls answer it. */
interface Opened {
  accessToken: string;
  user: User;
  deviceToken?: string | undefined;
}

/** The answer named no token (R288). */
export class NoToken extends Error {}

export function useEntry() {
  const { t } = useTranslation();
  const { db, api, sync } = useServices();
  const navigate = useNavigate();
  const { state } = useLocation() as Location<{ from?: Location } | null>; // set by the guard, kept between our pages
  const from = state?.from;
  /** On to where one was sent away from, with what was chosen on the way there. */
  async function goOn(otherwise: string): Promise<void> {
    await navigate(from ?? otherwise, { replace: true, state: from?.state });
  }
  return {
    /** Where the guard sent one away from, if it did (R53). */
    from,
    api,
    goOn,
    /** Says `said` once the session is kept, a welcome unless told. */
    async enter(session: Opened | undefined, email: string, said?: string): Promise<void> {
      if (!session?.accessToken) throw new NoToken('No access token received');
      keepDevice(session.deviceToken);
      const before = useSession.getState().user;
      const user = await openSession({ accessToken: session.accessToken, user: session.user, email }, api);
      forgetBegun();
      const isSame = before?.local && before.email.toLowerCase() === user.email.toLowerCase();
      if (isSame) await adoptWrites(db, before.id, { id: user.id, name: user.name });
      sync.wake();
      showToast(said ?? t('auth.welcome', { name: user.name }), 'found');
      await goOn('/');
    },
  };
}
