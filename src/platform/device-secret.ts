/**
 * A secret that this device's own check (fingerprint, face, screen lock, or a key on USB) gives its owner, and nobody
 * else: WebAuthn with the PRF extension. It is used on the device alone; no server hears of it.
 */

export interface DeviceCredential {
  credentialId: Uint8Array;
  salt: Uint8Array;
}

const TIMEOUT_MS = 60_000;
const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));

export const mayHaveDeviceSecret = (): boolean => 'PublicKeyCredential' in globalThis;

/** Undefined when the device has no such thing, or its owner said no. */
export async function makeDeviceSecret(name: string): Promise<(DeviceCredential & { secret: Uint8Array }) | undefined> {
  const salt = random(32);
  const made = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: random(32),
        rp: { name: 'Wapsi' },
        user: { id: random(16), name, displayName: name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { userVerification: 'required', residentKey: 'discouraged' },
        timeout: TIMEOUT_MS,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  if (!made?.getClientExtensionResults().prf?.enabled) return undefined;
  const credential = { credentialId: new Uint8Array(made.rawId), salt };
  const secret = secretOf(made) ?? (await readDeviceSecret(credential)); // some give it only when asked again
  return secret && { ...credential, secret };
}

export async function readDeviceSecret({ credentialId, salt }: DeviceCredential): Promise<Uint8Array | undefined> {
  const found = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: random(32),
        allowCredentials: [{ type: 'public-key', id: own(credentialId) }],
        userVerification: 'required',
        timeout: TIMEOUT_MS,
        extensions: { prf: { eval: { first: own(salt) } } },
      },
    }),
  );
  return found && secretOf(found);
}

const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes.slice();

async function ask(call: () => Promise<Credential | null>): Promise<PublicKeyCredential | undefined> {
  try {
    return ((await call()) as PublicKeyCredential | null) ?? undefined; // a public key is all that was asked for
  } catch (error) {
    console.warn('The device gave no secret', error);
    return undefined;
  }
}

function secretOf(credential: PublicKeyCredential): Uint8Array | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return undefined;
  return ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first);
}
