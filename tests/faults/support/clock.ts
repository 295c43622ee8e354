/** Runs in a page before its own scripts: its clock is wrong by so many milliseconds. */
export function shiftClock(by: number): void {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...parts: [] | [number]) {
      if (parts.length === 0) super(Real.now() + by);
      else super(...parts);
    }
    static override now = (): number => Real.now() + by;
  } as DateConstructor;
}
