/** Passkeys on this device, by WebAuthn; the code for it is loaded by who uses one. */

import type { Created, CreationOptions, RequestOptions, Shown } from '../../contract/passkey.ts';

/**
 * - `cancelled`: its owner said no, took too long, or has none here; browsers do not tell which.
 * - `known`: this device has one of the account already.
 * - `address`: the page is at another address than the passkeys belong to.
 */
export type Ceremony<T> =
  | { kind: 'done'; answer: T }
  | { kind: 'cancelled' | 'known' | 'unsupported' | 'address' | 'failed' };

/** Whether this browser has them, at this address: a number names no site that they could belong to. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname);

export const createPasskey = (options: CreationOptions): Promise<Ceremony<Created>> =>
  ceremony(async ({ startRegistration }) => {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options as never }); // its own enums of names
    const { clientDataJSON, attestationObject, transports } = response;
    const made = { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) };
    return { id, rawId, type: 'public-key', response: made };
  });

export const showPasskey = (options: RequestOptions): Promise<Ceremony<Shown>> =>
  ceremony(async ({ startAuthentication }) => {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const shown = { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) };
    return { id, rawId, type: 'public-key', response: shown };
  });

async function ceremony<T>(
  perform: (library: typeof import('@simplewebauthn/browser')) => Promise<T>,
): Promise<Ceremony<T>> {
  if (!('PublicKeyCredential' in globalThis)) return { kind: 'unsupported' };
  try {
    return { kind: 'done', answer: await perform(await import('@simplewebauthn/browser')) };
  } catch (error) {
    const kind = OUTCOMES[error instanceof Error ? error.name : ''] ?? 'failed';
    if (kind === 'failed') console.warn('A passkey could not be used', error);
    return { kind };
  }
}

/** By the names of the standard. */
const OUTCOMES: Partial<Record<string, Exclude<Ceremony<never>['kind'], 'done'>>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  SecurityError: 'address',
  NotSupportedError: 'unsupported',
};
