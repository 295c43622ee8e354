/** Country codes for phone entry (A42). India first. */

export const COUNTRY_CODES = [
  { code: '+91', iso: 'IN', name: 'India' },
  { code: '+1', iso: 'US', name: 'United States' },
  { code: '+44', iso: 'GB', name: 'United Kingdom' },
  { code: '+62', iso: 'ID', name: 'Indonesia' },
  { code: '+92', iso: 'PK', name: 'Pakistan' },
  { code: '+880', iso: 'BD', name: 'Bangladesh' },
  { code: '+977', iso: 'NP', name: 'Nepal' },
  { code: '+975', iso: 'BT', name: 'Bhutan' },
  { code: '+94', iso: 'LK', name: 'Sri Lanka' },
  { code: '+971', iso: 'AE', name: 'United Arab Emirates' },
  { code: '+61', iso: 'AU', name: 'Australia' },
  { code: '+65', iso: 'SG', name: 'Singapore' },
] as const;
