/** The states of India, and how names are compared. */

/** The 28 states and 8 union territories, by the code of ISO 3166-2:IN. */
export const STATES = {
  AN: { name: 'Andaman and Nicobar Islands', pa: 'ਅੰਡੇਮਾਨ ਅਤੇ ਨਿਕੋਬਾਰ' },
  AP: { name: 'Andhra Pradesh', pa: 'ਆਂਧਰਾ ਪ੍ਰਦੇਸ਼' },
  AR: { name: 'Arunachal Pradesh', pa: 'ਅਰੁਣਾਚਲ ਪ੍ਰਦੇਸ਼' },
  AS: { name: 'Assam', pa: 'ਅਸਾਮ' },
  BR: { name: 'Bihar', pa: 'ਬਿਹਾਰ' },
  CG: { name: 'Chhattisgarh', pa: 'ਛੱਤੀਸਗੜ੍ਹ' },
  CH: { name: 'Chandigarh', pa: 'ਚੰਡੀਗੜ੍ਹ' },
  DH: { name: 'Dadra and Nagar Haveli and Daman and Diu', pa: 'ਦਾਦਰਾ ਅਤੇ ਨਗਰ ਹਵੇਲੀ ਅਤੇ ਦਮਨ ਅਤੇ ਦੀਉ' },
  DL: { name: 'Delhi', pa: 'ਦਿੱਲੀ' },
  GA: { name: 'Goa', pa: 'ਗੋਆ' },
  GJ: { name: 'Gujarat', pa: 'ਗੁਜਰਾਤ' },
  HP: { name: 'Himachal Pradesh', pa: 'ਹਿਮਾਚਲ ਪ੍ਰਦੇਸ਼' },
  HR: { name: 'Haryana', pa: 'ਹਰਿਆਣਾ' },
  JH: { name: 'Jharkhand', pa: 'ਝਾਰਖੰਡ' },
  JK: { name: 'Jammu and Kashmir', pa: 'ਜੰਮੂ ਅਤੇ ਕਸ਼ਮੀਰ' },
  KA: { name: 'Karnataka', pa: 'ਕਰਨਾਟਕ' },
  KL: { name: 'Kerala', pa: 'ਕੇਰਲ' },
  LA: { name: 'Ladakh', pa: 'ਲੱਦਾਖ' },
  LD: { name: 'Lakshadweep', pa: 'ਲਕਸ਼ਦੀਪ' },
  MH: { name: 'Maharashtra', pa: 'ਮਹਾਰਾਸ਼ਟਰ' },
  ML: { name: 'Meghalaya', pa: 'ਮੇਘਾਲਿਆ' },
  MN: { name: 'Manipur', pa: 'ਮਣੀਪੁਰ' },
  MP: { name: 'Madhya Pradesh', pa: 'ਮੱਧ ਪ੍ਰਦੇਸ਼' },
  MZ: { name: 'Mizoram', pa: 'ਮਿਜ਼ੋਰਮ' },
  NL: { name: 'Nagaland', pa: 'ਨਾਗਾਲੈਂਡ' },
  OD: { name: 'Odisha', pa: 'ਓਡੀਸ਼ਾ' },
  PB: { name: 'Punjab', pa: 'ਪੰਜਾਬ' },
  PY: { name: 'Puducherry', pa: 'ਪੁਡੂਚੇਰੀ' },
  RJ: { name: 'Rajasthan', pa: 'ਰਾਜਸਥਾਨ' },
  SK: { name: 'Sikkim', pa: 'ਸਿੱਕਮ' },
  TN: { name: 'Tamil Nadu', pa: 'ਤਾਮਿਲਨਾਡੂ' },
  TR: { name: 'Tripura', pa: 'ਤ੍ਰਿਪੁਰਾ' },
  TS: { name: 'Telangana', pa: 'ਤੇਲੰਗਾਨਾ' },
  UK: { name: 'Uttarakhand', pa: 'ਉੱਤਰਾਖੰਡ' },
  UP: { name: 'Uttar Pradesh', pa: 'ਉੱਤਰ ਪ੍ਰਦੇਸ਼' },
  WB: { name: 'West Bengal', pa: 'ਪੱਛਮੀ ਬੰਗਾਲ' },
} as const satisfies Record<string, { name: string; pa: string }>;

/** "Ludhiāna " and "LUDHIANA" are one name, फ़िरोज़पुर and फिरोजपुर, हाँसी and हांसी; Gurmukhi keeps its signs. */
export const plainName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\u093c]/g, '')
    .replaceAll('\u0901', '\u0902')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\d]+/gu, ' ')
    .trim();
