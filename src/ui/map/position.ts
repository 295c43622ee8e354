/** Where this device is, asked only when the user presses for it. */

const WAIT_MS = 15_000;
/** The same with the user's answer to the browser, whose limit begins after that: a prompt may be left without one for good. */
const ASKED_MS = 25_000;
/** A place known a little while ago is near enough for a report. */
const MAX_AGE_MS = 300_000;

export type Position = { kind: 'here'; lat: number; lng: number } | { kind: 'denied' } | { kind: 'unknown' };

/** Asks the user where the browser wants that; without an answer in time it is unknown. */
export async function findPosition(): Promise<Position> {
  if (!('geolocation' in navigator)) return { kind: 'unknown' };
  return new Promise((resolve) => {
    setTimeout(() => resolve({ kind: 'unknown' }), ASKED_MS);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ kind: 'here', lat: round(coords.latitude), lng: round(coords.longitude) }),
      ({ code }) => resolve({ kind: code === GeolocationPositionError.PERMISSION_DENIED ? 'denied' : 'unknown' }),
      { timeout: WAIT_MS, maximumAge: MAX_AGE_MS },
    );
  });
}

/** The same, where the device was allowed to say it before; nobody is asked. */
export async function knownPosition(): Promise<Position> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return state === 'granted' ? await findPosition() : { kind: 'unknown' };
  } catch {
    return { kind: 'unknown' }; // a browser that does not tell
  }
}

/** About ten metres: more is not known, and says more than it should. */
const round = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;
