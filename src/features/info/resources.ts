/** Numbers and services outside of Wapsi (R165, R222, A40). The words are `resources.<id>.name` and `.text`. */

/** `proved`: we know that it answers in every state. The others carry a word of warning (A43). */
export const NUMBERS = [
  { id: 'n112', number: '112', proved: true },
  { id: 'n1098', number: '1098', proved: true },
  { id: 'n1930', number: '1930', proved: true },
  { id: 'n1094', number: '1094', proved: false },
  { id: 'n181', number: '181', proved: false },
  { id: 'n1091', number: '1091', proved: false },
  { id: 'n14567', number: '14567', proved: false },
  { id: 'n15100', number: '15100', proved: false },
] as const;

export const SERVICES = [
  { id: 'vatsalya', url: 'https://missionvatsalya.wcd.gov.in' },
  { id: 'ncrb', url: 'https://ncrb.gov.in' },
  { id: 'ceir', url: 'https://www.ceir.gov.in' },
  { id: 'cyber', url: 'https://cybercrime.gov.in' },
  { id: 'digilocker', url: 'https://www.digilocker.gov.in' },
  { id: 'uidai', url: 'https://uidai.gov.in' },
  { id: 'nalsa', url: 'https://nalsa.gov.in' },
] as const;

/** Invented, and said to be. */
export const CASES = ['case1', 'case2', 'case3'] as const;
