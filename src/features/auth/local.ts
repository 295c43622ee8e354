/** Registering without a server (A6, R246 to R248): the user is on this phone only until the server knows them. */

import { REGISTER_STUB_MS } from '../../../contract/limits.ts';
import { keepUser } from '../../api/session.ts';
import { defaultUser, generatedAvatar, type LocalRegistration, type SessionUser } from '../../api/session-user.ts';

export interface LocalPerson {
  name: string;
  email: string;
  phone: string;
  local: LocalRegistration;
}

const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Wait, then keep a user with a random id in memory and in storage, pending. No call is made; no password is kept. */
export async function registerLocal({ name, email, phone, local }: LocalPerson, wait = rest): Promise<SessionUser> {
  await wait(REGISTER_STUB_MS);
  return keepUser({ ...defaultUser(email), name, phone, avatar_url: generatedAvatar(name), local });
}
