/** The ceremonies of WebAuthn for our domain: what browsers are asked, and whether their answers are true. */

import type { Created, CreationOptions, RequestOptions, Shown } from '../../contract/passkey.ts';
import type { Config } from '../config.ts';

/** So long a person has to find the key; its challenge lasts a little longer. */
export const CEREMONY_MS = 5 * 60_000;
const ES256 = -7;
const EDDSA = -8;
const RS256 = -257;
const ALGORITHMS = [ES256, EDDSA, RS256];
/** What the device shows beside the name of the account. */
const SITE_NAME = 'Wapsi';

export type Passkeys = Config['passkeys'];

/** The library, with its parsers of certificates, is a good part of what a server loads: not before somebody has a passkey. */
const library = () => import('@simplewebauthn/server');

export function creationOptions(
  { domain }: Passkeys,
  user: { id: string; name: string; email: string },
  challenge: string,
  known: readonly { credential_id: string; transports: readonly string[] }[],
): CreationOptions {
  return {
    rp: { id: domain, name: SITE_NAME },
    user: { id: handleOf(user.id), name: user.email, displayName: user.name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CEREMONY_MS,
    attestation: 'none',
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({
      ...{ id, type: 'public-key' as const, transports: [...transports] },
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  };
}

export const requestOptions = ({ domain }: Passkeys, challenge: string): RequestOptions => ({
  challenge,
  timeout: CEREMONY_MS,
  rpId: domain,
  userVerification: 'required',
});

/** What an authenticator keeps of an account, to name it by: the bytes of its id, which is random and says nothing. */
export const handleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

export interface NewPasskey {
  credential_id: string;
  public_key: Uint8Array;
  counter: number;
  synced: boolean;
}

/** Undefined for an answer that is not true, whatever is wrong with it. `challenge` has been looked up by then. */
export async function readCreated(
  passkeys: Passkeys,
  made: Created,
  challenge: string,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...made, response: defined(made.response), clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: originsFor(passkeys, made.response.clientDataJSON),
    expectedRPID: passkeys.domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(asUntrue);
  if (!registrationInfo) return undefined;
  const { credential, credentialBackedUp } = registrationInfo;
  const { id, publicKey, counter } = credential;
  return { credential_id: id, public_key: publicKey, counter, synced: credentialBackedUp };
}

/** The counter of a true answer, which the caller compares with the one that is kept; undefined for any other. */
export async function readShown(
  passkeys: Passkeys,
  shown: Shown,
  challenge: string,
  { credential_id, public_key }: { credential_id: string; public_key: Uint8Array },
): Promise<{ counter: number; synced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...shown, response: defined(shown.response), clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: originsFor(passkeys, shown.response.clientDataJSON),
    expectedRPID: passkeys.domain,
    requireUserVerification: true,
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: 0 },
  }).catch(asUntrue);
  if (!verified || !authenticationInfo) return undefined;
  return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
}

/** The library throws plain errors for whatever is wrong with an answer that somebody sent. */
const asUntrue = (_: unknown) => ({
  verified: false as const,
  registrationInfo: undefined,
  authenticationInfo: undefined,
});

/** The challenge that an answer names; empty for what is none. */
export const challengeIn = (clientDataJSON: string): string => clientData(clientDataJSON).challenge ?? '';

/** On this machine alone the app may be at any port: it is started at one or another to try things out. */
function originsFor({ domain, origins }: Passkeys, clientDataJSON: string): string[] {
  const { origin } = clientData(clientDataJSON);
  const isHere = domain === 'localhost' && origin !== undefined && /^http:\/\/localhost(:\d{1,5})?$/.test(origin);
  return isHere ? [origin] : [...origins];
}

function clientData(base64url: string): { challenge?: string; origin?: string } {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(base64url, 'base64url').toString());
    return {
      ...(typeof challenge === 'string' ? { challenge } : {}),
      ...(typeof origin === 'string' ? { origin } : {}),
    };
  } catch {
    return {};
  }
}

/** Without the fields that are absent: the library's types know no `undefined`. */
const defined = <T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;

const IS_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

/** Where offices want passkeys there must be a domain for them. @throws Error that says what to set */
export function checkPasskeys({ staffPasskeys, passkeys: { domain }, host, trustProxy }: Config): void {
  const isElsewhere = domain === 'localhost' && (trustProxy > 0 || !/^(127\.|::1$|localhost$)/.test(host));
  if (staffPasskeys && (isElsewhere || IS_ADDRESS.test(domain)))
    throw new Error(
      'Set SITE_URL to the address with which people open the app, https:// and a name: the passkeys of moderators, officers and admins belong to it. (STAFF_PASSKEYS=0 lets them work without.)',
    );
}
