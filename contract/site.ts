/**
 * Who runs this installation: what the specification leaves open, in one place (A30). Set it before going public; the
 * examples stand in until then, and the app says so in its console.
 */

interface Site {
  readonly company: string;
  readonly supportEmail: string;
  /** As it is dialled. */
  readonly supportPhone: string;
  /** As it is read. */
  readonly supportPhoneText: string;
  /** The grievance officer that Indian law asks for; a post, or a person's name. */
  readonly grievanceOfficer: string;
  readonly grievanceEmail: string;
  /** Whom to tell of a hole in the software: security.txt. */
  readonly securityEmail: string;
  /** The place whose courts decide; empty while it has not been chosen (R144). */
  readonly jurisdiction: string;
  readonly headquarters: { readonly address: string; readonly lat: number; readonly lng: number };
  /** The three of the footer (R74). */
  readonly socials: readonly [Social, Social, Social];
}
interface Social {
  readonly name: string;
  readonly url: string;
}

export const SITE: Site = {
  company: 'Wapsi',
  supportEmail: 'help@example.org',
  supportPhone: '+910000000000',
  supportPhoneText: '+91 00000 00000',
  grievanceOfficer: 'Grievance Officer, Wapsi',
  grievanceEmail: 'grievance@example.org',
  securityEmail: 'security@example.org',
  jurisdiction: '',
  headquarters: { address: '1 Example Road, Ludhiana, Punjab 141001, India', lat: 30.901, lng: 75.8573 },
  socials: [
    { name: 'Facebook', url: 'https://example.org/facebook' },
    { name: 'Instagram', url: 'https://example.org/instagram' },
    { name: 'YouTube', url: 'https://example.org/youtube' },
  ],
};

/** Where the footer's two placeholder links lead (A28). */
export const FAQ_LINK = '/faqs';
export const GUIDELINES_LINK = '/terms-conditions#content-policy';

/** The privacy policy and the terms as they stand; the version goes into each record of consent (A29). */
export const POLICY = { version: '2026-11', effective: '2026-11-01' } as const;
