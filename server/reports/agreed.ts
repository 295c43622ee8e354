/** What a report's maker agrees to, as its columns and as rows of the log of consents. Pure. */

import { type Consent, type Consents, consentsOf, Purpose } from '../../contract/consent.ts';

/** Which column of a report a purpose is. */
export const COLUMN = {
  photo: 'public_photo',
  compare: 'compare_face',
  carry: 'carry_face',
  phone: 'public_phone',
  guardian: 'guardian',
} as const satisfies Record<Purpose, string>;

export const consentColumns = (consent: Consent | undefined) => {
  const { photo, compare, carry, phone, guardian } = consentsOf(consent);
  return {
    public_photo: photo,
    compare_face: compare,
    carry_face: carry,
    public_phone: phone,
    guardian,
    consent_notice: consent?.notice ?? null,
  };
};

type Columns = Record<(typeof COLUMN)[Purpose], boolean>;

export const consentsIn = (row: Columns): Consents => ({
  photo: row.public_photo,
  compare: row.compare_face,
  carry: row.carry_face,
  phone: row.public_phone,
  guardian: row.guardian,
});

/** Each yes and no that differs from before, for the log. */
export const changedRows = (report_id: string, now: Consents, notice: string, before?: Consents) =>
  Purpose.options
    .filter((purpose) => now[purpose] !== (before?.[purpose] ?? false))
    .map((purpose) => ({ report_id, purpose, given: now[purpose], notice }));

/** What a new report agrees to. */
export const consentRows = (id: string, columns: Columns & { consent_notice: string | null }) =>
  columns.consent_notice === null ? [] : changedRows(id, consentsIn(columns), columns.consent_notice);
