/** What a passphrase and a PIN must be, and when a vault that nobody looks at is shut. */

export const MIN_PASSPHRASE = 10;
export const HIDDEN_MS = 120_000;
const PIN = /^\d{6,8}$/;

export type Wrong = 'name' | 'passphrase' | 'again' | 'pin';

/** The first thing to mend of what was typed for a new vault; undefined when all is well. */
export function wrongIn(typed: { name: string; passphrase: string; again: string; pin: string }): Wrong | undefined {
  if (typed.name.trim() === '') return 'name';
  if ([...typed.passphrase.trim()].length < MIN_PASSPHRASE) return 'passphrase';
  if (typed.again !== typed.passphrase) return 'again';
  return isPin(typed.pin) ? undefined : 'pin';
}

/** None is no mistake: the vault then opens by its passphrase each time. */
export const isPin = (pin: string): boolean => pin === '' || PIN.test(pin);

/** Numbers of an Indian keyboard are numbers. */
export const westernDigits = (typed: string): string =>
  typed.replace(/[\u0A66-\u0A6F\u0966-\u096F]/g, (digit) => String((digit.charCodeAt(0) - 0x0966) % 0x100));

export interface Page {
  isHidden(): boolean;
  /** Clocks in milliseconds, of which one may stand still while the device sleeps and another may be set. */
  clocks(): readonly number[];
  onChange(listener: () => void): () => void;
}

/**
 * Call `lock` when the page was hidden for two minutes. A page in the background may be put to sleep and miss its timer:
 * then the lock comes before it is looked at again.
 */
export function watchHidden(page: Page, lock: () => void): () => void {
  let since: readonly number[] | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    const clocks = page.clocks();
    const hiddenMs = since ? Math.max(...clocks.map((clock, i) => clock - (since?.[i] ?? clock))) : 0;
    const isHidden = page.isHidden();
    if (hiddenMs >= HIDDEN_MS) {
      since = undefined;
      lock();
    } else if (isHidden) {
      since ??= clocks;
      timer = setTimeout(look, HIDDEN_MS - hiddenMs);
    } else {
      since = undefined;
    }
  };
  const leave = page.onChange(look);
  look();
  return () => {
    clearTimeout(timer);
    leave();
  };
}
