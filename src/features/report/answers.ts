/** Answers as people type them, read the same way in every form. Pure. */

/** Gurmukhi digits, which a Punjabi keyboard writes, as the digits that everything else reads. */
export const digits = (text: string): string =>
  text.trim().replace(/[੦-੯]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x0a66));

export const isWhole = (text: string, max: number): boolean => /^\d{1,9}$/.test(text) && Number(text) <= max;

/** A phone number as people write it, or none. */
export const isPhone = (typed: string): boolean => /^$|^\+?[\d\s()-]{4,24}$/.test(digits(typed));

/** The pin, as the calls have it. */
export const placeOf = ({ lat, lng }: { lat: string; lng: string }): { place?: { lat: number; lng: number } } =>
  lat && lng ? { place: { lat: Number(lat), lng: Number(lng) } } : {};

/** The errors that are left once these answers were changed: what is being mended is not wrong until it is looked at again. */
export const withoutErrors = <Errors extends object>(errors: Errors, mended: readonly string[]): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !mended.includes(field))) as Errors; // its own fields
