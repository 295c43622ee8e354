/** Who runs this installation: what the specification leaves open, in one place (A30). Set it before going public. */

export const SITE = {
  supportEmail: 'help@example.org',
  /** As it is dialled. */
  supportPhone: '+910000000000',
  /** As it is read. */
  supportPhoneText: '+91 00000 00000',
} as const;

/** Says in the console that the addresses people are told to write to are still the examples. */
export function warnOfExampleSite(): void {
  if (SITE.supportEmail.endsWith('@example.org')) {
    console.warn('The support address and phone number in src/app/site.ts are examples; nobody answers there.');
  }
}
