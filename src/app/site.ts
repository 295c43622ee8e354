import { SITE } from '../../contract/site.ts';

/** Says in the console that the addresses people are told to write to are still the examples (A30). */
export function warnOfExampleSite(): void {
  if (SITE.supportEmail.endsWith('@example.org')) {
    console.warn('The support address and phone number in contract/site.ts are examples; nobody answers there.');
  }
}
